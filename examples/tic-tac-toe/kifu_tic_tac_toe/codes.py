"""The rules for records of tic-tac-toe."""

from __future__ import annotations

import json

from kifu.findings import Example, declare

RULES = "The rules of tic-tac-toe."


def _example(*moves: str, **more: object) -> Example:
    match = {"format": "tictactoe/json", "version": 1, "rounds": [{"moves": moves} | more]}
    return Example("tictactoe/json", json.dumps(match))


NO_MOVE = declare(
    code="T001",
    name="tictactoe-no-move",
    means="A move is not an empty square.",
    why=RULES,
    mend="Write one of the moves listed by kifu legal.",
    example=_example("b2", "b2"),
)
GOES_ON = declare(
    code="T002",
    name="tictactoe-goes-on",
    means="A game continues after it has ended.",
    why=RULES,
    mend="Remove what follows.",
    example=_example("a1", "b1", "a2", "b2", "a3", "b3"),
)
WRONG_RESULT = declare(
    code="T003",
    name="tictactoe-wrong-result",
    means="The result does not match the game.",
    why=RULES,
    mend="Correct it, or omit it.",
    example=_example("b2", result="0-1", ended={"how": "resignation", "by": 1}),
)
