"""One large file, read by several workers, as if one process had read it.

Ranges of it are sifted by workers. Where it cannot be taken apart so, since it is packed or has no
lines of records, its pieces are taken from it here. Those for which no notation vouches are read by
workers, some at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from msgspec import Struct

from ..findings import Finding
from ..formats.base import Counts, Notation
from ..formats.reading import Piece, UnknownNotation, has_lines, notation_of, skimmed_pieces
from ..formats.seen import Seen, see
from ..formats.source import HEAD, Source, Unreadable, open_file, wide_encoding
from ..replayer.assumed import assuming
from ..validation import Outcome, most_slips, sound
from ..workers import Ready, Task, Workers, in_order
from . import told
from .ranges import BLOCK, Range, sift, starts
from .told import Batch, Told

MOST_PIECES, MOST_BYTES = 64, 2**18
"""So many pieces are read in one task, or as many as have so many bytes."""


class File(Struct, frozen=True):
    """A file to be read, and what it is called in findings.

    Its notation is detected if there is none. `options` are those that are assumed of its records.
    """

    path: str
    name: str
    notation: str | None
    options: tuple[object, ...]


class Some(Struct):
    """Some of a file: the records that are sound, and the pieces that a task reads, in order.

    Beside each piece stands how many bytes of the file were taken before it, at least. If `error`
    is set, the file cannot be read further. If it `is_open`, the last piece may not be whole.
    """

    found: list[Counts | tuple[Piece | Finding, int]]
    taken: int
    error: Exception | None = None
    is_open: bool = False


Tasks: TypeAlias = Iterable[tuple[Some, Task[list[list[Told]] | None]]]


class Large:
    """A file that is read by workers, `size` bytes in a range.

    `serial` reads it as one process does. `with_text` says whether the texts of wrong records are
    asked for, now.
    """

    def __init__(
        self,
        file: File,
        notation: Notation[Any],
        size: int | None,
        serial: Callable[[], Iterator[Outcome[Any] | Counts]],
        with_text: Callable[[], bool],
    ) -> None:
        self._file = file
        self._notation = notation
        self._size = size
        self._serial = serial
        self._with_text = with_text
        self._is_over = False
        self.taken = 0
        """How many bytes were read, up to the outcome that was given last."""

    def tasks(self, workers: Workers) -> Iterator[tuple[Some, Task[list[list[Told]] | None]]]:
        """What is to be done, begun as it is asked for."""
        for some in self._some(workers):
            if self._is_over:
                return
            pieces = [each[0] for each in some.found if not isinstance(each, Counts)]
            if not pieces:
                yield some, Ready()
                continue
            file = self._file
            batch = Batch(self._notation.id, file.name, file.options, pieces, self._with_text())
            yield some, workers.submit(told.read, batch, file.name)

    def _some(self, workers: Workers) -> Iterator[Some]:
        """The file, some of it at a time; an error comes behind what was read before it."""
        try:
            if self._size is None:
                yield from self._pieces()
            else:
                yield from self._ranges(workers, self._size)
        except Exception as error:
            yield Some([], 0, error)

    def _pieces(self) -> Iterator[Some]:
        """The pieces that are taken from the file here."""
        file, found, size = self._file, Some([], 0), 0
        with open_file(file.path) as stream:
            source = Source(stream)
            pieces = skimmed_pieces(source, file.name, file.notation, skim=not file.options)
            while True:
                with assuming(file.options):
                    chosen, piece = next(pieces, (None, None))
                    if piece is None or isinstance(piece, Counts):
                        counts = piece
                    else:
                        counts = sound(chosen, piece, skim=not file.options)
                if piece is None:
                    break
                if len(found.found) >= MOST_PIECES or size >= MOST_BYTES:
                    yield found
                    found, size = Some([], source.taken), 0
                found.taken = source.taken
                if counts is not None:
                    found.found.append(counts)
                elif not isinstance(piece, Counts):
                    found.found.append((piece, source.taken))
                    size += 0 if isinstance(piece, Finding) else len(piece.data)
        yield found

    def _ranges(self, workers: Workers, size: int) -> Iterator[Some]:
        """What is left of the ranges that workers sift."""
        lines = 0
        for part, task in in_order(self._sifted(workers, size), workers.ahead):
            found, taken = task.result(), part.start
            some, begun = Some([], taken), taken
            for each in found.found:
                if len(some.found) >= MOST_PIECES or taken - begun >= MOST_BYTES:
                    yield some
                    some, begun = Some([], taken), taken
                if isinstance(each, Counts):
                    some.found.append(each)
                elif isinstance(each, Finding):
                    some.found.append((each.but(line=(each.line or 1) + lines), taken))
                else:
                    some.found.append((Piece(each.data, each.line + lines), taken))
                    taken += len(each.data)
                some.taken = taken
            some.taken = part.end or taken
            some.is_open = found.is_open
            yield some
            if found.found and isinstance(found.found[-1], Finding):
                return
            lines += found.lines

    def _sifted(self, workers: Workers, size: int) -> Iterator[tuple[Range, Task[Any]]]:
        file = self._file
        seen = see(file.path) if workers.are_elsewhere else None
        with open_file(file.path, block=BLOCK) as stream:
            last: int | None = None
            for start in starts(stream, size):
                if last is not None:
                    yield self._sift(workers, last, start, seen)
                last = start
            yield self._sift(workers, last or 0, None, seen)

    def _sift(
        self, workers: Workers, start: int, end: int | None, seen: Seen | None
    ) -> tuple[Range, Task[Any]]:
        file = self._file
        part = Range(file.path, start, end, self._notation.id, file.options, seen)
        return part, workers.submit(sift, part, file.name)

    def outcomes(self, tasks: Tasks) -> Iterator[Outcome[Any] | Counts]:
        """The outcomes of the file, once its tasks are done, which come in their order.

        Raises Died, and what reading the file raises.
        """
        records = slips = 0
        for some, task in tasks:
            results = iter(task.result() or [])
            if some.error is not None:
                raise some.error
            for number, each in enumerate(some.found, 1):
                if isinstance(each, Counts):
                    records += each.records
                    yield each
                    continue
                _, taken = each
                is_cut = some.is_open and number == len(some.found)
                if is_cut or slips > most_slips(taken):
                    self._is_over = True
                    yield from self._behind(records)
                    return
                for one in next(results):
                    yield one.outcome(records)
                    records += 1
                    slips += one.slips
                self.taken = taken
            self.taken = some.taken

    def _behind(self, records: int) -> Iterator[Outcome[Any] | Counts]:
        """What comes behind so many records, read once more from the start by this process.

        This is for what is rare, and cannot be told of a part: too many slips in a file, or a merge
        conflict at the end of a range.
        """
        for each in self._serial():
            if records <= 0:
                yield each
            else:
                records -= each.records if isinstance(each, Counts) else 1


def large(
    file: File,
    size: int,
    serial: Callable[[], Iterator[Outcome[Any] | Counts]],
    with_text: Callable[[], bool],
) -> Large | None:
    """A file that is to be read by workers; None where one of them may as well read the whole.

    Raises OSError where it cannot be opened.
    """
    with open_file(file.path) as stream:
        source = Source(stream)
        try:
            chosen, doubt = notation_of(source, file.name, file.notation)
            head = source.head(HEAD)
            lines = has_lines(source, chosen, file.name)
            # Not every server gives parts of a file.
            has_ranges = lines and stream.seekable()
        except (UnknownNotation, Unreadable):
            return None
    if not lines and chosen.pieces is None:
        return None
    # The first piece says more of a file: it is to be in the first range.
    plain = source.packed is None and doubt is None and wide_encoding(head) is None
    ranged = has_ranges and plain and head.removeprefix(b"\xef\xbb\xbf")[:1] == b"{"
    return Large(file, chosen, size if ranged else None, serial, with_text)
