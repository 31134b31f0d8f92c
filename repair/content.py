"""The content of a file: decompressed, decoded, split into pieces, and put back together."""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property

from msgspec import Struct

from ..findings import Edit
from ..formats.files.piece import Piece
from ..formats.files.recognition import UnknownNotation, notation_of
from ..formats.files.source import (
    UTF_8,
    Encoding,
    Packed,
    Source,
    Unreadable,
    byte_order_mark,
    decode,
    in_utf_8,
)
from ..formats.files.target import packed
from ..formats.text.text import LINE_END

MOST_BYTES = 2**28
"""The maximum size of a decompressed file to fix, in bytes, since all of it must be in memory."""


class Content(Struct, frozen=True):
    """The content of a file in UTF-8; `raw` has its decompressed bytes in its own encoding."""

    data: bytes
    raw: bytes
    encoding: Encoding = UTF_8
    packing: Packed | None = None

    def source(self, data: bytes) -> Source:
        """Return a source that reads the same file with other content in UTF-8."""
        return Source(io.BytesIO(data), encoding=self.encoding)

    def written(self, data: bytes) -> bytes:
        """Return the file's decompressed bytes with new UTF-8 content; raises CannotEncode."""
        if data == self.data:
            return self.raw
        if self.encoding.name == "utf-8":
            return data
        from ..formats.files.encodings import encoded_again  # not needed for most files

        return encoded_again(self.raw, self.data, data, self.encoding)

    def packed(self, raw: bytes) -> bytes:
        """Return bytes compressed like the original file."""
        return packed(raw, self.packing)


def unpacked(data: bytes, name: str = "", identifier: str | None = None) -> Content | None:
    """Return the content of a file, or None if it is damaged or too large to be fixed.

    Raises KeyError if there is no notation `identifier`.
    """
    source = Source(io.BytesIO(data))
    try:
        with suppress(UnknownNotation):
            notation_of(source, name, identifier)
        raw = source.unpacked(MOST_BYTES)
    except Unreadable:
        return None
    if raw is None:
        return None
    encoding, found = source.encoding, raw
    if encoding.name != "utf-8" and not source.is_decoded:
        found = b"".join(in_utf_8(iter([raw]), encoding))
    return Content(found, raw, encoding, source.packed)


class Lines:
    """The lines of a file, which end with LF, as when splitting a file into records."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    @cached_property
    def _lines(self) -> list[bytes]:
        return self._data.split(b"\n")

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in self._lines:
            starts.append(starts[-1] + len(line) + 1)
        return starts

    def span(self, piece: Piece) -> tuple[int, int] | None:
        """Return the span of a piece in the bytes of the file, or None if it is not found."""
        if piece.line == 1 and piece.data == self._data:
            return 0, len(self._data)
        count = piece.data.count(b"\n") + (not piece.data.endswith(b"\n"))
        first = piece.line - 1
        start, end = self._starts[first], self._starts[first + count]
        if not piece.data.endswith(b"\n"):
            end -= 1
        end = min(end, len(self._data))
        return (start, end) if as_piece(self._data[start:end], piece) == piece.data else None


def as_piece(raw: bytes, piece: Piece) -> bytes:
    """Return the bytes of a piece as the reader gets them, given its bytes in the file.

    The reader gets lines that end with LF, even if they end with CRLF in the file.
    """
    if raw == piece.data:
        return raw
    plain = b"\n".join(line.removesuffix(b"\r") for line in raw.split(b"\n"))
    closed = piece.data.endswith(b"\n") and not plain.endswith(b"\n")
    return plain + b"\n" if closed else plain


class Edited(Struct, frozen=True):
    """A span of characters, and the text that replaces it."""

    start: int
    end: int
    text: str


class Standing:
    """The text of a piece, as read and as in its file, without a byte order mark.

    `raw` has its bytes in the file.
    """

    def __init__(self, raw: bytes, piece: Piece) -> None:
        self._read = decode(piece.data, piece.line)
        self._written = raw.removeprefix(byte_order_mark(raw, piece.line)).decode()
        read, written = self._read.content, self._written
        same = read == written
        self._at = [] if same else list(zip(_starts(read), _starts(written), strict=False))

    def offset(self, line: int, column: int) -> int:
        """Return the offset in the file's text for a line and column in the text as read."""
        offset = self._read.offset(line, column)
        if not self._at:
            return offset
        here, there = self._at[bisect_right(self._at, (offset, len(self._written))) - 1]
        return min(there + offset - here, len(self._written))

    def edits(self, edits: Iterable[Edit]) -> list[Edited]:
        """Convert edits to the text as read into edits to the file, keeping its line endings."""
        found = list[Edited]()
        for each in edits:
            start = self.offset(each.line, each.column)
            end = self.offset(each.end_line, each.end_column)
            new = each.text
            if "\n" in new:
                new = new.replace("\r\n", "\n").replace("\n", _line_end(self._written, start))
            found.append(Edited(start, end, new))
        return sorted(found, key=lambda edit: (edit.start, edit.end))


def _starts(content: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", content))]


def _line_end(content: str, at: int) -> str:
    """Return the line ending after a place, or the previous one if the line is the last."""
    found = LINE_END.search(content, at)
    if found is None:
        before = content[:at].rpartition("\n")
        return "\n" if not before[1] or before[0][-1:] != "\r" else "\r\n"
    return found[0]


def edited(raw: bytes, piece: Piece, edits: Sequence[Edited]) -> bytes | None:
    """Return the bytes of a piece with its edits applied, or None if they cannot be written.

    The edits must not overlap. A byte order mark is kept.
    """
    mark = byte_order_mark(raw, piece.line)
    content, at, parts = raw[len(mark) :].decode(), 0, list[str]()
    for each in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        parts += [content[at : each.start], each.text]
        at = each.end
    try:
        return mark + "".join([*parts, content[at:]]).encode()
    except UnicodeEncodeError:  # a lone surrogate
        return None


class Taken:
    """The spans of a text that have been changed."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def takes(self, edits: Sequence[Edited]) -> bool:
        """Take the spans of edits, unless one touches a taken span: order would then matter.

        >>> taken = Taken()
        >>> taken.takes([Edited(2, 4, "x")]), taken.takes([Edited(4, 4, ",")])
        (True, False)
        """
        if any(map(self._touches, edits)):
            return False
        for each in edits:
            at = bisect_right(self._starts, each.start)
            self._starts.insert(at, each.start)
            self._ends.insert(at, each.end)
        return True

    def _touches(self, edit: Edited) -> bool:
        at = bisect_right(self._starts, edit.end)
        return at > 0 and self._ends[at - 1] >= edit.start
