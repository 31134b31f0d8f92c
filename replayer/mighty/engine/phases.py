"""The phases of a deal."""

AUCTION, EXCHANGE, CONTRACT, FRIEND, PLAY, OVER = range(6)
