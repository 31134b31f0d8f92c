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
from ...formats.interface.notation import Counts, Notation
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
