"""The data needed to read a file, as a value that can be passed to another process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from io import BufferedReader
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from ...formats import UnknownNotation
from ...formats.files.piece import Skims
from ...formats.files.source import Source, Unreadable, configured, is_packed, open_file
from ...formats.interface.notation import Counts
from ...replayer.assumed import assuming
from ...validation.outcome import Outcome, outcome
from ...validation.outcomes import PieceOutcomes, outcomes, skimmed_by_piece
from ..errors import ProjectError
from .own import HEAD, is_baseline, is_report

if TYPE_CHECKING:
    from ...formats.files.seen import Seen

ReadT = TypeVar("ReadT")

STANDARD_INPUT = "-"


class ToRead(Struct, frozen=True):
    """A file to read, with its label for messages.

    Its `notation` and `encoding` are detected if None, and `options` are assumed for records that
    state none. If `is_optional`, the file is skipped if it is not a record, unless it is meant to
    be one; if `passes_own`, files that kifu itself wrote are skipped. If it represents a folder
    that could not be searched, `trouble` says why. `seen` identifies the file, in case a different
    file has this name where it is read.
    """

    path: str
    label: str
    notation: str | None = None
    options: tuple[object, ...] = ()
    is_optional: bool = False
    passes_own: bool = False
    trouble: OSError | None = None
    seen: Seen | None = None
    encoding: str | None = None

    def elsewhere(self) -> ToRead:
        """Return the file with its identity, for processes that may see different files."""
        from ...formats.files.seen import see

        try:
            return replace(self, seen=see(self.path))
        except OSError as error:
            error.filename = self.path
            return replace(self, trouble=error)

    def outcomes(self) -> Iterator[Outcome[Any]]:
        """Yield the outcome of each record in the file.

        Raises OSError if the file cannot be read, and UnknownNotation if it was found in a folder
        and nothing says that it is meant to be a record. Otherwise a finding says that it is not a
        record.
        """
        return self.read(partial(outcomes, identifier=self.notation))

    def skimmed(
        self, taken: Callable[[int], None] | None = None
    ) -> Iterator[Outcome[Any] | Counts]:
        """Yield the outcomes of the records; for skimmed ones, only counts.

        `taken` is called with the number of bytes read from the file so far.
        """
        for each in self.by_piece(True, taken):
            if isinstance(each, Counts):
                yield each
            else:
                yield from each.outcomes

    def by_piece(
        self,
        skim: Skims,
        taken: Callable[[int], None] | None = None,
        opened: Callable[[BinaryIO], Source] = Source,
        first: int = 1,
    ) -> Iterator[PieceOutcomes | Counts]:
        """Yield the outcomes piece by piece; with `skim`, some sound records only as counts.

        `taken` is called with the number of bytes read from the file so far. `opened` makes the
        source of an open file. The first record is numbered `first`.
        """

        def reader(stream: BinaryIO, name: str) -> Iterator[PieceOutcomes | Counts]:
            source = opened(stream)
            for each in skimmed_by_piece(source, name, self.notation, skim=skim, first=first):
                if taken is not None:
                    taken(source.taken)
                yield each

        for each in self.read(reader):
            if isinstance(each, Outcome):  # it was named, and is not a record
                yield PieceOutcomes(None, each.reading.findings[0], iter([each]))
            else:
                yield each

    def behind(
        self, records: int, taken: Callable[[int], None] | None = None
    ) -> Iterator[PieceOutcomes | Counts]:
        """Yield the outcomes after the first `records` records, numbered from 1 again."""
        for each in self.by_piece(False, taken, first=1 - records):
            assert not isinstance(each, Counts)
            outcomes = list(each.outcomes)
            left = outcomes[records:]
            records = max(records - len(outcomes), 0)
            if left:
                yield each._replace(outcomes=iter(left))

    def read(
        self, reader: Callable[[BinaryIO, str], Iterator[ReadT]]
    ) -> Iterator[ReadT | Outcome[Any]]:
        """Yield what a reader yields for the stream and label; raises errors like `outcomes`."""
        if self.trouble is not None:
            raise self.trouble
        try:
            reads_as = configured(self.encoding)
            with self._opened() as stream, assuming(self.options), reads_as:
                if self.passes_own and _is_own(stream):
                    raise _Own(self.label, "this was written by kifu and is not a record")
                yield from reader(stream, self.label)
        except _Own:
            raise
        except UnknownNotation as why:
            if self.is_optional and not why.meant:
                raise
            yield outcome(why.reading)
        except OSError as error:
            # Only writing can break a pipe, and fixed text is written during reading.
            if error.filename is None and not isinstance(error, BrokenPipeError):
                error.filename = self.label
            raise

    def _opened(self) -> AbstractContextManager[BinaryIO]:
        if self.seen is not None:
            from ...formats.files.seen import open_seen

            return open_seen(self.path, self.seen)
        return _opened(self.path)

    @property
    def is_own(self) -> bool:
        """Whether the file is skipped because kifu wrote it; raises OSError."""
        if not self.passes_own:
            return False
        with self._opened() as stream:
            return _is_own(stream)


class _Own(UnknownNotation):
    """A file that kifu itself wrote about records."""


def _is_own(stream: BinaryIO) -> bool:
    """Return whether a file is a baseline or a report, whatever its name or configuration."""
    if not isinstance(stream, BufferedReader):
        return False
    head = stream.peek(HEAD)
    if is_packed(head) and stream.seekable():
        start = stream.tell()
        try:
            head = Source(cast(BinaryIO, stream)).head()
        except Unreadable:
            return False
        finally:
            stream.seek(start)
    return is_baseline(head) or is_report(head)


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    if path != STANDARD_INPUT:
        return open_file(path, " (- reads standard input)")
    if sys.stdin is None:
        raise ProjectError("standard input is closed")
    return nullcontext(sys.stdin.buffer)
