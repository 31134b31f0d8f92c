"""Read the rest of JSON that is damaged or does not fit its schema, and place findings in it.

A sound text does not need this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Finding
from ...replayer.codes import NOTHING_TO_ANNOTATE
from ...replayer.record import GameRecord
from ..interface.notation import Notation, Reading
from ..text.place import place, reworded, span_in_tree
from .json.text import JsonText
from .mapping import JsonMapping, with_schema
from .remainder import Lost, Remainder
from .tree import UNREAD, Many, Node, find, pointer, split_pointer
from .tree_fixes import TreeFixes

RecordT = TypeVar("RecordT", bound=GameRecord[Any])

_UNIT = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL)


def read_rest(
    notation: Notation[RecordT],
    mapping: JsonMapping[RecordT],
    document: JsonText,
    reference: str | None,
) -> Reading[RecordT]:
    """Read the rest of a text that is not JSON, or does not fit its schema."""
    root, value = document.tree(), document.value
    if root is None or value is UNREAD:
        return Reading(notation, document.found.all(), whole=False)
    for key in mapping.repeatable:
        if isinstance(value, dict) and key in value:
            known = cast(dict[str, Any], value)
            known[key] = known[key] if isinstance(known[key], Many) else Many([known[key]])
    rest = Remainder(mapping.schema, value, root, mapping.assume, mapping.parts)
    placer = Placer(document, mapping, tuple(rest.lost))
    if document.displaced and rest.misfits:
        return Reading(notation, document.found.all(), whole=False)
    for each in rest.misfits:
        document.found.add(placer.place(each.finding))
    for node, key, name in rest.renamed:
        node.rename(key, name)
    if mapping.inspect is not None and rest.values:
        for each in mapping.inspect(document, rest.values[0]):
            document.found.add(each)
    records = [with_schema(mapping.build(each), reference) for each in rest.values]
    whole = document.whole and not rest.misfits and bool(records)
    if not records:
        return Reading(notation, document.found.all(), whole=False)
    lacking = mapping.lacks(records[0])
    if lacking is not None:
        if not any(each.key_only and len(each.path) == 1 for each in rest.lost):
            document.found.add(placer.place(lacking.finding()))
        records = [replace(each, **{lacking.key: lacking.value}) for each in records]
        whole = False
    found, others = document.found.all(), tuple(records[1:])
    return Reading(notation, found, records[0], whole, placer.place_independent, others=others)


class Placer(Struct, Generic[RecordT], frozen=True):
    """Places findings about a record in its JSON."""

    document: JsonText
    mapping: JsonMapping[RecordT]
    lost: tuple[Lost, ...] = ()

    def place_independent(self, finding: Finding) -> Finding | None:
        """Return the placed finding, None if it may only follow from what could not be read."""
        path = self._path(finding.pointer or "")
        follows = any(self._follows(finding, path, each) for each in self.lost)
        return None if follows or self._in_doubt(path) else self.place(finding)

    def _in_doubt(self, path: list[str]) -> bool:
        """Return whether a finding is about a list, or a word in it, that may have one too many."""
        root = self.document.tree()
        if root is None:
            return False
        node, _, found = find(root, path, self.mapping.repeatable)
        above, _, _ = find(root, path[:-1], self.mapping.repeatable)
        is_word = node.items is None and node.members is None
        return len(found) == len(path) and (node.in_doubt or (is_word and above.in_doubt))

    def _follows(self, finding: Finding, path: list[str], lost: Lost) -> bool:
        if finding.rule is NOTHING_TO_ANNOTATE and "annotations" not in lost.path:
            return True  # An annotated ply may be among those that could not be read.
        if lost.key_only:
            root = self.document.tree()
            *above, _ = lost.path
            # The unknown key may be the one that is reported as missing, or an option.
            return (
                above == [self.mapping.options] and self.mapping.follows(finding, lost.path)
            ) or (
                root is not None
                and path[: len(above)] == list(map(str, above))
                and len(find(root, path, self.mapping.repeatable)[2]) < len(path)
            )
        return lost.holds(path) or self.mapping.follows(finding, lost.path)

    def place(self, finding: Finding) -> Finding:
        """Return the finding with line, column and edits, and a pointer into the text."""
        root = self.document.tree()
        if root is None or finding.pointer is None:
            return finding
        path = self._path(finding.pointer)
        node, start, end = span_in_tree(finding, root, path, self.mapping.repeatable)
        if node is not None and isinstance(node.scalar, str):
            start, end = self._narrowed(finding, node)
        mapping = self.mapping
        fixes = TreeFixes(self.document.text, root, self._path, mapping.repeatable, mapping.written)
        if mapping.reword is not None:
            finding = reworded(finding, mapping.reword)
        for key, words in mapping.absent.items():
            if len(find(root, there := [*path[:-1], key], mapping.repeatable)[2]) < len(there):
                finding = finding.but(message=finding.message.replace(*words))
        placed = fixes.fixed(place(finding, self.document.text, start, end))
        return placed.but(pointer=pointer(*self._shown(path)))

    def _path(self, where: str) -> list[str]:
        path = split_pointer(where)
        return path if self.mapping.translate is None else self.mapping.translate(path)

    def _shown(self, path: list[str]) -> Iterator[str]:
        """Yield the parts of the path without the numbers that distinguish repeated keys."""
        for before, part in zip(["", *path], path, strict=False):
            if before not in self.mapping.repeatable or not part.isdecimal():
                yield part

    def _narrowed(self, finding: Finding, node: Node) -> tuple[int, int]:
        """Return the span of the characters of a string that a finding is about."""
        span = None if self.mapping.narrow is None else self.mapping.narrow(finding, node.scalar)
        if span is None:
            return node.start, node.end
        raw = self.document.text.content[node.start + 1 : node.end - 1]
        offsets = [node.start + 1]
        for unit in _units(raw):
            offsets.append(offsets[-1] + unit)
        return offsets[min(span[0], len(offsets) - 1)], offsets[min(span[1], len(offsets) - 1)]


def _units(raw: str) -> Iterator[int]:
    """Yield the lengths of the characters of a JSON string as they are written."""
    pair = False
    for match in _UNIT.finditer(raw):
        unit = match[0]
        if pair:
            # The second half of a surrogate pair belongs to the character before.
            pair = False
            continue
        pair = unit[:3].lower() in ("\\ud",) and unit[3:4].lower() in "89ab" and len(unit) == 6
        yield len(unit) * (2 if pair else 1)
