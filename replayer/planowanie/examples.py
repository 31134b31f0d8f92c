"""The base game for the examples of the rules, and changed copies of it."""

from __future__ import annotations

import json
from typing import Any

from ...findings import Example

Json = dict[str, Any]

_GAME: Json = {
    "format": "planowanie/json",
    "version": 1,
    "deck": {"ranks": "9TJQKA", "suits": "CD"},
    "seats": 3,
    "plan": [[1, 0], [2, 1]],
    "deals": [
        {
            "hands": [["9C"], ["AD"], ["KD"]],
            "declarations": [1, 1, 0],
            "tricks": [{"lead": 0, "cards": ["9C", "AD", "KD"], "winner": 0}],
            "points": [2, 0, 1],
        },
        {
            "hands": [["9D", "AC"], ["TD", "KC"], ["QD", "JD"]],
            "declarations": [1, 0, 1],
            "tricks": [
                {"lead": 1, "cards": ["9D", "TD", "QD"], "winner": 2},
                {"lead": 2, "cards": ["AC", "KC", "JD"], "winner": 0},
            ],
            "points": [3, 2, 3],
        },
    ],
    "result": {"end": "complete", "totals": [5, 2, 4]},
}


def game(*deals: Json, **changes: Any) -> Example:
    """Return the example game with other deals, or with other values changed."""
    found = _GAME | ({"deals": deals} if deals else {}) | changes
    return Example("planowanie/json", json.dumps(found))


def deal(number: int = 0, **changes: Any) -> Json:
    """Return a deal of the example game; values changed to None are left out."""
    found = _GAME["deals"][number] | changes
    return {key: value for key, value in found.items() if value is not None}


def first(**changes: Any) -> Example:
    """Return the example game with some values of its first deal changed."""
    return game(deal(**changes), deal(1))


def second(**changes: Any) -> Example:
    """Return the example game with some values of its second deal changed."""
    return game(deal(), deal(1, **changes))


def opened(*deals: Json, **result: Any) -> Example:
    """Return the example game stopped after some of its deals, with this result."""
    return game(*deals, result=result)
