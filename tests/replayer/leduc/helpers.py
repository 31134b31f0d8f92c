"""Matches of Leduc poker in few words."""

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
    """A match in leduc/json."""
    return json.dumps({"format": "leduc/json", "version": 1, **header, "hands": hands})


def hand(*actions: str, **values: Any) -> Json:
    """A hand of which nothing is said but cards and actions."""
    return {"cards": ["Ks", "Jh"], "actions": list(actions)} | values


def read(text: str) -> Record:
    """The record of a text."""
    return kifu.loads(text, type=Record)
