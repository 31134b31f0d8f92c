"""The rules of Goita, with pieces and moves as small integers."""
