"""The rules of play of Goita on small integers."""
