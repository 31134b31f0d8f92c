"""The work that workers do on the records in a file, or in a part of one.

A command's work on records is a `Work`: it turns them into values to pass between processes, such
as reports, texts or rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from ...findings import Finding
from ...formats.files.piece import Piece, Skims
from ...formats.interface.catalog import notation
from ...formats.interface.notation import Counts, Notation, Reading
from ...formats.text.text import Text
from ...replayer.assumed import assumes, assuming
from ..outcomes import Outcome, PieceOutcomes, most_slips, of_piece, sound, vouched

ValueT = TypeVar("ValueT")
ValueT_co = TypeVar("ValueT_co", covariant=True)

Read: TypeAlias = Iterable[PieceOutcomes | Counts]
"""The parts of a file that were read, piece by piece; sound records may only be counted."""


class Work(Protocol[ValueT_co]):
    """Work on records: a value that can be pickled, like its results."""

    @property
    def skims(self) -> Skims:
        """Whether counts of sound records suffice, with or without their lines."""
        ...

    def values(self, read: Read) -> Iterator[ValueT_co]:
        """Yield the results for the records, in order; finish each piece before taking the next.

        Records are numbered from 1, wherever they are in the file; line numbers are those of the
        file.
        """
        ...


class Done(Struct, Generic[ValueT]):
    """The results for a part of a file, with its number of `records` and of `slips` in its texts.

    If more than `room` slips had come before it, it would not have been read to the end. If
    `is_open`, its last piece may continue in the next part; if `is_last`, the rest of the file
    cannot be read.
    """

    values: list[ValueT]
    records: int
    slips: int
    room: float
    is_last: bool
    is_open: bool = False


Placed: TypeAlias = tuple[Piece | Finding | Counts, int]
"""A piece of a file, and the minimum number of bytes read before it."""


def done(
    work: Work[ValueT], chosen: Notation[Any] | None, name: str, pieces: Iterable[Placed]
) -> Done[ValueT]:
    """Do work on pieces of a file, reading only those that the notation does not vouch for."""
    found = Done[ValueT]([], 0, 0, float("inf"), is_last=False)

    def counted(outcomes: Iterator[Outcome[Any]]) -> Iterator[Outcome[Any]]:
        for each in outcomes:
            found.records += 1
            found.slips += len(each.reading.findings)
            yield each

    def read() -> Iterator[PieceOutcomes | Counts]:
        for piece, taken in pieces:
            if isinstance(piece, Counts):
                found.records += piece.records
                yield piece
                continue
            known = None
            if work.skims == "lines" and isinstance(piece, Piece):
                known = vouched(chosen, piece)
            elif work.skims is True:
                known = sound(chosen, piece, skim=not assumes())
            if known is not None:
                found.records += known.records
                yield known
                continue
            found.room = min(found.room, most_slips(taken) - found.slips)
            found.is_last = isinstance(piece, Finding)
            outcomes = of_piece(chosen, piece, name, found.records + 1)
            yield PieceOutcomes(chosen, piece, counted(outcomes))

    found.values.extend(work.values(read()))
    return found


class Batch(Struct, frozen=True):
    """Pieces of a file, with the options assumed for their records, and the work to do."""

    notation: str
    name: str
    options: tuple[object, ...]
    pieces: list[Placed]
    work: Work[Any]


def read_batch(batch: Batch) -> Done[Any]:
    """Return the results for a batch."""
    with assuming(batch.options):
        return done(batch.work, notation(batch.notation), batch.name, batch.pieces)


class Reported(Struct, frozen=True):
    """The outcome of a record, as a value.

    `text` is its text and the number of its first line, if requested and if there are errors.
    """

    notation: str | None
    findings: list[Finding]
    counts: Counts | None
    text: tuple[str, int, int] | None = None

    def outcome(self, before: int = 0) -> Outcome[Any]:
        """Return an outcome whose reading has only the text.

        It is renumbered to follow `before` other records in the file.
        """
        chosen = None if self.notation is None else notation(self.notation)
        text = None if self.text is None else Text(*self.text)
        findings = behind(self.findings, before)
        reading = Reading[Any](chosen, [], whole=False, text=text)
        return Outcome[Any].known(chosen, reading, findings, self.counts)


def behind(findings: list[Finding], records: int) -> list[Finding]:
    """Return the findings, renumbered to follow this many other records in the file."""
    if not records:
        return findings
    return [
        each if each.record is None else each.but(record=each.record + records) for each in findings
    ]


def reported(outcome: Outcome[Any], with_text: bool) -> Reported:
    """Return the part of an outcome that is reported."""
    counts, findings = outcome.counts, outcome.findings
    text = outcome.reading.text if with_text and outcome.errors else None
    return Reported(
        None if outcome.notation is None else outcome.notation.id,
        findings,
        counts,
        None if text is None else (text.content, text.first_line, text.first_column),
    )


class Reporting(Struct, frozen=True):
    """The work of reporting outcomes, optionally with the texts of wrong records."""

    with_text: bool
    skims: bool = True

    def values(self, read: Read) -> Iterator[Reported | Counts]:
        """Yield the parts of the records' outcomes that are reported."""
        return all_reported(_each(read), self.with_text)


def _each(read: Read) -> Iterator[Outcome[Any] | Counts]:
    for each in read:
        if isinstance(each, Counts):
            yield each
        else:
            yield from each.outcomes


def all_reported(
    outcomes: Iterable[Outcome[Any] | Counts], with_text: bool
) -> Iterator[Reported | Counts]:
    """Yield the parts of outcomes that are reported; consecutive sound records are only counted."""
    sound: list[Counts] = []
    for each in outcomes:
        if isinstance(each, Counts):
            sound.append(each)
        elif each.counts is not None and not each.findings:
            sound.append(each.counts)
        else:
            if sound:
                yield together(sound)
                sound = []
            yield reported(each, with_text)
    if sound:
        yield together(sound)


def together(counts: list[Counts]) -> Counts:
    """Return the sum of the given counts."""
    return Counts(
        sum(each.rounds for each in counts),
        sum(each.plies for each in counts),
        sum(each.records for each in counts),
    )
