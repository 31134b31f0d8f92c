"""The pipeline from the bytes of a file to an outcome for each of its records.

A file is divided into pieces; each is read, and its record is checked under the rules of its game.
A notation may `accept` a piece before it is read: it then vouches that there is nothing to report.
The outcome is the same, but faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from ..findings import IGNORE, Finding
from ..findings.limits import BYTES_A_SLIP, MOST_SLIPS
from ..formats import codes
from ..formats.document.compacted import compacted
from ..formats.files.division import skimmed_pieces, skimmer
from ..formats.files.piece import Piece, Skimmed, Skims, in_file
from ..formats.files.reading import read_in_file, read_piece
from ..formats.files.source import Source
from ..formats.interface.notation import Counts, Notation, Reading
from ..replayer.assumed import assumes
from .outcome import Outcome, outcome, proving

_IGNORE, _KIFU = IGNORE.encode(), b"ifu:"

if TYPE_CHECKING:
    from .proofs import Proofs


def outcomes(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[Outcome[Any]]:
    """Yield the outcomes of the records in a file, one at a time.

    The name is the path in the findings, empty for a text. Raises KeyError if there is no notation
    `identifier`, and UnknownNotation if it is None and the file is not a record.
    """
    for each in by_piece(stream, name, identifier):
        yield from each.outcomes


def skimmed(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[Outcome[Any] | Counts]:
    """Yield the outcomes of the records in a file; for skimmed records, only the counts.

    Raises the same errors as `outcomes`.
    """
    for each in skimmed_by_piece(stream, name, identifier):
        if isinstance(each, Counts):
            yield each
        else:
            yield from each.outcomes


class PieceOutcomes(NamedTuple):
    """A piece of a file, and the outcomes of its records, read on demand."""

    notation: Notation[Any] | None
    piece: Piece | Finding
    outcomes: Iterator[Outcome[Any]]


def by_piece(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[PieceOutcomes]:
    """Yield the outcomes of a file by piece; finish with each piece before requesting the next.

    Raises the same errors as `outcomes`.
    """
    for each in skimmed_by_piece(stream, name, identifier, skim=False):
        if not isinstance(each, Counts):
            yield each


def skimmed_by_piece(
    stream: BinaryIO | Source,
    name: str = "",
    identifier: str | None = None,
    *,
    skim: Skims = True,
    first: int = 1,
) -> Iterator[PieceOutcomes | Counts]:
    """Yield the outcomes of a file, piece by piece, like `by_piece`.

    The first record is numbered `first`.

    If the notation skims a record, only its counts are yielded, with its line if `skim` says so;
    nothing is skimmed if options are assumed. Raises the same errors as `outcomes`.
    """
    source = stream if isinstance(stream, Source) else Source(stream)
    slips, number, skim = 0, first, False if assumes() else skim

    def counted(readings: Iterator[Reading[Any]]) -> Iterator[Reading[Any]]:
        nonlocal number, slips
        for reading in readings:
            number += 1
            slips += len(reading.findings)
            yield reading

    for notation, piece in skimmed_pieces(source, name, identifier, skim=skim):
        if isinstance(piece, Counts):
            number += piece.records
            yield piece
            continue
        vouched = _vouched(notation, piece, skim) if skim and _has_space(piece) else None
        if vouched is not None:
            number += 1
            yield vouched
            continue
        # nothing is read before it is requested
        readings = read_in_file(notation, piece, name, number)
        # An accepted piece is read as soon as more than its counts are requested.
        counts = None if skim == "lines" else accepted(notation, piece)
        if counts is not None:
            number += 1
            unread = Outcome(notation, partial(next, readings), counts)
            unread.path = name or None
            yield PieceOutcomes(notation, piece, iter([unread]))
            continue
        if (last := too_many(notation, piece, name, slips, source.taken)) is not None:
            yield last
            return
        yield PieceOutcomes(notation, piece, _of_readings(notation, piece, counted(readings)))


def most_slips(taken: int) -> int:
    """Return how many slips a file may have, given its size; one more ends the reading."""
    return max(MOST_SLIPS, taken // BYTES_A_SLIP)


def of_piece(
    notation: Notation[Any] | None,
    piece: Piece | Finding,
    name: str = "",
    first: int | None = None,
) -> Iterator[Outcome[Any]]:
    """Yield the outcomes of the records in one piece of a file, numbered from `first` if given."""
    return _of_readings(notation, piece, read_in_file(notation, piece, name, first))


def _of_readings(
    notation: Notation[Any] | None, piece: Piece | Finding, readings: Iterator[Reading[Any]]
) -> Iterator[Outcome[Any]]:
    proofs = None if isinstance(piece, Finding) else _proofs(notation, piece)

    def made() -> Iterator[Outcome[Any]]:
        for number, reading in enumerate(readings):
            if proofs is not None:
                proofs.slips = max(proofs.slips, len(reading.findings))
            yield outcome(reading, mended=proofs and partial(proofs.after, record=number))

    return _ignoring([*made()]) if _may_ignore(piece) else made()


def _may_ignore(piece: Piece | Finding) -> bool:
    """Return whether a piece may have comments that ignore findings."""
    return isinstance(piece, Piece) and _IGNORE in piece.data and _KIFU in piece.data


def _ignoring(found: Sequence[Outcome[Any]]) -> Iterator[Outcome[Any]]:
    """Yield the outcomes of a piece that may have comments that ignore findings."""
    from .ignores import Ignores

    ignores = Ignores(found)
    for each in found:
        each.comments = ignores
        yield each


def _proofs(notation: Notation[Any] | None, piece: Piece) -> Proofs:
    """Return the tests of a piece's fixes, which read it again."""

    def judge(again: Piece) -> list[list[Finding]]:
        if not again.data.strip() and b"\n" not in piece.data:
            return [[]]  # an empty line among records
        if not assumes() and _vouched(notation, again, True) is not None:
            return [[]]
        return [outcome(reading).unproven for reading in read_piece(notation, again)]

    proofs, _ = proving()
    return proofs(piece, judge)


def too_many(
    notation: Notation[Any] | None, piece: Piece | Finding, name: str, slips: int, taken: int
) -> PieceOutcomes | None:
    """Return a placeholder for a piece and everything after it, if a file has too many slips.

    A file that cannot be read any further is not cut short: its error is reported.
    """
    if isinstance(piece, Finding) or slips <= most_slips(taken):
        return None
    why = f"{slips} slips are listed; from here on, the file is not read"
    found = Finding(rule=codes.TOO_MANY_FINDINGS, message=why, line=piece.line, column=1)
    last = in_file(Reading[Any](notation, [found], whole=False), name)
    return PieceOutcomes(None, last.findings[0], iter([outcome(last)]))


def of_piece_later(
    notation: Notation[Any] | None,
    piece: Piece,
    name: str,
    first: int,
    accepted: Counts | None = None,
    before: Sequence[Outcome[Any] | None] = (None,),
) -> list[Outcome[Any]]:
    """Return the outcomes of a piece, which is read only if what is known does not suffice.

    `accepted` holds the counts if the piece's only record was accepted; `before` holds the outcomes
    if the same piece occurred earlier.
    """
    proofs = _proofs(notation, piece)

    @cache
    def readings() -> list[Reading[Any]]:
        found = list(read_in_file(notation, piece, name, first))
        proofs.slips = max(len(each.findings) for each in found)
        return found

    found = [
        Outcome(
            notation,
            lambda at=index: readings()[at],
            accepted,
            partial(proofs.after, record=index),
            then,
        )
        for index, then in enumerate(before)
    ]
    return [*_ignoring(found)] if _may_ignore(piece) else found


def sound(notation: Notation[Any] | None, piece: Piece | Finding, *, skim: bool) -> Counts | None:
    """Return a piece's counts if its notation guarantees that it is sound, otherwise None.

    With `skim`, the piece may also be compacted and then skimmed.
    """
    found = _vouched(notation, piece, skim) if skim and _has_space(piece) else None
    return accepted(notation, piece) if found is None else found


def _has_space(piece: Piece | Finding) -> bool:
    """Return whether a piece has spaces: a line without any has already been tried."""
    return isinstance(piece, Piece) and len(piece.data.split(maxsplit=1)) > 1


def vouched(notation: Notation[Any] | None, piece: Piece) -> Skimmed | None:
    """Return a piece that may be skimmed, as it is or compacted, or None if it may not be."""
    found = None if assumes() else _skimmed(notation, piece.data.rstrip() + b"\n", piece, "lines")
    if found is None and not assumes() and _has_space(piece):
        found = _vouched(notation, piece, "lines")
    assert found is None or isinstance(found, Skimmed)
    return found


def _vouched(notation: Notation[Any] | None, piece: Piece | Finding, skim: Skims) -> Counts | None:
    """Compact a piece and return its counts, or None if it may not be skimmed.

    Only JSON is compacted: spaces in other texts may be significant.
    """
    if notation is None or notation.medium != "json" or isinstance(piece, Finding):
        return None
    if skimmer(notation, skim) is None:
        return None
    return _skimmed(notation, compacted(piece.data), piece, skim)


def _skimmed(
    notation: Notation[Any] | None, line: bytes | None, piece: Piece, skim: Skims
) -> Counts | None:
    """Return the counts of a piece that is a single line, if it may be skimmed."""
    skims = None if notation is None else skimmer(notation, skim)
    if notation is None or skims is None or line is None or not piece.is_plain:
        return None
    try:
        end, records, rounds, plies = skims(line, 0)
    except Exception as error:
        from ..formats.failures import failure

        piece.failed = failure(notation.game, error)
        return None
    if (end, records) != (len(line), 1):
        return None
    if skim != "lines":
        return Counts(rounds, plies)
    return Skimmed(rounds, plies, notation=notation, data=line, line=piece.line)


def accepted(notation: Notation[Any] | None, piece: Piece | Finding) -> Counts | None:
    """Return a piece's counts if its notation guarantees that it is sound, otherwise None."""
    if notation is None or notation.accept is None or isinstance(piece, Finding):
        return None
    if not piece.is_plain or assumes() or _may_ignore(piece):
        return None
    try:
        return notation.accept(piece.data)
    except Exception as error:
        from ..formats.failures import failure

        piece.failed = failure(notation.game, error)
    return None
