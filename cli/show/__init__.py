"""Commands that show games, and change their course."""
