"""The rules for records of rooks."""

from __future__ import annotations

import json

from kifu.findings import Example, declare

V = {"format": "rooks/json", "version": 1}


def _example(*moves: str, **more: object) -> Example:
    return Example("rooks/json", json.dumps(V | {"rounds": [{"moves": moves} | more]}))


CHESS = "The rules of chess."

NO_MOVE = declare(
    code="C001",
    name="rooks-no-move",
    means="A move is not legal, or its spelling is ambiguous.",
    why=CHESS,
    mend="Write one of the moves listed by kifu legal.",
    example=_example("a1a1"),
)
GOES_ON = declare(
    code="C002",
    name="rooks-goes-on",
    means="A game continues after it has ended.",
    why=CHESS,
    mend="Remove what follows.",
    example=_example("e1e4", "b5c5", "a1a5", "c5c4"),
)
WRONG_RESULT = declare(
    code="C003",
    name="rooks-wrong-result",
    means="The result does not match the game.",
    why=CHESS,
    mend="Correct it, or omit it.",
    example=_example("a1b1", result="0-1", ended={"how": "resignation", "by": 1}),
)
