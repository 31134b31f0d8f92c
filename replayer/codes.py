"""Every way in which a variation can be wrong, whatever the game, besides the rules of its play."""

from __future__ import annotations

import json

from ..findings import Example, declare

VARIATIONS = (
    "A variation is a line of its own from a moment of another line, as in PGN (section 8.2.5) "
    "and SGF."
)


def _example(ply: int, *actions: str) -> Example:
    """A round of two plies, before which five し are decided about, and a variation of it."""
    record = {
        "format": "goita/json",
        "version": 1,
        "rounds": [
            {
                "hands": ["12345678", "12345678", "44556888", "67788888"],
                "record": "67-0",
                "goshi": [3],
                "variations": [{"ply": ply, "actions": actions}],
            }
        ],
    }
    return Example("goita/json", json.dumps(record, separators=(",", ":")))


LEAVES_NOWHERE = declare(
    "V001",
    "variation-leaves-nowhere",
    "A variation leaves its line at a ply where nobody acts in it.",
    VARIATIONS,
    "Give the ply (from 1; 0 is a decision before the first) of the line that it stands in. A "
    "variation of a variation leaves it where it begins or later; players who act all at once do "
    "so at the first of their plies.",
    _example(4, "0"),
)
GOES_ON = declare(
    "V002",
    "variation-goes-on",
    "A variation has actions that its line does not come to.",
    "After the end of a round nobody acts, and those who act all at once have an action each.",
    "Take away what follows the end, or add what is missing.",
    _example(0, "redeal", "0"),
)
DOES_NOT_DIFFER = declare(
    "V003",
    "variation-does-not-differ",
    "A variation begins with what is done in its line anyway.",
    "A variation says what else could have been done, or dealt right after it.",
    "Let it leave the line later, where it differs.",
    _example(1, "67", "76"),
    "warning",
)
