"""Records inside other JSON, such as `{"event": "Cup", "games": [{"id": 7, "record": {…}}]}`.

An object that declares a format in its first key, or a known format in another key, is a record.
Since a slip in the format could hide a record, values in the same place in other items of a list
also count as records, as do all items of a list named `matches`, `games` or `records`. Any other
value is reported, since no record can hold it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ....findings import Finding, amount
from ... import codes
from ...interface.catalog import described
from ...text.place import place
from ...text.respelt import RespeltText
from ...text.text import Text
from ..tree import Member, Node
from .places import places

_DECLARES = re.compile(r'\{\s*+"format"\s*+:\s*+"[a-z0-9_-]++/[a-z0-9_-]++"')
_SIGN = re.compile(r'"(?:[^"\\\r\n]|\\.)*+"|[{}]')
_MOST_NAMED = 3
"""How many keys a message names."""
_LONGEST = 40
"""The maximum length of a value in a message."""

_Path: TypeAlias = tuple[str, ...]
"""The keys that lead to a value; an item of a list has the empty key, and `*` is any name."""
_Span: TypeAlias = tuple[int, int]
_LISTS: tuple[_Path, ...] = (), ("matches",), ("games",), ("records",)
"""The paths of lists of records."""


def nested(text: Text) -> tuple[list[Text], list[Finding], tuple[tuple[str, str], ...]] | None:
    """Return the records in other JSON, the findings, and the values beside the records.

    Return None if the text is a record itself or has no records. Values beside the records are a
    note; damaged JSON around them is an error.
    """
    content = text.content
    spans = _spans(content)
    if not spans or content[: spans[0][0]].lstrip()[:1] not in ("[", "{"):
        return None
    around = RespeltText(text, [(*each, "0") for each in spans])
    try:
        json.loads(around.content)
        values = _Values(_offsets(spans))
        root = places(around.content)
        if any(each.key == "format" for each in root.members or ()):
            return None
        values.search(root)
        values.fill(root)
        values.divide(root)
    except json.JSONDecodeError as error:
        at = around.origin(error.pos)
        why = "the JSON around the records is damaged here"
        finding = place(Finding(rule=codes.JSON_SYNTAX, message=why), text, at, at)
        return [text.part(*each) for each in spans], [finding], ()
    except RecursionError:
        return None
    others, beside, names = (
        [(around.origin(start), around.origin(end)) for start, end in each]
        for each in (values.others, values.beside, values.names)
    )
    notes = [_note(text, beside, names)] if beside or names else []
    lost = [("values beside the records", _shown(text, each)) for each in beside]
    lost += [("names of records", _shown(text, each)) for each in names]
    return [text.part(*each) for each in sorted([*spans, *others])], notes, tuple(lost)


def _spans(content: str) -> list[tuple[int, int]]:
    """Return the spans of the objects that declare a format; none if one of them never ends."""
    spans, end = list[tuple[int, int]](), 0
    for found in _DECLARES.finditer(content):
        if found.start() < end:
            continue
        depth = 0
        for sign in _SIGN.finditer(content, found.start()):
            depth += (sign[0] == "{") - (sign[0] == "}")
            if not depth:
                end = sign.end()
                break
        else:
            return []
        spans.append((found.start(), end))
    return spans


def _offsets(spans: list[tuple[int, int]]) -> set[int]:
    """Return where spans begin once each is replaced by one character."""
    found, gone = set[int](), 0
    for start, end in spans:
        found.add(start - gone)
        gone += end - start - 1
    return found


class _Values:
    """The values in a text whose declared records are replaced by placeholders.

    All spans are in that text.
    """

    def __init__(self, records: set[int]) -> None:
        """`records` has the offsets of the placeholders."""
        self._replaced = records
        self._paths = set[_Path]()
        self._full = set[int]()
        self.others = list[_Span]()
        """The other records."""
        self.beside = list[_Span]()
        """The keys and items that are not read."""
        self.names = list[_Span]()
        """The keys that may be names of records."""

    def search(self, node: Node, path: _Path = ()) -> None:
        """Find the places of declared records."""
        if self._is_declared(node):
            self._paths.add(path)
            return
        for value, inside, _ in _values(node, path):
            self.search(value, inside)

    def fill(self, node: Node, path: _Path = ()) -> bool:
        """Find the values with records in them; return whether this one is or has a record."""
        if self._is_declared(node):
            return True
        found = [self.fill(value, inside) for value, inside, _ in _values(node, path)]
        if any(found):
            self._full.add(node.start)
        return any(found) or self._is_beside(node, path)

    def divide(self, node: Node, path: _Path = ()) -> None:
        """Divide a value that contains records into the records and anything else."""
        names = dict[str, _Span]()
        for value, inside, where in _values(node, path):
            if value.start in self._full or (value.items and inside in _LISTS):
                self.divide(value, inside)
            elif self._is_record(value, inside):
                if value.start not in self._replaced:
                    self.others.append((value.start, value.end))
            else:
                if not _is_empty(value):
                    self.beside.append((where.start, where.end))
                continue
            if isinstance(where, Member):
                names[where.key] = where.start, where.end
        self.names += names.values() if len(names) > 1 else ()

    def _is_declared(self, node: Node) -> bool:
        if node.start in self._replaced:
            return True
        declared = (each.value.scalar for each in node.members or () if each.key == "format")
        return any(isinstance(each, str) and each in described() for each in declared)

    def _is_beside(self, node: Node, path: _Path) -> bool:
        """Return whether a value is in a place where other items have a record."""
        return path in self._paths and (path[-1] != "*" or node.members is not None)

    def _is_record(self, node: Node, path: _Path) -> bool:
        """Return whether a value that contains no records is a record itself."""
        is_item = path[-1] == "" and path[:-1] in _LISTS
        return is_item or self._is_declared(node) or self._is_beside(node, path)


def _values(node: Node, path: _Path) -> Iterator[tuple[Node, _Path, Member | Node]]:
    """Yield the values in a list or object, their paths, and where they are."""
    is_named = len(path) == 1 and path in _LISTS
    for each in node.items or ():
        yield each, (*path, ""), each
    for each in node.members or ():
        yield each.value, (*path, "*" if is_named else each.key), each


def _is_empty(node: Node) -> bool:
    return not node.members and not node.items and node.scalar in (None, "")


def _note(text: Text, beside: Sequence[_Span], names: Sequence[_Span]) -> Finding:
    """Return a note about everything outside the records, placed at the first of it."""
    kinds = (
        ("beside the records, this is not read", beside),
        ("names of records are not kept", names),
    )
    why = "; ".join(f"{what}: {_named(text, each)}" for what, each in kinds if each)
    finding = Finding(rule=codes.TEXT_AROUND, message=why)
    return place(finding, text, *min([*beside, *names]))


def _named(text: Text, spans: Sequence[_Span]) -> str:
    named = list(dict.fromkeys(_shown(text, each) for each in spans))
    more = f" and {amount(len(named) - _MOST_NAMED, 'other')}" if named[_MOST_NAMED:] else ""
    return " and ".join(named[:_MOST_NAMED]) + more


def _shown(text: Text, span: _Span) -> str:
    """Return a key or value as it is written, shortened if it is long."""
    said = " ".join(text.content[slice(*span)].split())
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"
