"""The rules of play of Planowanie on integers."""
