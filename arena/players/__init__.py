"""Programs that play any game at random, or by rules of thumb if the game has a strategy."""
