"""Where the values of sound JSON stand, found by skipping those before them.

The C scanner of the standard library skips a value. What is inside a list or object is looked for
as far as somebody asks for it, so that the way to one value costs no tree of all the others.
"""

from __future__ import annotations

import json
import re
from collections import UserList
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any, TypeVar

from ..tree import Member, Node
from .numbers import number

ValueT = TypeVar("ValueT")

_SPACE = r"[ \t\n\r]*+"
_KEY = re.compile(rf'{_SPACE}[,{{]{_SPACE}("[^"\\]*+(?:\\.[^"\\]*+)*+"){_SPACE}:{_SPACE}')
"""What stands before a value in an object, with its key."""
_ITEM = re.compile(rf"{_SPACE}[,\[]{_SPACE}(?!\])")
"""What stands before a value in a list."""

_DECODER: Any = json.JSONDecoder()
_skip: Callable[[str, int], tuple[Any, int]] = _DECODER.scan_once


class _Inside(UserList[ValueT]):
    """What stands inside a list or object, looked for as far as it is asked for."""

    def __init__(self, rest: Iterator[ValueT]) -> None:  # pyright: ignore[reportMissingSuperCall]
        self._found = list[ValueT]()
        self._rest = rest

    def __getattr__(self, name: str) -> list[ValueT]:
        if name != "data":
            raise AttributeError(name)
        self._found += self._rest
        self.data = self._found
        return self.data

    def __iter__(self) -> Iterator[ValueT]:
        for at in count():
            if at == len(self._found):
                self._found += islice(self._rest, 1)
            if at == len(self._found):
                return
            yield self._found[at]

    def __getitem__(self, i: Any) -> Any:
        known: Any = self._found
        if isinstance(i, slice) or i < 0:
            known = self.data
        elif i >= len(known):
            known += islice(self._rest, i + 1 - len(known))
        return known[i]


class _Holder(Node, gc=False):
    """A sound list or object in `content`, whose end is looked for when it is first asked for.

    In an object, only a `repeatable` key stands more than once. `value` is what it is without
    places, None if that is not known.
    """

    content: str = ""
    repeatable: frozenset[str] = frozenset()
    value: Any = None
    unseen: Iterator[Member] = iter(())
    """The members that are not known by their keys yet."""

    @property
    def end(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Where it ends."""
        known: int = _END.__get__(self)
        if known < 0:
            _, known = _skip(self.content, self.start)
            _END.__set__(self, known)
        return known

    @end.setter
    def end(self, end: int) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        _END.__set__(self, end)

    def named(self, key: str) -> list[Member]:
        """The members with a key."""
        if self._by_key is None:
            members = () if self.members is None else self.members
            self._by_key, self.unseen = {}, iter(members)
        if key not in self._by_key or key in self.repeatable:
            for member in self.unseen:
                self._by_key.setdefault(member.key, []).append(member)
                if member.key == key and key not in self.repeatable:
                    break
        return self._by_key.get(key, [])

    def lacks(self) -> bool:
        """Whether it could not be read, as it stands where nobody knows what is meant."""
        return self.unread

    def plain(self, repeatable: frozenset[str] = frozenset()) -> Any:
        """The value without positions."""
        known = self.value is not None and not self.unread and repeatable == self.repeatable
        return self.value if known else Node.plain(self, repeatable)


_END: Any = Node.__dict__["end"]
"""Where a holder keeps its end."""


def places(content: str, repeatable: frozenset[str] = frozenset()) -> Node:
    """The value of a text and where it stands; the text is one of which there is nothing to report.

    No key stands twice in an object but those that are `repeatable`.

    >>> members = places('{"a": [1, 20]}').members
    >>> [(each.key, each.value.start, each.value.end) for each in members]
    [('a', 6, 13)]
    """
    start = len(content) - len(content.lstrip(" \t\n\r"))
    return _value(content, start, repeatable)


def placed(content: str, start: int, end: int, value: Any, repeatable: frozenset[str]) -> Node:
    """The list or object that stands somewhere in a text, and is sound."""
    holder = _holder(content, start, repeatable)
    holder.value = value
    holder.end = end
    return holder


def _value(content: str, start: int, repeatable: frozenset[str]) -> Node:
    """The value that begins somewhere."""
    if content[start] in "[{":
        return _holder(content, start, repeatable)
    value, end = _skip(content, start)
    if isinstance(value, float):
        value = number(content[start:end])  # `1.0` is a whole number
    return Node(start, end, value)


def _holder(content: str, start: int, repeatable: frozenset[str]) -> _Holder:
    """The list or object that begins somewhere."""
    holder = _Holder(start, content=content, repeatable=repeatable)
    if content[start] == "[":
        holder.items = _Inside(_items(content, start, repeatable))
    else:
        holder.members = _Inside(_members(content, start, repeatable))
    return holder


def _items(content: str, at: int, repeatable: frozenset[str]) -> Iterator[Node]:
    """The values of the list that begins somewhere."""
    while before := _ITEM.match(content, at):
        value = _value(content, before.end(), repeatable)
        yield value
        at = value.end


def _members(content: str, at: int, repeatable: frozenset[str]) -> Iterator[Member]:
    """The members of the object that begins somewhere."""
    while before := _KEY.match(content, at):
        start, end = before.span(1)
        key = json.loads(before[1]) if "\\" in before[1] else before[1][1:-1]
        value = _value(content, before.end(), repeatable)
        yield Member(key, start, end, value)
        at = value.end
