"""Possible values where a Mighty record could not be read, and the findings that may follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...findings import Finding, Rule
from ...replayer.mighty import codes
from ...replayer.mighty.cards import HIDDEN, HIDDEN_HAND
from ..document.mapping import Path, Unknown

_FROM_BEFORE = (codes.DEALER_DOES_NOT_FOLLOW, codes.TOTALS_DO_NOT_FOLLOW, codes.GAP)
_OF_RESULTS = (
    codes.WRONG_POINTS,
    codes.WRONG_OUTCOME,
    codes.WRONG_SCORE,
    codes.WRONG_PAYOFFS,
    codes.TOTALS_DO_NOT_FOLLOW,
)

_UNDER_ALL_RULES = (
    codes.NOT_FIVE_HANDS,
    codes.WRONG_SIZE,
    codes.UNKNOWN_CARD,
    codes.CARD_TWICE,
    codes.UNKNOWN_TRUMP,
    codes.PLAYER_OUT_OF_RANGE,
    codes.NOT_A_BID,
    codes.DISCARD_NOT_IN_HAND,
    codes.CARD_NOT_IN_HAND,
    codes.GAP,
)
"""The rules that hold under all options."""

_HEAD = (["dealer"], ["totals"])
_BEFORE_PLAY = (*_HEAD, ["hands"], ["kitty"], ["bids"], ["discard"], ["contract"], ["friend"])
_TAKEN_OVER: Mapping[Rule, Sequence[Path]] = {
    codes.DEALER_DOES_NOT_FOLLOW: ([], ["dealer"], ["bids"]),
    codes.TOTALS_DO_NOT_FOLLOW: ([], ["totals"]),
}
_OF_SCORE = (codes.WRONG_SCORE, codes.WRONG_PAYOFFS)
"""The rules that are checked by the contract and the points if the play is unknown."""


def assume(value: dict[str, Any], path: Path) -> Unknown | None:
    """Return the possible values at a path in a match."""
    match path:
        case ["deals", int()]:
            return Unknown(path, [{"gap": True}])
        case ["deals", int(), "hands", int(), *at]:
            return Unknown(path[:5], [HIDDEN if at else list(HIDDEN_HAND)])
        case ["deals", int(), "kitty" | "discard", int()]:
            return Unknown(path, [HIDDEN])
        case ["deals", int(number), "tricks", int(trick), "lead" | "winner"]:
            return None
        case ["deals", int(number), "tricks", int(trick), *_]:
            tricks = value["deals"][number]["tricks"]
            return Unknown(path[:3], [tricks[:trick]], lost=path[:4])
        case _:
            return None


def follows(finding: Finding, lost: Path) -> bool:
    """Return whether a finding may merely follow from a part that could not be read."""
    rule, where = finding.rule, (finding.pointer or "").split("/")[1:]
    if rule is codes.UNKNOWN_CARD and finding.fix is not None:
        return False
    match lost:
        case ["rules", *_]:
            return rule not in _UNDER_ALL_RULES
        case ["view", *_]:
            return rule in (codes.VIEW_KNOWS_TOO_MUCH, codes.GAP)
        case ["deals", int(number), *rest]:
            if where == ["view"]:
                return True
            if rest == ["gap"]:
                return finding.round == number + 1 and rule in _FROM_BEFORE
            if finding.round == number + 2:
                return rule in _FROM_BEFORE
            if finding.round != number + 1:
                return False
            if rule in _TAKEN_OVER:
                # Values from the previous deal do not depend on the content of this one.
                return rest[:1] in _TAKEN_OVER[rule]
            if rest[:1] == ["tricks"]:
                if rule in _OF_SCORE:
                    return False
                before = where[2:3] == ["tricks"] and where[3:] and int(where[3]) < int(rest[1])
                return not before and where[2:3] not in _BEFORE_PLAY
            return (
                not rest or rule is codes.GAP or (rule in _OF_RESULTS and rest != ["friend_player"])
            )
        case _:
            return False
