"""Where the values of sound JSON stand, found by skipping those before them.

The C scanner of the standard library skips a value. What is inside a list or object is looked for
when somebody asks for it, so that the way to one value costs no tree of all the others.
"""

from __future__ import annotations

import json
from collections import UserList
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from .json_numbers import number
from .json_scanner import SPACE
from .tree import Member, Node

ValueT = TypeVar("ValueT")

_DECODER: Any = json.JSONDecoder()
_skip: Callable[[str, int], tuple[Any, int]] = _DECODER.scan_once


class _Inside(UserList[ValueT]):
    """What stands inside a list or object, looked for when it is first asked for."""

    def __init__(self, look: Callable[[], list[ValueT]]) -> None:  # pyright: ignore[reportMissingSuperCall]
        self._look = look

    def __getattr__(self, name: str) -> list[ValueT]:
        if name != "data":
            raise AttributeError(name)
        self.data = self._look()
        return self.data


def places(content: str) -> Node:
    """The value of a text and where it stands; the text is one of which there is nothing to report.

    >>> members = places('{"a": [1, 20]}').members
    >>> [(each.key, each.value.start, each.value.end) for each in members]
    [('a', 6, 13)]
    """
    return _value(content, _space(content, 0))


def _space(content: str, at: int) -> int:
    """Where the space ends that may stand somewhere."""
    found = SPACE.match(content, at)
    return found.end() if found else at


def _value(content: str, start: int) -> Node:
    """The value that begins somewhere."""
    value, end = _skip(content, start)
    if isinstance(value, list):
        return Node(start, end, items=_Inside(partial(_items, content, start)))
    if isinstance(value, dict):
        return Node(start, end, members=_Inside(partial(_members, content, start)))
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = number(content[start:end])
    return Node(start, end, value)


def _items(content: str, start: int) -> list[Node]:
    """The values of the list that begins somewhere."""
    found, at = list[Node](), _space(content, start + 1)
    while content[at] != "]":
        found.append(_value(content, at))
        at = _next(content, found[-1].end)
    return found


def _members(content: str, start: int) -> list[Member]:
    """The members of the object that begins somewhere."""
    found, at = list[Member](), _space(content, start + 1)
    while content[at] != "}":
        key, end = _skip(content, at)
        value = _value(content, _space(content, _space(content, end) + 1))
        found.append(Member(key, at, end, value))
        at = _next(content, value.end)
    return found


def _next(content: str, end: int) -> int:
    """Where the next value of a list or object begins, or where its bracket stands."""
    at = _space(content, end)
    return _space(content, at + 1) if content[at] == "," else at
