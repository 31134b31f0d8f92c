"""A tree of values with their places in the text.

Both JSON and YAML are read into such a tree if source locations are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, cast

from msgspec import Struct


class Unread:
    """Stands for a value that could not be read; the only instance is UNREAD."""

    def __deepcopy__(self, memo: object) -> Unread:
        return self

    def __repr__(self) -> str:
        return "UNREAD"


UNREAD = Unread()


class Member(Struct, gc=False):
    """A key of an object, the span of the key, and its value.

    `doubtful`: whether something was wrong with the key's spelling. `again`: whether the object
    already has the key, which may not be repeated.
    """

    key: str
    start: int
    end: int
    value: Node
    doubtful: bool = False
    again: bool = False


class Node(Struct, gc=False):
    """A value and its span.

    An object has members, an array has items, and anything else has a scalar. Nodes are not tracked
    by the garbage collector, as a tree has no cycles (`gc`). `unread`: whether the value could not
    be read completely; `plain` then returns UNREAD. `doubtful`: whether a reported slip may be why
    the value has the wrong type or one item too many.
    """

    start: int
    end: int = -1
    scalar: Any = None
    items: MutableSequence[Node] | None = None
    members: MutableSequence[Member] | None = None
    unread: bool = False
    doubtful: bool = False
    _by_key: dict[str, list[Member]] | None = None

    @property
    def written(self) -> bool:
        """Whether the value is in the text; the span of an omitted value is empty."""
        return self.start < self.end

    def lacks(self) -> bool:
        """Return whether the value or anything in it could not be read."""
        return any(each.unread or each.scalar is UNREAD for each in self.nodes())

    def is_null(self) -> bool:
        """Return whether the value is null, or nothing where one is expected."""
        return not self.unread and self.scalar is self.items is self.members is None

    def inner(self) -> list[Node]:
        """Return the values in a list or an object."""
        return [*(self.items or ()), *(member.value for member in self.members or ())]

    def nodes(self) -> Iterator[Node]:
        """Yield the value and all values inside it."""
        yield self
        for each in self.inner():
            yield from each.nodes()

    def drop(self, gone: AbstractSet[int]) -> None:
        """Remove the items or members with the given identities (`id`)."""
        if self.items is not None:
            self.items = [each for each in self.items if id(each) not in gone]
        if self.members is not None:
            self.members = [each for each in self.members if id(each) not in gone]
        self._by_key = None

    def rename(self, key: str, name: str) -> None:
        """Rename the members with the given key."""
        for member in self.named(key):
            member.key = name
        self._by_key = None

    def named(self, key: str) -> list[Member]:
        """Return the members with the given key."""
        if self._by_key is None:
            self._by_key = {}
            for member in self.members or ():
                self._by_key.setdefault(member.key, []).append(member)
        return self._by_key.get(key, [])

    def plain(self, repeatable: frozenset[str] = frozenset()) -> Any:
        """Return the value without source locations.

        A repeatable key that is repeated gets a list of all its values; any other repeated key gets
        its last value.
        """
        if self.unread:
            return UNREAD
        if self.items is not None:
            return [item.plain(repeatable) for item in self.items]
        if self.members is None:
            return self.scalar
        pairs = [(member.key, member.value.plain(repeatable)) for member in self.members]
        return gather(pairs, repeatable)


class Many(list[Any]):
    """The values of a repeated key."""


def gather(pairs: list[tuple[str, Any]], repeatable: frozenset[str]) -> dict[str, Any]:
    """Return an object with these keys and values.

    >>> gather([("round", 1), ("round", 2)], frozenset({"round"}))
    {'round': [1, 2]}
    """
    value = dict(pairs)
    if len(value) < len(pairs):
        for key in repeatable & value.keys():
            values = [each for name, each in pairs if name == key]
            if len(values) > 1:
                value[key] = Many(values)
    return value


_KINDS = (list, dict)
"""The types that hold other values; a tuple is much quicker to check than a union."""


def copied(value: Any) -> Any:
    """Return a deep copy of a value; `copy.deepcopy` is slower."""
    if type(value) is dict:
        return {key: copied(each) for key, each in cast(dict[str, Any], value).items()}
    if type(value) is list:
        return [copied(each) for each in cast(list[Any], value)]
    if not isinstance(value, _KINDS):
        return value
    from copy import deepcopy  # slow to import

    return deepcopy(cast(Any, value))


def is_deep(value: object, depth: int) -> bool:
    """Return whether lists or objects in a value are nested to this depth.

    >>> is_deep([{"a": []}], 2), is_deep([{"a": 0}], 2)
    (True, False)
    """
    level: list[Iterable[Any]] = [[value]]
    for _ in range(depth + 1):
        level = [
            each.values() if isinstance(each, dict) else each
            for each in chain.from_iterable(level)
            if isinstance(each, _KINDS)
        ]
        if not level:
            return False
    return True


def find(
    root: Node, path: Sequence[str], repeatable: frozenset[str] = frozenset()
) -> tuple[Node, Member | None, list[str]]:
    """Return the value at a path or the nearest one above it, its member, and the path found.

    An index after a repeatable key selects one of its repetitions.
    """
    node, member = root, None
    found: list[str] = []
    parts = list(path)
    while parts:
        part = parts.pop(0)
        if node.items is not None:
            try:
                node, member = node.items[int(part) if part.isdecimal() else len(node.items)], None
            except IndexError:
                break
        else:
            same = node.named(part)
            if not same:
                break
            member = same[-1]
            if part in repeatable and parts and parts[0].isdecimal():
                found.append(part)
                part = parts.pop(0)
                member = same[min(int(part), len(same) - 1)]
            node = member.value
        found.append(part)
    return node, member, found


def split_pointer(pointer: str) -> list[str]:
    """Return the parts of a JSON pointer (RFC 6901).

    >>> split_pointer("/rounds/0/a~1b")
    ['rounds', '0', 'a/b']
    """
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def pointer(*parts: str | int) -> str:
    """Return a JSON pointer (RFC 6901) with these parts."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)
