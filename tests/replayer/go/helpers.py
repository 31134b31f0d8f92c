"""Helpers for writing short games of Go."""

import json
from typing import Any

Json = dict[str, Any]


def game(*actions: str, **values: Any) -> str:
    """Return a game in go/json on a board of 9 by 9; values of the round are put there."""
    played = ("setup", "result", "ended", "variations", "annotations")
    inner = {key: values.pop(key) for key in played if key in values}
    header = {"format": "go/json", "version": 1, "size": 9, **values}
    return json.dumps(header | {"rounds": [{"actions": list(actions)} | inner]})


def words(text: str) -> list[str]:
    """Return the actions in a short form: `Bcc Wdd B- setup…`; words are kept."""
    return [
        f"{each[0]} {each[1:]}" if each[1:] != "-" else f"{each[0]} pass" for each in text.split()
    ]
