"""Helpers for writing short matches of Leduc poker."""

import json
from typing import Any

import kifu
from kifu.replayer.leduc.record import Record

Json = dict[str, Any]

FOLDED: Json = {
    "antes": [1, 1],
    "cards": ["Ks", "Jh"],
    "actions": ["raise", "call", "Qs", "call", "raise", "fold"],
    "end": "fold",
    "returns": [-3, 3],
}
SHOWN: Json = {
    "cards": ["Jh", "Kh"],
    "actions": ["call", "raise", "call", "Js", "call", "call"],
    "end": "showdown",
    "returns": [3, -3],
}


def match(*hands: Json, **header: Any) -> str:
    """Return a match in leduc/json."""
    return json.dumps({"format": "leduc/json", "version": 1, **header, "hands": hands})


def hand(*actions: str, **values: Any) -> Json:
    """Return a hand with only cards and actions."""
    return {"cards": ["Ks", "Jh"], "actions": list(actions)} | values


def read(text: str) -> Record:
    """Return the record in a text."""
    return kifu.loads(text, type=Record)
