"""What can be wrong with an action: LEGAL, or the first rule that it breaks."""

LEGAL = 0

(
    HAS_PASSED,
    OUT_OF_TURN,
    NO_MISDEALS,
    HAS_SPOKEN,
    HAND_TOO_GOOD,
    NOT_A_CALL,
    NO_TRUMP_NAMED,
    ABOVE_MAXIMUM,
    BELOW_MINIMUM,
    ABOVE_LOWEST,
    BEATS_NOT,
) = range(1, 12)
"""A call."""

NOT_THREE, BURIED_TWICE, NOT_TO_BURY = range(12, 15)
"""An exchange."""

NOT_TO_BE_RAISED, RAISED_TOO_HIGH, CHANGED_TOO_HIGH, WRONG_COST = range(15, 19)
"""A contract."""

MODE_NOT_ALLOWED, OWN_SEAT = range(19, 21)
"""The naming of the friend."""

(
    PLAYED_ALREADY,
    NOT_HELD,
    BANNED_LEAD,
    JOKER_TOO_EARLY,
    NAMES_A_SUIT,
    CALLS_BEHIND,
    CANNOT_CALL,
    CALLS_TOO_EARLY,
    NAMES_NO_SUIT,
    NAMES_TOO_EARLY,
    JOKER_CALLED,
    MIGHTY_FORCED,
    MUST_FOLLOW,
) = range(21, 34)
"""A play."""
