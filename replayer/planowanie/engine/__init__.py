"""The rules of Planowanie on integers."""
