"""What workers do with the records of a file, or of a part of one.

What a command does with records is a `Work`: it makes values of them that go from process to
process, such as what is told of them, texts or rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from ...findings import Finding
from ...formats.files.reading import Piece, Skims
from ...formats.interface.catalog import notation
from ...formats.interface.notation import Counts, Notation, Reading
from ...formats.text.text import Text
from ...replayer.assumed import assumes, assuming
from ..outcomes import Outcome, PieceOutcomes, most_slips, of_piece, sound, vouched

ValueT = TypeVar("ValueT")
ValueT_co = TypeVar("ValueT_co", covariant=True)

Read: TypeAlias = Iterable[PieceOutcomes | Counts]
"""What is read of a file, piece by piece; of records that are sound there may be only counts."""


class Work(Protocol[ValueT_co]):
    """What is done with records: a value that can be pickled, as can those that it makes."""

    @property
    def skims(self) -> Skims:
        """Whether counts are enough of records that are sound, or their lines, as well."""
        ...

    def values(self, read: Read) -> Iterator[ValueT_co]:
        """What is made of the records, in their order; each piece is used up before the next.

        The first record is numbered 1, wherever in the file it stands; lines are those of the file.
        """
        ...


class Done(Struct, Generic[ValueT]):
    """What was made of a part of a file, which has so many `records` and `slips` in its texts.

    With more slips than `room` before it, it would not have been read to its end. If it `is_open`,
    its last piece may go on behind it; if it `is_last`, the file cannot be read further.
    """

    values: list[ValueT]
    records: int
    slips: int
    room: float
    is_last: bool
    is_open: bool = False


Placed: TypeAlias = tuple[Piece | Finding | Counts, int]
"""A piece of a file, and how many bytes of the file were taken before it, at least."""


def done(
    work: Work[ValueT], chosen: Notation[Any] | None, name: str, pieces: Iterable[Placed]
) -> Done[ValueT]:
    """Read pieces of a file, for which no notation vouches, and do some work with them."""
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
    """Pieces of a file, with the options that are assumed of their records, and their work."""

    notation: str
    name: str
    options: tuple[object, ...]
    pieces: list[Placed]
    work: Work[Any]


def read_batch(batch: Batch) -> Done[Any]:
    """What is made of some pieces."""
    with assuming(batch.options):
        return done(batch.work, notation(batch.notation), batch.name, batch.pieces)


class Told(Struct, frozen=True):
    """The outcome of a record.

    `text` is its text and the number of the first line, if it was asked for and there are errors.
    """

    notation: str | None
    findings: list[Finding]
    counts: Counts | None
    text: tuple[str, int] | None = None

    def outcome(self, before: int = 0) -> Outcome[Any]:
        """The same as an outcome; its reading has nothing but the text.

        So many records of its file come `before` those among which it is numbered.
        """
        chosen = None if self.notation is None else notation(self.notation)
        text = None if self.text is None else Text(*self.text)
        findings = behind(self.findings, before)
        reading = Reading[Any](chosen, [], whole=False, text=text)
        return Outcome[Any].known(chosen, reading, findings, self.counts)


def behind(findings: list[Finding], records: int) -> list[Finding]:
    """The same findings, if so many records of the file come before those that were counted."""
    if not records:
        return findings
    return [
        each if each.record is None else each.but(record=each.record + records) for each in findings
    ]


def told(outcome: Outcome[Any], with_text: bool) -> Told:
    """What is to be told of an outcome."""
    counts, findings = outcome.counts, outcome.findings
    text = outcome.reading.text if with_text and outcome.errors else None
    return Told(
        None if outcome.notation is None else outcome.notation.id,
        findings,
        counts,
        None if text is None else (text.content, text.first_line),
    )


class Telling(Struct, frozen=True):
    """The work of telling outcomes; of wrong records, their texts may be asked for."""

    with_text: bool
    skims: bool = True

    def values(self, read: Read) -> Iterator[Told | Counts]:
        """What is to be told of the records."""
        return all_told(_each(read), self.with_text)


def _each(read: Read) -> Iterator[Outcome[Any] | Counts]:
    for each in read:
        if isinstance(each, Counts):
            yield each
        else:
            yield from each.outcomes


def all_told(outcomes: Iterable[Outcome[Any] | Counts], with_text: bool) -> Iterator[Told | Counts]:
    """What is to be told of outcomes; sound records that follow one another are only counted."""
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
            yield told(each, with_text)
    if sound:
        yield together(sound)


def together(counts: list[Counts]) -> Counts:
    """The sum of some counts."""
    return Counts(
        sum(each.rounds for each in counts),
        sum(each.plies for each in counts),
        sum(each.records for each in counts),
    )
