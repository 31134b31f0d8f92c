"""Place findings about a record, and their fixes, in the record's JSON or YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Edit, Finding, Fix
from .. import codes
from ..text.place import edit, place, replacing
from ..text.text import Text
from .tree import Node, find, split_pointer

_UNIT = re.compile(r"\\u[dD][89abAB]..(?:\\u....)?|\\u....|\\.|.", re.DOTALL)
"""A character in a JSON string, possibly written as a surrogate pair."""


class TreePlaces(Struct, frozen=True):
    """Places findings in a text whose tree is `root`.

    `path` returns the path in the text for a pointer into the canonical record; `written` writes a
    string in the style of the existing one, and `narrow` finds the characters of a string that a
    finding is about.
    """

    text: Text
    root: Node
    path: Callable[[str], list[str]] = split_pointer
    repeatable: frozenset[str] = frozenset()
    written: Callable[[str, str], str] | None = None
    narrow: Callable[[Finding, str], tuple[int, int] | None] | None = None

    def place(self, finding: Finding) -> Finding:
        """Return the finding with its place, and with the edits of any fix.

        A finding about an unknown key is placed at the key. If a place does not exist, the start of
        the nearest value above it is used.
        """
        path = self.path(finding.pointer or "")
        node, member, found = find(self.root, path, self.repeatable)
        start, end = node.start, node.end
        if len(found) < len(path):
            end = start + 1
        elif member is not None and finding.rule is codes.UNKNOWN_KEY:
            start, end = member.start, member.end
        elif self.narrow is not None and isinstance(node.scalar, str):
            span = self.narrow(finding, node.scalar)
            start, end = (start, end) if span is None else self._narrowed(node, *span)
        return self._fixed(place(finding, self.text, start, end))

    def _narrowed(self, node: Node, first: int, last: int) -> tuple[int, int]:
        """Return the span of the given characters in a string."""
        units = _UNIT.finditer(self.text.content, node.start + 1, node.end - 1)
        offsets = [node.start + 1, *(each.end() for each in units)]
        return offsets[min(first, len(offsets) - 1)], offsets[min(last, len(offsets) - 1)]

    def _fixed(self, finding: Finding) -> Finding:
        fix = finding.fix
        made = None if fix is None else self._edits(fix)
        if fix is None or made is None:
            return finding.but(fix=None)
        return finding.but(fix=replace(fix, edits=(*fix.edits, *made)))

    def _edits(self, fix: Fix) -> tuple[Edit, ...] | None:
        edits = list[Edit]()
        changed = (self._changed(where, value) for where, value in fix.changes)
        renamed = (self._renamed(where, name) for where, name in fix.renames)
        removed = map(self._removed, fix.removals)
        for made in (*changed, *renamed, *removed):
            if made is None:
                return None
            edits += made
        return tuple(edits)

    def _changed(self, where: str, value: object) -> tuple[Edit, ...] | None:
        """Return edits that set the value at a place, or None if the place must be added first."""
        path = self.path(where)
        node, _, found = find(self.root, path, self.repeatable)
        if self.written is not None and isinstance(value, str) and isinstance(node.scalar, str):
            value = self.written(node.scalar, value)
        new, text = json.dumps(value, ensure_ascii=False), self.text
        if len(found) == len(path):
            if text.position(node.start) == text.position(node.end):
                return None  # it is absent from the text
            items = self._items(node, value)
            if items is not None:
                return items
            written = text.content[node.start : node.end]
            if isinstance(value, str) and written[:1] not in ('"', "'"):
                new = value  # a plain scalar of YAML
            if (
                isinstance(node.scalar, str)
                and isinstance(value, str)
                and "\\" not in written + new
            ):
                return replacing(text, node.start, node.end, new)
            return (edit(text, node.start, node.end, new),)
        last = node.members[-1].value if node.members else None
        if last is None or not last.written or text.content[node.start] != "{":
            return None
        return (edit(text, last.end, last.end, f", {json.dumps(path[-1])}: {new}"),)

    def _items(self, node: Node, value: object) -> tuple[Edit, ...] | None:
        """Return edits for only the numbers that change in a list, or None for any other list."""
        due = [*cast(Iterable[object], value)] if isinstance(value, list | tuple) else []
        items = node.items or []
        written = [item.scalar for item in items]
        numbers = all(isinstance(each, int) for each in (*written, *due))
        if not numbers or not items or len(items) != len(due):
            return None
        pairs = zip(items, due, strict=True)
        return tuple(
            edit(self.text, item.start, item.end, json.dumps(right))
            for item, right in pairs
            if item.scalar != right
        )

    def _removed(self, where: str) -> tuple[Edit, ...] | None:
        """Return the edits that remove a list item or a member, with its comma and space."""
        *above, last = self.path(where)
        node, _, found = find(self.root, above, self.repeatable)
        if len(found) < len(above) or self.text.content[node.start] not in "[{":
            return None
        spans = [(each.start, each.end) for each in node.items or ()]
        spans += [(each.start, each.value.end) for each in node.members or ()]
        keys = [each.key for each in node.members or ()] or [*map(str, range(len(spans)))]
        if last not in keys:
            return None
        at = keys.index(last)
        start, end = spans[at]
        if at:
            start = spans[at - 1][1]
        elif len(spans) > 1:
            end = spans[1][0]
        return (edit(self.text, start, end, ""),)

    def _renamed(self, where: str, name: str) -> tuple[Edit, ...] | None:
        """Return the edits that rename a key."""
        _, member, found = find(self.root, path := self.path(where), self.repeatable)
        if member is None or len(found) < len(path):
            return None
        written = self.text.content[member.start : member.end]
        return replacing(self.text, member.start, member.end, written.replace(member.key, name))
