"""Pack steps: the first one in full, and only the changes for each later one.

`browser/component/src/unpack.ts` unpacks them. A change to a value is

- `[value]` if it is replaced,
- an object with the changes to its members, `0` for a removed one, or
- for a list, an object with the changes to its items by index, and its new length as `n`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias, cast

from msgspec import json

Object: TypeAlias = Mapping[str, Any]
Change: TypeAlias = list[Any] | dict[str, Any]

REMOVED = 0
LENGTH = "n"


def packed(steps: Sequence[Any]) -> list[Any]:
    """Return the first value as it is, and the change from each value to the next.

    >>> packed([{"hand": ["A", "B"], "turn": 0}, {"hand": ["A"], "turn": 1}])
    [{'hand': ['A', 'B'], 'turn': 0}, {'hand': {'n': 1}, 'turn': [1]}]
    """
    changes = (change(before, after) or {} for before, after in pairwise(steps))
    found: list[Any] = json.decode(json.encode([*steps[:1], *changes]))  # without tuples
    return found


def change(before: Any, after: Any) -> Change | None:
    """Return the change from one JSON value to another, or None if they are the same."""
    if before == after and type(before) is type(after):
        return None
    if isinstance(before, dict) and isinstance(after, dict):
        return _of_object(cast(Object, before), cast(Object, after))
    if isinstance(before, list | tuple) and isinstance(after, list | tuple):
        return _of_list(cast(Sequence[Any], before), cast(Sequence[Any], after))
    return [after]


def _of_object(before: Object, after: Object) -> Change:
    found: dict[str, Any] = {key: REMOVED for key in before if key not in after}
    for key, value in after.items():
        one = change(before[key], value) if key in before else [value]
        if one is not None:
            found[key] = one
    return found


def _of_list(before: Sequence[Any], after: Sequence[Any]) -> Change:
    found: dict[str, Any] = {}
    for index, value in enumerate(after):
        one = change(before[index], value) if index < len(before) else [value]
        if one is not None:
            found[str(index)] = one
    if len(before) != len(after):
        found[LENGTH] = len(after)
    return min(found, [after], key=_size)


def _size(value: Any) -> int:
    return len(json.encode(value))
