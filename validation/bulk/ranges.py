"""A large file with one record per line, as ranges of complete lines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from ...findings.limits import LIMIT
from ...formats.files.conflict import is_open
from ...formats.files.division import in_lines
from ...formats.files.piece import Piece, Skimmed
from ...formats.files.seen import Seen, open_seen
from ...formats.files.source import CHUNK, Unreadable, records_in
from ...formats.interface.catalog import notation
from ...formats.interface.notation import Counts
from ...replayer.assumed import assumes, assuming
from ..outcomes import sound
from .work import Done, Placed, Work, done, together

BLOCK = 2**13
"""The number of bytes to search at a time for the end of a line."""


class Range(Struct, frozen=True):
    """Some lines of a file: those that begin between two offsets, or after the first one.

    `options` are assumed for its records. `seen` identifies the file, in case a different file has
    this name where it is read.
    """

    path: str
    start: int
    end: int | None
    notation: str
    options: tuple[object, ...]
    seen: Seen | None = None


class Lines(Struct, frozen=True):
    """A range to read, and the work to do on it; `line` is the number of its first line.

    `name` is the file's name in findings.
    """

    range: Range
    line: int
    name: str
    work: Work[Any]


def read_lines(lines: Lines) -> Done[Any]:
    """Return the results for the records in a range.

    Raises OSError if the file cannot be read.
    """
    part, last = lines.range, b""
    chosen = notation(part.notation)

    def placed(stream: BinaryIO) -> Iterator[Placed]:
        nonlocal last
        taken, before = part.start, lines.line - 1
        try:
            skims = False if assumes() else lines.work.skims
            for piece in in_lines(records_in(_chunks(stream, part)), chosen, skims):
                if isinstance(piece, Piece):
                    yield piece.behind(before), taken
                    last = piece.data
                    taken += len(last)
                    continue
                if isinstance(piece, Skimmed):
                    taken += len(piece.data)
                    piece = replace(piece, line=piece.line + before)
                yield piece, taken
                last = b""
        except Unreadable as trouble:
            yield trouble.finding.but(line=(trouble.finding.line or 1) + before), taken

    with _opened(part) as stream, assuming(part.options):
        found = done(lines.work, chosen, lines.name, placed(stream))
    found.is_open = part.end is not None and is_open(last)
    return found


def count_lines(stream: BinaryIO, start: int, end: int) -> int:
    r"""Return the number of lines that end between two offsets.

    >>> import io
    >>> count_lines(io.BytesIO(b"a\nbb\nccc\nd\n"), 2, 9)
    2
    """
    stream.seek(start)
    found = 0
    while start < end and (data := stream.read(min(end - start, CHUNK))):
        found += data.count(b"\n")
        start += len(data)
    return found


def starts(stream: BinaryIO, size: int) -> Iterator[int]:
    r"""Yield the offsets where ranges of about this size begin, each at the start of a line.

    A line longer than any record may be is kept together with what follows it.

    >>> import io
    >>> list(starts(io.BytesIO(b"a\nbb\nccc\ndddd\n"), 3))
    [0, 5, 9]
    """
    most = stream.seek(0, os.SEEK_END)
    at: int | None = 0
    while at is not None:
        yield at
        at = _next_line(stream, at + size, most)


def _next_line(stream: BinaryIO, at: int, size: int) -> int | None:
    """Return where the first line at or after an offset begins, or None."""
    stream.seek(at - 1)
    first = at - 1
    while first - at < LIMIT and (data := stream.read(BLOCK)):
        end = data.find(b"\n")
        if end >= 0:
            return first + end + 1 if first + end + 1 < size else None
        first += len(data)
    return None


def sift(part: Range) -> tuple[Counts | None, int]:
    """Return the counts for a range, and its number of lines.

    There are counts only if its notation vouches for everything in it. Raises OSError if the file
    cannot be read.
    """
    chosen, passed = notation(part.notation), list[Counts]()
    with _opened(part) as stream, assuming(part.options):
        lines = records_in(_chunks(stream, part))
        try:
            skims = not assumes()
            for piece in in_lines(lines, chosen, skims):
                counts = piece if isinstance(piece, Counts) else sound(chosen, piece, skim=skims)
                if counts is None:
                    break
                passed.append(counts)
            else:
                return together(passed), lines.ended
        except Unreadable:
            pass
        return None, 0 if part.end is None else count_lines(stream, part.start, part.end)


def _opened(part: Range) -> BinaryIO:
    """Open the file of a range at its start; a remote range is requested all at once."""
    stream = open_seen(part.path, part.seen, part.end and part.end - part.start)
    stream.seek(part.start)
    return stream


def _chunks(stream: BinaryIO, part: Range) -> Iterator[bytes]:
    """Yield the bytes of a range in blocks."""
    left = None if part.end is None else part.end - part.start
    while data := stream.read(CHUNK if left is None else min(left, CHUNK)):
        left = None if left is None else left - len(data)
        yield data
