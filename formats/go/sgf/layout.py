"""How the nodes of a game are laid out: which properties each has, and in which order.

A record has fields for moves, comments, marks and the like, and keeps all other properties. If the
layout is not the one that kifu would write, the properties of an annotation describe it: `;` begins
a node, a name without values stands for the value of a field, and a name with values is a field
that is written differently (`KM[6.50]`). In a variation, `(` gives the number of nodes since the
last move after which it branches off, if other nodes without a move follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from ....replayer.play.annotation import Property
from .properties import FIELDS, GLYPHS, PAIRS, SETUPS, SHAPES, canonical, claims

Item: TypeAlias = tuple[str, tuple[str, ...]]
"""A property: its key, and its values as written."""
Items: TypeAlias = list[Item]

ONCE = ("BL", "WL", "V", "N")
"""Properties whose field holds one value."""
NODE, BRANCH = ";", "("
CHARSET: Item = ("CA", ("UTF-8",))
HEAD: Items = [("FF", ("4",)), CHARSET, ("GM", ("1",))]
"""The first properties of a root."""
ORDER = {
    key: number
    for number, key in enumerate(
        dict.fromkeys(
            (
                *FIELDS,
                *SETUPS,
                "BL",
                "WL",
                *(key for key, _ in GLYPHS.values()),
                "N",
                "C",
                "V",
                *SHAPES,
            )
        )
    )
}


class Group:
    """The nodes from a move up to the next one, or those before the first move of a line.

    `head` are the first properties of a root, `first` is the move, `typed` are values of fields,
    `settings` changes of the position, and `others` are the remaining properties.
    """

    def __init__(self, head: Iterable[Item] = (), first: Iterable[Item] = ()) -> None:
        self.head: Items = list(head)
        self.first: Items = list(first)
        self.typed: Items = []
        self.keys: set[str] = set()
        """The keys of the typed values."""
        self.settings: list[Items] = []
        self.others: Items = []
        self._pairs: dict[str, tuple[int, set[tuple[str, str]]]] = {}
        """For each kind of separate marks, its place among the typed values, and its claims."""

    def add(self, key: str, values: tuple[str, ...]) -> None:
        """Add the value of a field; separate marks of one kind become a single property."""
        if key in PAIRS:
            own = {*claims(key, values)}
            at, claimed = self._pairs.get(key, (-1, own))
            if at >= 0 and claimed.isdisjoint(own):
                self.typed[at] = (key, self.typed[at][1] + values)
                claimed |= own
                return
            self._pairs[key] = len(self.typed), own
        self.keys.add(key)
        self.typed.append((key, values))

    def usual(self) -> list[Items]:
        """Return the nodes in the usual layout."""
        first: Items = [*self.head, *self.first]
        more: list[Items] = []
        seen: set[str] = set()
        claimed: set[tuple[str, str]] = set()
        for each in sorted(self.typed, key=lambda each: ORDER[each[0]]):
            own = {*claims(*each)}
            if each[0] in seen or claimed & own:
                more.append([each])
            else:
                first.append(each)
                claimed |= own
            seen.add(each[0])
        first += self.others
        return [*([first] if first else []), *more, *self.settings]

    def laid_out(self, layout: Sequence[Property]) -> Iterator[Items]:
        """Yield the nodes in a given layout."""
        left = {key: list[tuple[str, ...]]() for key, _ in self.typed}
        for key, values in self.typed:
            left[key].append(values)
        first, settings = list(self.first), list(self.settings)
        named = {each.key for each in layout}
        for number, node in enumerate(nodes_of(layout)):
            items: Items = []
            setting = dict[str, tuple[str, ...]]()
            if any(each.key in SETUPS for each in node) and settings:
                setting = dict(settings.pop(0))
            for each in node:
                item = self._item(each, dict(first), setting, left)
                if item is not None:
                    items.append(item)
            items += setting.items()
            if number == 0:
                for key, several in left.items():
                    if several and key not in named:
                        items.append((key, several.pop(0)))
            yield items
        for key, several in left.items():
            yield from ([(key, values)] for values in several)
        yield from settings

    def _item(
        self,
        said: Property,
        first: dict[str, tuple[str, ...]],
        setting: dict[str, tuple[str, ...]],
        left: dict[str, list[tuple[str, ...]]],
    ) -> Item | None:
        """Return the property that a part of a layout stands for."""
        key, values = said.key, said.values
        if key in first:
            usual = first[key]
            same = canonical(key, values) == usual or (usual == ("",) and values == ("tt",))
            return key, (values if values and same else usual)
        meant = canonical(key, values) if values else None
        if values and meant is None:  # no field can hold it
            return key, values
        if key in setting:
            usual = setting.pop(key)
        elif left.get(key):
            usual = left[key].pop(0)
            if key in PAIRS and 0 < len(values) < len(usual):
                left[key].insert(0, usual[len(values) :])
                usual = usual[: len(values)]
        else:
            is_other = not self._has_field(key) or (key in ONCE and key in left)
            return (key, values) if values and is_other else None
        return key, (values if meant == usual else usual)

    def _has_field(self, key: str) -> bool:
        """Return whether a field holds a property in these nodes."""
        if key in FIELDS:
            return bool(self.head)
        if key in ("BL", "WL"):
            return not self.head and any(each[0] == key[0] for each in self.first)
        if key == "N":  # only in the first node of a variation
            return key in self.keys
        return key in ORDER or key in ("B", "W")


def nodes_of(layout: Iterable[Property]) -> list[list[Property]]:
    """Return the nodes of a layout."""
    nodes = list[list[Property]]()
    for each in layout:
        if each.key == NODE or not nodes:
            nodes.append([])
        if each.key != NODE:
            nodes[-1].append(each)
    return nodes


def is_layout(properties: Sequence[Property]) -> bool:
    """Return whether the properties of an annotation describe the layout of nodes."""
    return any(each.key == NODE for each in properties)
