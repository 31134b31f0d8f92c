"""One large file, read by several workers, as if a single process had read it.

Workers read ranges of its lines. If counts of sound records are enough, ranges with nothing wrong
are only counted. A file that is compressed, or does not have one record per line, is divided into
pieces here, and workers read batches of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from typing import Any, BinaryIO, Generic, TypeAlias

from msgspec import Struct

from ...formats.files.division import has_lines, is_apart, skimmed_pieces
from ...formats.files.piece import Piece
from ...formats.files.recognition import UnknownNotation, notation_of
from ...formats.files.seen import see
from ...formats.files.source import HEAD, Source, Unreadable, open_file, wide_encoding
from ...formats.interface.notation import Counts, Notation
from ...replayer.assumed import assuming
from ..workers import Ready, Task, Workers, in_order
from .ranges import BLOCK, Lines, Range, count_lines, read_lines, sift, starts
from .work import Batch, Done, Placed, ValueT, Work, done, read_batch

MOST_PIECES, MOST_BYTES = 64, 2**18
"""The maximum number of pieces read in one task, and their maximum size in bytes."""


class File(Struct, frozen=True):
    """A file to read, and its name in findings.

    If its notation is None, it is detected. `options` are assumed for its records.
    """

    path: str
    name: str
    notation: str | None
    options: tuple[object, ...]


class Part(Struct):
    """A part of a file, which ends after the given number of bytes of the file.

    If `error` is set, the rest of the file cannot be read.
    """

    taken: int
    error: Exception | None = None


Tasks: TypeAlias = Iterable[tuple[Part, Task[Done[ValueT] | None]]]


class Large(Generic[ValueT]):
    """A file that is read by workers, in ranges of `size` bytes or piece by piece.

    `work` returns the work to do on its records, under the current options. `rest` does the same
    work in this process, on all records after a given number.
    """

    def __init__(
        self,
        file: File,
        notation: Notation[Any],
        size: int | None,
        work: Callable[[], Work[ValueT]],
        rest: Callable[[int], Iterator[ValueT]],
    ) -> None:
        self._file = file
        self._notation = notation
        self._size = size
        self._work = work
        self._rest = rest
        self._skims = work().skims
        self._is_over = False
        self.taken = 0
        """The number of bytes read up to the last value returned."""

    def tasks(self, workers: Workers) -> Iterator[tuple[Part, Task[Done[ValueT] | None]]]:
        """Yield the tasks, started on request; any error comes after what was read."""
        try:
            for each in self._tasks(workers):
                if self._is_over:
                    return
                yield each
        except Exception as error:
            yield Part(0, error=error), Ready(None)

    def _tasks(self, workers: Workers) -> Iterator[tuple[Part, Task[Done[ValueT] | None]]]:
        if self._size is None:
            for found, taken in self._pieces():
                yield Part(taken), self._submit(workers, found)
        elif self._skims is True:
            yield from self._wrong_ranges(workers, self._size)
        else:
            yield from self._ranges(workers, self._size)

    def _submit(self, workers: Workers, found: list[Placed]) -> Task[Done[ValueT] | None]:
        """Submit pieces for reading; counts alone need no worker."""
        file, work = self._file, self._work()
        if all(isinstance(piece, Counts) for piece, _ in found):
            return Ready(done(work, self._notation, file.name, found))
        batch = Batch(self._notation.id, file.name, file.options, found, work)
        return workers.submit(read_batch, batch, file.name)

    def _read(self, workers: Workers, part: Range, line: int) -> Task[Done[ValueT] | None]:
        """Submit a range for reading; `line` is the number of its first line."""
        name = self._file.name
        return workers.submit(read_lines, Lines(part, line, name, self._work()), name)

    def _ranges(
        self, workers: Workers, size: int
    ) -> Iterator[tuple[Part, Task[Done[ValueT] | None]]]:
        """Yield the ranges as tasks, counting the lines before each in this process."""
        line = 1
        with open_file(self._file.path) as stream:
            for part in self._apart(workers, stream, size):
                end = part.start if part.end is None else part.end
                yield Part(end), self._read(workers, part, line)
                line += count_lines(stream, part.start, end)

    def _wrong_ranges(
        self, workers: Workers, size: int
    ) -> Iterator[tuple[Part, Task[Done[ValueT] | None]]]:
        """Yield the ranges as tasks: sound ranges are only counted, the others are read."""
        line = 1
        with open_file(self._file.path, block=BLOCK) as stream:
            sifted = (
                (part, workers.submit(sift, part, self._file.name))
                for part in self._apart(workers, stream, size)
            )
            for part, task in in_order(sifted, workers.ahead):
                counts, lines = task.result()
                end = Part(part.end or part.start)
                if counts is None:
                    yield end, self._read(workers, part, line)
                else:
                    yield end, self._submit(workers, [(counts, part.start)])
                line += lines

    def _pieces(self) -> Iterator[tuple[list[Placed], int]]:
        """Yield the pieces of the file, with the number of bytes read so far."""
        file, found, size = self._file, list[Placed](), 0
        skims = self._skims is True and not file.options
        with open_file(file.path) as stream:
            source = Source(stream)
            pieces = skimmed_pieces(source, file.name, file.notation, skim=skims)
            while True:
                with assuming(file.options):
                    _, piece = next(pieces, (None, None))
                if piece is None:
                    break
                if len(found) >= MOST_PIECES or size >= MOST_BYTES:
                    yield found, found[-1][1]
                    found, size = [], 0
                found.append((piece, source.taken))
                size += len(piece.data) if isinstance(piece, Piece) else 0
        yield found, source.taken

    def _apart(self, workers: Workers, stream: BinaryIO, size: int) -> Iterator[Range]:
        file = self._file
        seen = see(file.path) if workers.are_elsewhere else None
        for start, end in pairwise(chain(starts(stream, size), [None])):
            assert start is not None
            yield Range(file.path, start, end, self._notation.id, file.options, seen)

    def values(self, tasks: Tasks[ValueT]) -> Iterator[tuple[ValueT, int]]:
        """Yield the results for the file when its tasks are done, in order.

        Each value comes with the number of records before it. Raises Died, and the errors of
        reading the file.
        """
        records = slips = 0
        for part, task in tasks:
            if part.error is not None:
                raise part.error
            found = task.result()
            assert found is not None
            if found.is_open or slips > found.room:
                # This is rare, and cannot be known within a part: a merge conflict at its end, or
                # too many slips in the file. This process reads the file again from the start.
                self._is_over = True
                for value in self._rest(records):
                    yield value, records
                return
            for value in found.values:
                yield value, records
            records += found.records
            slips += found.slips
            self.taken = part.taken
            if found.is_last:
                self._is_over = True
                return


def large(
    file: File,
    size: int,
    work: Callable[[], Work[ValueT]],
    rest: Callable[[int], Iterator[ValueT]],
) -> Large[ValueT] | None:
    """Return a file to divide among workers, or None if one worker may as well read it all.

    Raises OSError if it cannot be opened.
    """
    with open_file(file.path) as stream:
        source = Source(stream)
        try:
            chosen, doubt = notation_of(source, file.name, file.notation)
            head = source.head(HEAD)
            if is_apart(head):
                return None
            lines = has_lines(source, chosen, file.name)
            # Not every server can return parts of a file.
            has_ranges = lines and stream.seekable()
        except (UnknownNotation, Unreadable):
            return None
    if not lines and chosen.pieces is None:
        return None
    # The first piece reveals more about a file, so it must be in the first range.
    plain = source.packed is None and doubt is None and source.encoding.is_plain
    plain = plain and wide_encoding(head) is None
    begins = chosen.lines or head.removeprefix(b"\xef\xbb\xbf")[:1] == b"{"
    ranged = has_ranges and plain and begins
    return Large(file, chosen, size if ranged else None, work, rest)
