"""One large file, read by several workers, as if one process had read it.

Ranges of it are read by workers; where counts are enough of sound records, they are sifted first.
Where it cannot be taken apart so, since it is packed or has no lines of records, its pieces are
taken from it here, and read by workers, some at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from typing import Any, BinaryIO, Generic, TypeAlias

from msgspec import Struct

from ...findings import Finding
from ...formats.files.reading import Piece, UnknownNotation, has_lines, notation_of, skimmed_pieces
from ...formats.files.seen import see
from ...formats.files.source import HEAD, Source, Unreadable, open_file, wide_encoding
from ...formats.interface.notation import Counts, Notation
from ...replayer.assumed import assuming
from ..outcomes import sound
from ..workers import Ready, Task, Workers, in_order
from .ranges import BLOCK, Lines, Range, count_lines, read_lines, sift, starts
from .work import Batch, Done, Placed, ValueT, Work, done, read_batch

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
    """Some of a file: its pieces, in order, and how many bytes were taken up to its end.

    If it `is_open`, the last piece may not be whole.
    """

    found: list[Placed]
    taken: int
    is_open: bool = False


class Part(Struct):
    """A part of a file that is being read, up to so many bytes of it.

    If `error` is set, the file cannot be read further. If it `is_open`, its last piece may not be
    whole.
    """

    taken: int
    is_open: bool = False
    error: Exception | None = None


Tasks: TypeAlias = Iterable[tuple[Part, Task[Done[ValueT] | None]]]


class Large(Generic[ValueT]):
    """A file that is read by workers, `size` bytes in a range, or piece by piece.

    `work` is what is to be done with its records, as it is wanted now. `rest` does it in this
    process with the records that come behind so many.
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
        """How many bytes were read, up to the value that was given last."""

    def tasks(self, workers: Workers) -> Iterator[tuple[Part, Task[Done[ValueT] | None]]]:
        """What is to be done, begun as it is asked for; an error comes behind what was read."""
        try:
            for each in self._tasks(workers):
                if self._is_over:
                    return
                yield each
        except Exception as error:
            yield Part(0, error=error), Ready(None)

    def _tasks(self, workers: Workers) -> Iterator[tuple[Part, Task[Done[ValueT] | None]]]:
        if self._size is not None and self._skims is not True:
            yield from self._ranges(workers, self._size)
            return
        parts = self._pieces() if self._size is None else self._left(workers, self._size)
        for some in parts:
            yield Part(some.taken, some.is_open), self._submit(workers, some.found)

    def _submit(self, workers: Workers, found: list[Placed]) -> Task[Done[ValueT] | None]:
        """Have pieces read; where there are only counts, there is nothing to wait for."""
        file, work = self._file, self._work()
        if all(isinstance(piece, Counts) for piece, _ in found):
            return Ready(done(work, self._notation, file.name, found))
        batch = Batch(self._notation.id, file.name, file.options, found, work)
        return workers.submit(read_batch, batch, file.name)

    def _ranges(
        self, workers: Workers, size: int
    ) -> Iterator[tuple[Part, Task[Done[ValueT] | None]]]:
        """The ranges, each read at once: the lines before it are counted here."""
        file, line = self._file, 1
        with open_file(file.path) as stream:
            for part in self._apart(workers, stream, size):
                lines = Lines(part, line, file.name, self._work())
                end = part.start if part.end is None else part.end
                yield Part(end), workers.submit(read_lines, lines, file.name)
                line += count_lines(stream, part.start, end)

    def _pieces(self) -> Iterator[Some]:
        """The pieces that are taken from the file here."""
        file, found, size = self._file, Some([], 0), 0
        skims = self._skims is True and not file.options
        with open_file(file.path) as stream:
            source = Source(stream)
            pieces = skimmed_pieces(source, file.name, file.notation, skim=skims)
            while True:
                with assuming(file.options):
                    chosen, piece = next(pieces, (None, None))
                    if piece is None:
                        break
                    if self._skims is True and not isinstance(piece, Counts):
                        piece = sound(chosen, piece, skim=skims) or piece
                if len(found.found) >= MOST_PIECES or size >= MOST_BYTES:
                    yield found
                    found, size = Some([], source.taken), 0
                found.taken = source.taken
                found.found.append((piece, source.taken))
                size += len(piece.data) if isinstance(piece, Piece) else 0
        yield found

    def _left(self, workers: Workers, size: int) -> Iterator[Some]:
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
                    some.found.append((each, taken))
                elif isinstance(each, Finding):
                    some.found.append((each.but(line=(each.line or 1) + lines), taken))
                else:
                    some.found.append((each.behind(lines), taken))
                    taken += len(each.data)
                some.taken = taken
            some.taken = part.end or taken
            some.is_open = found.is_open
            yield some
            if found.found and isinstance(found.found[-1], Finding):
                return
            lines += found.lines

    def _sifted(self, workers: Workers, size: int) -> Iterator[tuple[Range, Task[Any]]]:
        with open_file(self._file.path, block=BLOCK) as stream:
            for part in self._apart(workers, stream, size):
                yield part, workers.submit(sift, part, self._file.name)

    def _apart(self, workers: Workers, stream: BinaryIO, size: int) -> Iterator[Range]:
        file = self._file
        seen = see(file.path) if workers.are_elsewhere else None
        for start, end in pairwise(chain(starts(stream, size), [None])):
            assert start is not None
            yield Range(file.path, start, end, self._notation.id, file.options, seen)

    def values(self, tasks: Tasks[ValueT]) -> Iterator[tuple[ValueT, int]]:
        """What is made of the file, once its tasks are done, which come in their order.

        Beside each value stands how many records come before those among which its are numbered.
        Raises Died, and what reading the file raises.
        """
        records = slips = 0
        for part, task in tasks:
            if part.error is not None:
                raise part.error
            found = task.result()
            assert found is not None
            if part.is_open or found.is_open or slips > found.room:
                # This is rare, and cannot be told of a part: a merge conflict at the end of it, or
                # too many slips in the file. It is read once more from the start by this process.
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
    plain = source.packed is None and doubt is None and source.encoding.is_plain
    plain = plain and wide_encoding(head) is None
    begins = chosen.lines or head.removeprefix(b"\xef\xbb\xbf")[:1] == b"{"
    ranged = has_ranges and plain and begins
    return Large(file, chosen, size if ranged else None, work, rest)
