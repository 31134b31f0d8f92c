"""What a game says of the events of its records: what headers, moves and ends mean in it."""

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

    `rounds` is the field of the record that holds its rounds, and `moves` the pointer of the
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
        """The parts of the record that are not known because something could not be read."""

    def report(self, event: Event, finding: Finding) -> None:
        """Report what is wrong with an event, in the place where it stands."""
        self.add(place(finding, self.text, event.start, event.end))

    def add(self, finding: Finding) -> None:
        """Report what is wrong; what an error is about, the record lacks."""
        self.findings.add(finding)
        self.whole = self.whole and finding.severity != "error"

    @cached_property
    def places(self) -> Places:
        """Where the parts of the record stand, in the words of the notation."""
        return Places(self.text)

    # What events mean

    def start(self, match: DraftMatch, played: DraftRound) -> tuple[Rules[Any], Any] | None:
        """The rules, and the state in which the first move of a round is made.

        They are needed where what a move means depends on the state: the builder then asks the
        rules (`replayer.spelling.parse`). Without them, `actions` says what moves mean.
        """
        return None

    def actions(self, played: DraftRound, line: DraftLine) -> list[str]:
        """The moves of a line as the record has them, up to the first that cannot be read.

        What is wrong with that one is reported. By default, moves are spelled as the record has
        them.
        """
        return line.moves

    @abstractmethod
    def round(self, match: DraftMatch, played: DraftRound) -> GameRound | None:
        """A round of the record; None where nothing can be read of it.

        Its variations are `played.line.made()`, its annotations `played.line.annotations()`, and
        its `played.line.end` may have an end outside play.
        """

    @abstractmethod
    def record(self, match: DraftMatch, rounds: Sequence[Any]) -> RecordT | None:
        """The record with these rounds, None for each of which nothing can be read."""

    # Where it stands

    def remember_match(self, match: DraftMatch) -> None:
        """Remember where the headers of the match stand."""
        self.remember_headers("", match)

    def remember_round(self, played: DraftRound) -> None:
        """Remember where the headers of a round stand, and the moves of its main line."""
        here = f"/{self.rounds}/{played.number - 1}"
        self.remember_headers(here, played)
        for index, move in enumerate(played.line.each(self.text.content)):
            self.remember_move(played, index, move)

    def remember_headers(self, here: str, said: Said) -> None:
        """Remember where headers stand; they are called as what they say is in the record."""
        for each in said.headers(self.text.content):
            self.places.add(f"{here}/{each.name}", each.start, each.end)

    def remember_move(self, played: DraftRound, index: int, move: Move) -> None:
        """Remember where a move of the main line stands, counted from 0."""
        here = f"/{self.rounds}/{played.number - 1}{self.moves}/{index}"
        self.places.add(here, move.start, move.end)

    def follows(self, finding: Finding, lost: Path) -> bool:
        """Whether a finding may follow only from what is lost.

        It is asked of what is lost in the round of the finding, in the one before, and outside of
        rounds.
        """
        return False

    def place(self, finding: Finding) -> Finding:
        """A finding about the record in its place."""
        return self.places.place(finding)
