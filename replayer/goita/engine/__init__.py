"""The rules of Goita on small integers."""
