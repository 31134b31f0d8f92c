"""The numbers of the engine: players, contents of points, options and verdicts."""

EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 3
"""The contents of a point; a player's stone is the player's number plus one."""

NONE = -1

FORBIDDEN, SEVERAL, ALLOWED = 0, 1, 2
"""Suicide."""

FREE, POSITIONAL, SITUATIONAL = 0, 1, 2
"""Whether a position of the whole board may be repeated."""

UNKNOWN = 3
"""A further value of both options."""

LEGAL = 0
"""The verdict on an action: LEGAL, or the number in the code of the rule that it breaks."""

OFF_BOARD, OCCUPIED, KO, SUICIDE, SUPERKO, SITUATION = 102, 103, 104, 105, 106, 1106

COLOUR_FIRST, TWICE, GOES_ON, PERHAPS_SUICIDE, PERHAPS_SUPERKO, PASS_AFTER_END = (
    201,
    202,
    203,
    204,
    205,
    209,
)
"""Warnings and notes."""
