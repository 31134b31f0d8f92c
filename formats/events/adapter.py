"""What a game says of the events of its records: what headers, moves and ends mean in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from ...findings import Finding, Rule
from ...replayer.record import GameRound
from ...replayer.rules import Rules
from ..interface.notation import Notation
from ..text.lines import Places
from ..text.text import Text
from .drafts import DraftLine, DraftMatch, DraftRound
from .events import Event, Header, Move

RecordT = TypeVar("RecordT")


class Report(Protocol):
    """Reports what is wrong with an event, in the place where it stands.

    `hides` are rules that its round may seem to break only because of this.
    """

    def __call__(self, event: Event, finding: Finding, hides: Sequence[Rule] = ()) -> None:
        """Report it."""
        ...


class Adapter(ABC, Generic[RecordT]):
    """Makes one record of a game from what was gathered of its events.

    `rounds` is the field of the record that holds its rounds, and `moves` the pointer of the
    actions of one.
    """

    rounds: str = "rounds"
    moves: str = "/actions"

    def __init__(self, text: Text, report: Report) -> None:
        self.text = text
        self.report = report

    @cached_property
    def places(self) -> Places:
        """Where the parts of the record stand, in the words of the notation."""
        return Places(self.text)

    @property
    @abstractmethod
    def notation(self) -> Notation[RecordT]:
        """The notation that is read."""

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

    def pointer(self, header: Header, of_round: bool) -> str | None:
        """Where the record has what a header says: a pointer in its round, or in the match."""
        return f"/{header.name}"

    def remember_move(self, played: DraftRound, index: int, move: Move) -> None:
        """Remember where a move of the main line stands, counted from 0."""
        here = f"/{self.rounds}/{played.number - 1}{self.moves}/{index}"
        self.places.add(here, move.start, move.end)

    def place(self, finding: Finding) -> Finding | None:
        """A finding about the record in its place, None where it only follows from another."""
        return self.places.place(finding)
