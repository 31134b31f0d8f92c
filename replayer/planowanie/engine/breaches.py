"""What can be wrong with an action, as the engine answers: the first rule that it breaks."""

(
    LEGAL,
    NO_PLAYER,
    OUT_OF_RANGE,
    OUT_OF_TURN,
    NO_CARD,
    NOT_HELD,
    MUST_FOLLOW,
) = range(7)

NONE = -1
"""No card, and no player."""
