"""Commands that show games, and play on from there."""
