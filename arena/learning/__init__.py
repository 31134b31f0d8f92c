"""Sound self-play: a network for searches that learns from games played by these searches."""
