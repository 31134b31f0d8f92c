"""Possible values where a Goita record could not be read, and the findings that may follow."""

from __future__ import annotations

from typing import Any

from ....findings import Finding
from ....replayer.goita import codes
from ....replayer.goita.pieces import HAND_SIZE, HIDDEN
from ...document.mapping import Path, Unknown

UNKNOWN_HAND = HIDDEN * HAND_SIZE
UNKNOWN_ROUND: dict[str, Any] = {"hands": [UNKNOWN_HAND] * 4, "record": "", "goshi": None}
"""The values that stand for an unreadable round."""

_FROM_BEFORE = (
    codes.SCORE_DOES_NOT_FOLLOW,
    codes.DEALER_DOES_NOT_FOLLOW,
    codes.MATCH_WAS_OVER,
    codes.ROUNDS_MISSING,
)
_OF_SCORES = (*_FROM_BEFORE, codes.IMPOSSIBLE_SCORE, codes.WRONG_POINTS)
_OF_FIVE = (
    codes.GOSHI_WITHOUT_FIVE,
    codes.GOSHI_NOT_DECLARED,
    codes.GOSHI_TWICE,
    codes.REDEAL_WITHOUT_FIVE,
    codes.DEAL_UNSETTLED,
)


def assume(value: dict[str, Any], path: Path) -> Unknown | None:
    """Return the possible values at a path in a match."""
    match path:
        case ["view"]:
            return Unknown(path, ["partial"])
        case ["rounds", int(), "dealer", *_]:
            return Unknown(path[:3], range(4))
        case ["rounds", int(), "goshi", *_]:
            return Unknown(path[:3], [None])
        case ["rounds", int(), "hands", int(), *_]:
            value.setdefault("view", "partial")
            return Unknown(path[:4], [UNKNOWN_HAND])
        case ["rounds", int(), "hands"]:
            value.setdefault("view", "partial")
            return Unknown(path, [UNKNOWN_ROUND["hands"]])
        case ["rounds", int(number), "record"]:
            known = {**value["rounds"][number], "record": ""}
            kept = {key: each for key, each in known.items() if key in _WITHOUT_PLAY}
            return Unknown(path[:2], [{**UNKNOWN_ROUND, **kept}], lost=path)
        case ["rounds", int()]:
            value.setdefault("view", "partial")
            return Unknown(path, [UNKNOWN_ROUND])
        case _:
            return None


_WITHOUT_PLAY = ("dealer", "score", "hands", "goshi", "gap")


def follows(finding: Finding, lost: Path) -> bool:
    """Return whether a finding may merely follow from a part that could not be read."""
    rule, where = finding.rule, (finding.pointer or "").split("/")[1:]
    match lost:
        case ["rules", *_]:
            return rule in _OF_SCORES
        case ["rounds", int(number), *rest]:
            if where == ["view"]:
                return bool({*rest} & {"hands", "record", "goshi"}) or not rest
            if finding.round == number + 2:
                return rule in _FROM_BEFORE
            if finding.round != number + 1:
                return False
            match rest:
                case ["record", *_]:
                    return where[2:3] not in (["hands"], ["score"], ["dealer"])
                case ["goshi", *_]:
                    return rule in _OF_FIVE
                case ["hands", *_]:
                    return rule in _OF_FIVE or rule is codes.KINGS_MISCOUNTED
                case ["gap", *_]:
                    return rule in _FROM_BEFORE
                case []:
                    return True
                case _:
                    return False
        case _:
            return False
