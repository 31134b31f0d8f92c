"""The interface by which a game interprets the events of its records: headers, moves and ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from ...findings import Finding
from ...replayer.record import GameRound
from ...replayer.rules import Rules
from ..document.mapping import Path
from ..found import Found
from ..text.lines import Places
from ..text.place import place
from ..text.text import Text
from .drafts import DraftLine, DraftMatch, DraftRound, Said
from .events import Event, Move

RecordT = TypeVar("RecordT")


class Adapter(ABC, Generic[RecordT]):
    """Makes one record of a game from what was gathered of its events.

    `rounds` is the field of the record that holds its rounds, and `moves` the pointer to the
    actions of one.
    """

    rounds: str = "rounds"
    moves: str = "/actions"

    def __init__(self, text: Text) -> None:
        self.text = text
        self.findings = Found()
        self.whole = True
        """Whether nothing is missing in the record."""
        self.lost: list[Path] = []
        """The parts of the record that are unknown because something could not be read."""

    def report(self, event: Event, finding: Finding) -> None:
        """Report what is wrong with an event, at its place."""
        self.add(place(finding, self.text, event.start, event.end))

    def add(self, finding: Finding) -> None:
        """Report a finding; if it is an error, its part is missing in the record."""
        self.findings.add(finding)
        self.whole = self.whole and finding.severity != "error"

    @cached_property
    def places(self) -> Places:
        """The places of the parts of the record, with messages in the words of the
        notation.
        """
        return Places(self.text)

    # The meaning of events

    def start(self, match: DraftMatch, played: DraftRound) -> tuple[Rules[Any], Any] | None:
        """Return the rules, and the state in which the first move of a round is made.

        They are needed if the meaning of a move depends on the state: the builder then asks the
        rules (`replayer.spelling.parse`). Without them, `actions` interprets moves.
        """
        return None

    def actions(self, played: DraftRound, line: DraftLine) -> list[str]:
        """Return the moves of a line as the record has them, up to the first that cannot be read.

        That one is reported. By default, moves are spelled as in the record.
        """
        return line.moves

    @abstractmethod
    def round(self, match: DraftMatch, played: DraftRound) -> GameRound | None:
        """Return a round of the record; None if none of it can be read.

        Its variations are `played.line.made()`, its annotations `played.line.annotations()`, and
        its `played.line.end` may have an end outside play.
        """

    @abstractmethod
    def record(self, match: DraftMatch, rounds: Sequence[Any]) -> RecordT | None:
        """Return the record with these rounds, None for each that cannot be read."""

    # Places

    def remember_match(self, match: DraftMatch) -> None:
        """Remember the places of the headers of the match."""
        self.remember_headers("", match)

    def remember_round(self, played: DraftRound) -> None:
        """Remember the places of the headers of a round, and of the moves of its main line."""
        here = f"/{self.rounds}/{played.number - 1}"
        self.remember_headers(here, played)
        for index, move in enumerate(played.line.each(self.text.content)):
            self.remember_move(played, index, move)

    def remember_headers(self, here: str, said: Said) -> None:
        """Remember the places of headers, under the names that their values have in the record."""
        for each in said.headers(self.text.content):
            self.places.add(f"{here}/{each.name}", each.start, each.end)

    def remember_move(self, played: DraftRound, index: int, move: Move) -> None:
        """Remember the place of a move of the main line, counted from 0."""
        here = f"/{self.rounds}/{played.number - 1}{self.moves}/{index}"
        self.places.add(here, move.start, move.end)

    def follows(self, finding: Finding, lost: Path) -> bool:
        """Return whether a finding may follow only from something lost.

        `lost` has what is lost in the round of the finding, in the one before, and outside rounds.
        """
        return False

    def place(self, finding: Finding) -> Finding:
        """Return a finding about the record in its place."""
        return self.places.place(finding)
