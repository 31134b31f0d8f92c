"""The base deal for the rule examples, and parts of it."""

from __future__ import annotations

import json
from typing import Any

from ...findings import Example

Json = dict[str, Any]

_DEALT: Json = {
    "dealer": 0,
    "hands": [
        ["SK", "S5", "DA", "HA", "HK", "HQ", "HJ", "H9", "C5", "C3"],
        ["S4", "S3", "D6", "D5", "D4", "H3", "CA", "CK", "C6", "JK"],
        ["SA", "DT", "D8", "D7", "HT", "H5", "H4", "C9", "C8", "C7"],
        ["SQ", "SJ", "ST", "S6", "DK", "DQ", "H7", "H6", "CQ", "CJ"],
        ["S9", "S8", "S7", "DJ", "D9", "D2", "H8", "H2", "CT", "C4"],
    ],
    "kitty": ["S2", "D3", "C2"],
}
_DECIDED: Json = _DEALT | {
    "bids": [[0, "15H"], [1, "pass"], [2, "pass"], [3, "pass"], [4, "pass"]],
    "president": 0,
    "discard": ["S2", "D3", "C2"],
    "contract": "15H",
    "friend": "SA",
}
_TRICKS = (
    (0, "DA D5 DT DQ D2", 0),
    (0, "C5 CA C9 CQ C4", 1),
    (1, "S5 JKS SA S6 S7", 2),
    (2, "HK H3 H5 H6 H2", 0),
    (0, "SK S4 C7 SJ S9", 0),
    (0, "C3! CK C8 CJ CT", 1),
    (1, "HA S3 D8 SQ S8", 0),
    (0, "H9 D4 H4 H7 H8", 0),
    (0, "HQ D6 HT DK D9", 0),
    (0, "HJ C6 D7 ST DJ", 0),
)
_RESULT: Json = {
    "end": "won",
    "points": 15,
    "score": 1100,
    "payoffs": [2200, -1100, 1100, -1100, -1100],
}


def deal(**changes: Any) -> Json:
    """Return the deal before its auction."""
    return _changed(_DEALT | {"bids": []}, changes)


def decided(**changes: Any) -> Json:
    """Return the deal before its first trick."""
    return _changed(_DECIDED, changes)


def played(*last: str, lead: int = 0, whole: int = 0, **changes: Any) -> Json:
    """Return the deal after some complete tricks, with the plays of the next one, leader first."""
    tricks = [_trick(*each) for each in _TRICKS[:whole]]
    cards: list[str | None] = [None] * 5
    for place, card in enumerate(last):
        cards[(lead + place) % 5] = card
    tricks += [{"lead": lead, "cards": cards}] if last else []
    return _changed(_DECIDED | {"tricks": tricks}, changes)


def finished(**changes: Any) -> Json:
    """Return the deal after its tenth trick, with its result."""
    result = _RESULT | changes.pop("result", {})
    return played(whole=10, friend_player=2, result=result, **changes)


def match(*deals: Json, **header: Any) -> Example:
    """Return an example that is a match of these deals."""
    record = {"format": "mighty/json", "version": 1, **header, "deals": deals}
    return Example("mighty/json", json.dumps(record, separators=(",", ":")))


def _trick(lead: int, cards: str, winner: int) -> Json:
    return {"lead": lead, "cards": cards.split(), "winner": winner}


def _changed(values: Json, changes: Json) -> Json:
    """Return the values with some changed, or dropped if they are changed to None."""
    return {key: value for key, value in (values | changes).items() if value is not None}
