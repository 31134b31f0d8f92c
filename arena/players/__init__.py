"""Programs that play: any game at random, and each game that has a strategy by rules of thumb."""
