"""Findings in a record with an unreadable value."""

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

import kifu

Edits: TypeAlias = Mapping[str, Any]
"""New values by JSON pointer; None removes the value."""


def put(values: Any, pointer: str, new: object) -> None:
    """Replace or remove the value at a place."""
    *above, key = (int(each) if each.isdecimal() else each for each in pointer[1:].split("/"))
    for each in above:
        values = values[each]
    if new is None:
        del values[key]
    else:
        values[key] = new


def told_beside(text: str, lost: str, others: Edits) -> list[str]:
    """Return the findings when one value is invalid and other values are changed.

    The finding for the invalid value itself must occur exactly once, and is left out.
    """
    values = json.loads(text)
    for pointer, new in others.items():
        put(values, pointer, json.loads(json.dumps(new)))
    put(values, lost, 0.5)
    found = [(each.code, each.pointer) for each in kifu.validate(json.dumps(values))]
    assert [pointer for code, pointer in found if code[0] == "S"] == [lost]
    return [f"{code} {pointer}" for code, pointer in found if code[0] != "S"]
