"""Programs that play any game at random, and games with a strategy by rules of thumb."""
