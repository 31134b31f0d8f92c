"""Commands that show games, or play on from a position."""
