"""The rules of Mighty."""
