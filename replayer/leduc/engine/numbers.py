"""The numbers that stand for cards, actions and ends of hands in Leduc poker."""

CARDS = 6
"""The cards are 0 to 5, from the jack of spades to the king of hearts, two of each rank."""

UNKNOWN = 6
"""A card that is hidden."""

FOLD, CALL, RAISE = 7, 8, 9
"""The actions; a call when there is no bet to meet is a check."""

BETS, MOST = 3, 4
"""The number of different actions, and the maximum number of actions in a betting round."""

NONE = -1
"""Stands for no card, no player, or a word that is neither a card nor an action."""

ANTE = 1

PLAYING, FOLDED, SHOWDOWN = range(3)
"""Whether a hand is over and how it ended."""
