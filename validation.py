"""The one pipeline: from the bytes of a file to what came of each of its records.

A file is taken apart into pieces; a piece is read; what was read is checked under the rules of its
game. A notation may `accept` a piece before it is read: it then vouches that there is nothing to
report. Whoever asks for the outcome does not notice, except by the time that it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, BinaryIO, Generic, TypeVar

from . import replayer
from .findings import Finding
from .formats.notation import Counts, Notation, Reading
from .formats.reading import Piece, pieces, read_piece
from .formats.source import Source
from .replayer.game import Checked, MatchResult

RecordT = TypeVar("RecordT")


class Outcome(Generic[RecordT]):
    """What came of one record: everything wrong with it, in the order of its text, and its counts.

    `notation` is None where nothing says which it is. `counts` is None where there is no record.
    """

    def __init__(
        self,
        notation: Notation[RecordT] | None,
        findings: list[Finding],
        counts: Counts | None,
        piece: Piece | Finding,
        checked: tuple[Reading[RecordT], Checked[Any]] | None = None,
    ) -> None:
        self.notation = notation
        self.findings = findings
        self.counts = counts
        self._piece = piece
        self._checked = checked

    @cached_property
    def errors(self) -> list[Finding]:
        """The findings that say that the record is wrong."""
        return [each for each in self.findings if each.severity == "error"]

    @cached_property
    def record(self) -> RecordT | None:
        """The record, None where there is none to be had."""
        return self._examined[0].record

    def match_result(self) -> MatchResult | None:
        """How the match ended, None where it is not finished, or there is no record.

        Raises Unsupported where matches of its game are not rated, and ValueError where players of
        one match share a name.
        """
        reading, checked = self._examined
        if reading.written is None or self.notation is None:
            return None
        game = replayer.game(self.notation.game)
        return game.match_result(reading.written, checked.ends)

    @property
    def _examined(self) -> tuple[Reading[RecordT], Checked[Any]]:
        """The reading and what checking it found; an accepted piece is only read here."""
        if self._checked is None:
            (reading,) = read_piece(self.notation, self._piece)
            self._checked = reading, _check(reading)
        return self._checked


def outcomes(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[Outcome[Any]]:
    """What came of the records of a file, one after the other.

    Raises KeyError where `identifier` is no notation, and UnknownNotation where it is None and the
    file is no record.
    """
    for notation, piece in pieces(stream, name, identifier):
        counts = _accepted(notation, piece)
        if counts is not None:
            yield Outcome(notation, [], counts, piece)
            continue
        for reading in read_piece(notation, piece):
            yield outcome(reading, piece)


def outcome(reading: Reading[RecordT], piece: Piece | Finding | None = None) -> Outcome[RecordT]:
    """What came of a record that was read."""
    checked = _check(reading)
    placed = map(reading.place, checked.findings)
    found = [*reading.findings, *(finding for finding in placed if finding is not None)]
    found.sort(key=lambda finding: (finding.line or 0, finding.column or 0))
    return Outcome(
        reading.notation, found, _counts(reading), piece or Piece(b""), (reading, checked)
    )


def _accepted(notation: Notation[Any] | None, piece: Piece | Finding) -> Counts | None:
    if notation is None or notation.accept is None or isinstance(piece, Finding):
        return None
    return notation.accept(piece.data)


def _check(reading: Reading[Any]) -> Checked[Any]:
    if reading.written is None or reading.notation is None:
        return Checked([], [])
    game = replayer.game(reading.notation.game)
    return game.check(reading.written, reading.notation.unsupported)


def _counts(reading: Reading[Any]) -> Counts | None:
    if reading.written is None or reading.notation is None:
        return None
    game = replayer.game(reading.notation.game)
    return Counts(len(game.rounds(reading.written)), game.plies(reading.written))
