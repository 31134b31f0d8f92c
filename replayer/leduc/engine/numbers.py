"""The numbers of Leduc poker: cards, actions, and what the engine answers."""

CARDS = 6
"""The cards are 0 to 5, from the jack of spades to the king of hearts, two of each rank."""

UNKNOWN = 6
"""A card that is hidden."""

FOLD, CALL, RAISE = 7, 8, 9
"""The actions; a call where there is no bet to meet is a check."""

NONE = -1
"""No card, no player, and what is neither a card nor an action."""

ANTE = 1

PLAYING, FOLDED, SHOWDOWN = range(3)
"""Whether a hand is over, and how it ended."""

(
    LEGAL,
    OUT_OF_TURN,
    NO_ACTION,
    NO_BET,
    TOO_MANY_RAISES,
    NO_CARD,
    PUBLIC_HIDDEN,
    DEALT_TWICE,
) = range(8)
"""What is wrong with an action, or with a card that is dealt, by the first rule that it breaks."""
