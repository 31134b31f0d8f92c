"""The numbers of Leduc poker: cards, actions, and how a hand ends."""

CARDS = 6
"""The cards are 0 to 5, from the jack of spades to the king of hearts, two of each rank."""

UNKNOWN = 6
"""A card that is hidden."""

FOLD, CALL, RAISE = 7, 8, 9
"""The actions; a call without a bet to meet is a check."""

NONE = -1
"""No card or player, or something that is neither card nor action."""

ANTE = 1

PLAYING, FOLDED, SHOWDOWN = range(3)
"""Whether a hand is over, and how it ended."""
