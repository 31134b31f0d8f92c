"""Salvage JSON that is damaged or does not fit its schema, and place findings in it.

This is not needed for valid texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct

from ...findings import Finding
from ...replayer.codes import NOTHING_TO_ANNOTATE
from ...replayer.record import GameRecord
from ..text.place import reworded
from .json.text import JsonText
from .mapping import JsonMapping
from .remainder import Lost, Remainder
from .tree import UNREAD, Many, find, pointer, split_pointer
from .tree_places import TreePlaces

RecordT = TypeVar("RecordT", bound=GameRecord[Any])


def remains(document: JsonText, mapping: JsonMapping[Any]) -> Remainder | None:
    """Report why JSON is invalid or does not fit its schema, and return what can be read of it.

    Return None if nothing can be read.
    """
    root, value = document.tree(), document.value
    if root is None or value is UNREAD:
        return None
    repeatable = mapping.repeatable
    for key in repeatable:
        if isinstance(value, dict) and key in value:
            known = cast(dict[str, Any], value)
            known[key] = known[key] if isinstance(known[key], Many) else Many([known[key]])
    schema, content = mapping.schema, document.text.content
    rest = Remainder(schema, value, root, content, mapping.assume, mapping.parts, repeatable)
    if document.displaced and rest.misfits:
        return None
    placer = Placer(document, mapping)
    for each in rest.misfits:
        document.found.add(placer.placed(each.finding))
    for node, key, name in rest.renamed:
        node.rename(key, name)
    return rest


class Placer(Struct, Generic[RecordT], frozen=True):
    """Places findings about a record in its JSON."""

    document: JsonText
    mapping: JsonMapping[RecordT]
    lost: tuple[Lost, ...] = ()

    def place(self, finding: Finding) -> Finding | None:
        """Return the finding with its place, or None if an unreadable part may be its cause."""
        path = self._path(finding.pointer or "")
        if finding.rule in self.mapping.words:
            follows = any(each.holds(path) for each in self.lost)
        else:
            follows = any(self._follows(finding, path, each) for each in self.lost)
            follows = follows or self._in_doubt(path)
        return None if follows else self.placed(finding)

    def _in_doubt(self, path: list[str]) -> bool:
        """Return whether a finding is in a list that may have one item too many."""
        root = self.document.tree()
        if root is None:
            return False
        node, _, found = find(root, path, self.mapping.repeatable)
        if node.items is None and node.members is None:
            node, _, _ = find(root, path[:-1], self.mapping.repeatable)
        return len(found) == len(path) and node.items is not None and node.doubtful

    def _follows(self, finding: Finding, path: list[str], lost: Lost) -> bool:
        if finding.rule is NOTHING_TO_ANNOTATE and "annotations" not in lost.path:
            return True  # The annotated ply may be among the unreadable ones.
        if lost.key_only:
            root = self.document.tree()
            *above, _ = lost.path
            # The unknown key may be the key reported as missing, or an option.
            return (
                above == [self.mapping.options] and self.mapping.follows(finding, lost.path)
            ) or (
                root is not None
                and path[: len(above)] == list(map(str, above))
                and len(find(root, path, self.mapping.repeatable)[2]) < len(path)
            )
        return lost.holds(path) or self.mapping.follows(finding, lost.path)

    def placed(self, finding: Finding) -> Finding:
        """Return the finding with a line, a column, edits, and a pointer into the text."""
        root, mapping = self.document.tree(), self.mapping
        if root is None or finding.pointer is None:
            return finding
        path, repeatable = self._path(finding.pointer), mapping.repeatable
        if mapping.reword is not None:
            finding = reworded(finding, mapping.reword)
        for key, words in mapping.absent.items():
            if len(find(root, there := [*path[:-1], key], repeatable)[2]) < len(there):
                finding = finding.but(message=finding.message.replace(*words))
        styles = mapping.written, mapping.narrow
        places = TreePlaces(self.document.text, root, self._path, repeatable, *styles)
        return places.place(finding).but(pointer=pointer(*self._shown(path)))

    def _path(self, where: str) -> list[str]:
        path = split_pointer(where)
        return path if self.mapping.translate is None else self.mapping.translate(path)

    def _shown(self, path: list[str]) -> Iterator[str]:
        """Yield the parts of the path, omitting the numbers that distinguish repeated keys."""
        for before, part in zip(["", *path], path, strict=False):
            if before not in self.mapping.repeatable or not part.isdecimal():
                yield part
