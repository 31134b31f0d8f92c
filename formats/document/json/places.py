"""Find the values of valid JSON in its text by skipping those before them.

The standard library's C scanner skips a value. A list or object is searched only when its contents
are needed, so that finding one value does not build a tree of all the others.
"""

from __future__ import annotations

import json
import re
from collections import UserList
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from ..tree import Member, Node
from .plain import number

ValueT = TypeVar("ValueT")

_SPACE = r"[ \t\n\r]*+"
_KEY = re.compile(rf'{_SPACE}[,{{]{_SPACE}("[^"\\]*+(?:\\.[^"\\]*+)*+"){_SPACE}:{_SPACE}')
"""The text before a value in an object, with its key."""
_ITEM = re.compile(rf"{_SPACE}[,\[]{_SPACE}(?!\])")
"""The text before a value in a list."""

_DECODER: Any = json.JSONDecoder()
_skip: Callable[[str, int], tuple[Any, int]] = _DECODER.scan_once


class _Inside(UserList[ValueT]):
    """The values in a list or object, found when they are first needed."""

    def __init__(self, found: Iterator[ValueT]) -> None:  # pyright: ignore[reportMissingSuperCall]
        self._found = found

    @cached_property
    def data(self) -> list[ValueT]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return list(self._found)


def places(content: str) -> Node:
    """Return the value of a JSON text, with its place.

    >>> members = places('{"a": [1, 20]}').members
    >>> [(each.key, each.value.start, each.value.end) for each in members]
    [('a', 6, 13)]
    """
    return _value(content, len(content) - len(content.lstrip(" \t\n\r")))


def _value(content: str, start: int) -> Node:
    """Return the value that begins at an offset."""
    value, end = _skip(content, start)
    if content[start] == "[":
        return Node(start, end, items=_Inside(_items(content, start)))
    if content[start] == "{":
        return Node(start, end, members=_Inside(_members(content, start)))
    if isinstance(value, float):
        value = number(content[start:end])  # `1.0` is a whole number
    return Node(start, end, value)


def _items(content: str, at: int) -> Iterator[Node]:
    """Yield the values of the list that begins at an offset."""
    while before := _ITEM.match(content, at):
        value = _value(content, before.end())
        yield value
        at = value.end


def _members(content: str, at: int) -> Iterator[Member]:
    """Yield the members of the object that begins at an offset."""
    while before := _KEY.match(content, at):
        start, end = before.span(1)
        key = json.loads(before[1]) if "\\" in before[1] else before[1][1:-1]
        value = _value(content, before.end())
        yield Member(key, start, end, value)
        at = value.end
