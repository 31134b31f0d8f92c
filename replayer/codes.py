"""Every way in which a variation can be wrong in any game, besides the rules of its play."""

from __future__ import annotations

import json

from ..findings import Example, declare

VARIATIONS = (
    "A variation leaves the main line, or another variation, at a ply and goes on by itself, as in "
    "PGN (section 8.2.5) and SGF."
)


def _example(ply: int, *actions: str) -> Example:
    """A round of two plies after a decision about five し, with a variation."""
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
    code="V001",
    name="variation-leaves-nowhere",
    means="A variation starts at a ply at which nobody acts.",
    why=VARIATIONS,
    mend="Give a ply of the main line, or of the variation that it stands in (from 1; 0 is a "
    "decision before the first). A variation of a variation starts where that one starts, or "
    "later. Players who act at the same time do so at the first of their plies.",
    example=_example(4, "0"),
)
GOES_ON = declare(
    code="V002",
    name="variation-goes-on",
    means="A variation has actions that are never reached, or lacks some.",
    why="After the end of a round nobody acts, and players who act at the same time all act.",
    mend="Remove what follows the end, or add what is missing.",
    example=_example(0, "redeal", "0"),
)
DOES_NOT_DIFFER = declare(
    code="V003",
    name="variation-does-not-differ",
    means="A variation begins with the same action as what it leaves.",
    why="A variation shows what else could have been done, or dealt right after it.",
    mend="Let it start later, where it differs.",
    example=_example(1, "67", "76"),
    severity="warning",
)
