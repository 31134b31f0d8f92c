"""The rules of Planowanie using integers."""
