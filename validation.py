"""The one pipeline: from the bytes of a file to an outcome for each of its records.

A file is taken apart into pieces, a piece is read, and its record is checked under the rules of its
game. A notation may `accept` a piece before it is read: it then vouches that there is nothing to
report. The outcome is the same, only faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any, BinaryIO, Generic, TypeVar

from . import replayer
from .findings import Finding
from .formats.base import Counts, Notation, Reading
from .formats.reading import Piece, pieces, read_piece
from .formats.source import Source
from .replayer.discovery import require
from .replayer.game import Checked, Game, MatchResult

RecordT = TypeVar("RecordT")


class Outcome(Generic[RecordT]):
    """The result of checking one record.

    Each part is worked out when it is first asked for, and only once. To get the record alone does
    not check its play, and an accepted record is read only for more than its findings and counts.
    """

    def __init__(
        self,
        notation: Notation[RecordT] | None,
        read: Callable[[], Reading[RecordT]],
        accepted: Counts | None = None,
    ) -> None:
        self.notation = notation
        """The notation, None if it is not known."""
        self._read = read
        self._accepted = accepted

    @cached_property
    def reading(self) -> Reading[RecordT]:
        """The record as it was read, with what is wrong with its text."""
        return self._read()

    @property
    def record(self) -> RecordT | None:
        """The record, None if it could not be read."""
        return self.reading.record

    @cached_property
    def findings(self) -> list[Finding]:
        """Everything wrong with the record, in the order of its text."""
        if self._accepted is not None:
            return []
        placed = map(self.reading.place, self._checked.findings)
        found = [*self.reading.findings, *self.reading.notes]
        found += (each for each in placed if each is not None)
        return sorted(found, key=lambda finding: (finding.line or 0, finding.column or 0))

    @property
    def errors(self) -> list[Finding]:
        """The findings that say that the record is wrong."""
        return [each for each in self.findings if each.severity == "error"]

    @cached_property
    def counts(self) -> Counts | None:
        """The numbers of its rounds and plies, None where there is no record."""
        if self._accepted is not None:
            return self._accepted
        game, record = self._game, self._examined
        if game is None or record is None:
            return None
        return Counts(len(game.rounds(record)), game.plies(record))

    def match_result(self) -> MatchResult | None:
        """How the match ended, None if it is not finished, or there is no record.

        Raises Unsupported where matches of its game are not rated.
        """
        if self._game is None or self._examined is None:
            return None
        return self._game.match_result(self._examined, self._checked.ends)

    @property
    def _examined(self) -> RecordT | None:
        """The record as it was checked: as written, unless the check itself completed it."""
        completed = self._checked.completed is not None
        return self.reading.record if completed else self.reading.written

    @cached_property
    def _checked(self) -> Checked[Any]:
        """What the check of its game found, leaving out what its notation cannot say."""
        reading = self.reading
        if self._game is None or self.notation is None or reading.written is None:
            return Checked([], [])
        checked = self._game.check(reading.written, self.notation.unsupported)
        require(checked, Checked, self._game.name, "`check`")
        if checked.completed is not None and self.notation.complete is not None:
            # The check has inferred what the text leaves out; once is enough.
            reading.record = checked.completed
        return checked

    @property
    def _game(self) -> Game[RecordT, Any] | None:
        return None if self.notation is None else replayer.game(self.notation.game)


def outcomes(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[Outcome[Any]]:
    """The outcomes of the records of a file, one after the other.

    Raises KeyError where `identifier` is no notation, and UnknownNotation where it is None and the
    file is no record.
    """
    for notation, piece in pieces(stream, name, identifier):
        readings = read_piece(notation, piece)  # nothing is read before it is asked for
        counts = _accepted(notation, piece)
        if counts is None:
            yield from map(outcome, readings)
        else:
            yield Outcome(notation, partial(next, readings), counts)


def outcome(reading: Reading[RecordT]) -> Outcome[RecordT]:
    """The outcome of a record that was read."""
    return Outcome(reading.notation, lambda: reading)


def _accepted(notation: Notation[Any] | None, piece: Piece | Finding) -> Counts | None:
    """The counts of a piece for which its notation vouches, None if it does not."""
    if notation is None or notation.accept is None or isinstance(piece, Finding):
        return None
    return notation.accept(piece.data)
