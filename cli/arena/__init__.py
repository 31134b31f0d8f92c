"""Commands for games between programs."""
