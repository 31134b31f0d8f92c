"""Turn the comments in a match's YAML into annotations.

- Lines before the first key and lines after the last round are about the match.
- Lines before a round are about that round, as are lines after its last row that are indented at
  least as far as its keys.
- Lines before a row are about its play, and come before it. A comment at the end of a row comes
  after its play, as do the lines below it that are indented further than the row.

Any other comment, between keys or inside a value, is ignored here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct

from ....replayer.play.annotation import Annotation
from ...document.tree import Member, Node
from ...text.comment_lines import Room, Texts, holds, read, written
from ...text.text import Text

Side: TypeAlias = Literal["before", "after"]

MODELINE = "yaml-language-server:"
"""The start of a comment on the first line that tells editors the file's schema."""


_COMMENTS = re.compile(r"[^\r\n#]*+(?:#[^\r\n]*+)?(?:[\r\n][ \t]*+(?:#[^\r\n]*+)?)*+")
"""The rest of a line, and any comment-only lines below it."""


class Slot(Struct, frozen=True):
    """The subject of a comment: the match, a round, or a row of a round (both counted from 0)."""

    side: Side
    round: int | None = None
    row: int | None = None


class _Part(Struct, frozen=True):
    """A round or a row: its start and end, its indentation, and whether it is in brackets."""

    start: int
    end: int
    indent: int
    is_flow: bool


def slots(text: Text, root: Node, spans: Iterable[tuple[int, int]]) -> Mapping[Slot, Sequence[str]]:
    """Return the comments at the given spans, by subject; those without a subject are left out."""
    layout, found = _Layout(text, root), dict[Slot, list[tuple[int, int]]]()
    for start, end in spans:
        slot = layout.slot(start)
        if slot is not None:
            found.setdefault(slot, []).append((start, end))
    return {slot: read(text.content, each) for slot, each in found.items()}


def noted(
    texts: Mapping[Slot, Sequence[str]], number: int | None, plies: Mapping[int, int]
) -> tuple[Annotation, ...]:
    """Return the annotations of a round or of the match; `plies` maps rows to plies."""
    found = list[Annotation]()
    for row, ply in ((None, None), *plies.items()):
        before, after = (
            tuple(texts.get(Slot(side, number, row), ())) for side in ("before", "after")
        )
        if before or after:
            found.append(Annotation(ply=ply, before=before, after=after))
    return tuple(found)


class _Layout:
    """The places of a match's parts in its text."""

    def __init__(self, text: Text, root: Node) -> None:
        self._text = text
        self._content = text.content
        self._start, self._end = root.start, self._end_of(root)
        self._log = _member(root, "log")
        self._log_is_last = bool(root.members) and root.members[-1] is self._log
        nodes = self._log.value.items or () if self._log is not None else ()
        self._rounds = [self._part(each) for each in nodes]
        self._games = [_member(each, "game") for each in nodes]
        self._rows = cache(self._rows_of)
        self._opened = cache(self._opened_at)

    def slot(self, start: int) -> Slot | None:
        """Return the subject of a comment, or None if it is not about any part of the record."""
        if start < self._start:
            first = start == 0 and self._content.startswith(MODELINE, 2)
            return None if first else Slot("before")
        if start > self._end and not self._log_is_last:
            return Slot("after")
        number = bisect_right(self._rounds, start, key=_start_of) - 1
        if number < 0:
            return Slot("before", 0) if self._rounds and self._is_below(self._log, start) else None
        within = start < self._rounds[number].end
        return self._in_round(number, start) if within else self._behind_round(number, start)

    def _in_round(self, number: int, start: int) -> Slot | None:
        """Return the subject of a comment between a round's keys or in its values."""
        rows = self._rows(number)
        row = bisect_right(rows, start, key=_start_of) - 1
        if row < 0:
            below = rows and self._is_below(self._games[number], start)
            return Slot("before", number, 0) if below else None
        if start < rows[row].end:
            return None
        if self._is_about(rows[row], start):
            return Slot("after", number, row)
        return Slot("before", number, row + 1) if row + 1 < len(rows) else None

    def _behind_round(self, number: int, start: int) -> Slot | None:
        """Return the subject of a comment after a round and before the next one."""
        part, rows = self._rounds[number], self._rows(number)
        if rows and rows[-1].end == part.end and self._is_about(rows[-1], start):
            return Slot("after", number, len(rows) - 1)
        if self._is_at_end(part, start):
            return Slot("after", number) if part.is_flow else None
        opened = start > self._opened(part.end)
        if not opened and self._indent(start) >= part.indent:
            return Slot("after", number)
        if number + 1 < len(self._rounds):
            return Slot("before", number + 1)
        return Slot("after") if start > self._end and not opened else None

    def _is_about(self, row: _Part, start: int) -> bool:
        """Return whether a comment after a row is about that row rather than what follows."""
        below = start < self._opened(row.end) and self._indent(start) > row.indent
        return self._is_at_end(row, start) or below

    def _is_at_end(self, part: _Part, start: int) -> bool:
        """Return whether a comment comes right after a part, on the line where it ends."""
        same = self._line(part.end) == self._line(start)
        return same and not self._content[part.end : start].strip(" \t,")

    def _is_below(self, key: Member | None, start: int) -> bool:
        """Return whether a comment before a key's first item is on a line below the key."""
        return key is not None and key.end <= start and self._line(key.end) < self._line(start)

    def _opened_at(self, end: int) -> int:
        """Return where something other than comments, such as a dash, follows on a later line."""
        found = _COMMENTS.match(self._content, end)
        return end if found is None else found.end()

    def _rows_of(self, number: int) -> Sequence[_Part]:
        game = self._games[number]
        return [] if game is None else [self._part(each) for each in game.value.items or ()]

    def _part(self, node: Node) -> _Part:
        end, indent = self._end_of(node), self._indent(node.start)
        return _Part(node.start, end, indent, self._is_flow(node))

    def _is_flow(self, node: Node) -> bool:
        return self._content[node.start : node.start + 1] in ("[", "{")

    def _end_of(self, node: Node) -> int:
        """Return the end of a value, without the trailing comments that YAML includes."""
        inner = node.items or [each.value for each in node.members or ()]
        return node.end if not inner or self._is_flow(node) else self._end_of(inner[-1])

    def _line(self, at: int) -> int:
        return self._text.position(at)[0]

    def _indent(self, at: int) -> int:
        return self._text.position(at)[1] - 1


def _member(node: Node, key: str) -> Member | None:
    return next((each for each in node.members or () if each.key == key), None)


def _start_of(part: _Part) -> int:
    return part.start


# Writing

_INDENT = 23
"""How far to indent the lines after a comment at the end of a row, which has five wide
characters."""


def comment_lines(texts: Iterable[str], indent: int = 0) -> Iterator[str]:
    """Yield the lines of these comments, leaving out those that YAML cannot hold."""
    yield from (" " * indent + line for line in written(filter(holds, texts)))


def head(texts: Iterable[str], room: Room) -> Iterator[str]:
    """Yield the lines of comments on the match, which come before its first key."""
    held = [each for each in texts if not each.startswith(MODELINE) and room.fits(each)]
    return comment_lines(held)


def with_comments(row: str, noted: Texts) -> Iterator[str]:
    """Yield the lines of a row, with the comments on its play."""
    first, *others = [*comment_lines(noted.after)] or [""]
    yield from comment_lines(noted.before, 4)
    yield f"{row}  {first}" if first else row
    yield from (" " * _INDENT + line for line in others)
