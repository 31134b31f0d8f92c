"""The rules of Go on integers."""
