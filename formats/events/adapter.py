"""How a game interprets the events of its records: headers, moves and ends."""

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
    """Makes one record of a game from the drafts of its match and rounds.

    `rounds` is the field of the record that holds its rounds, and `moves` is the pointer to a
    round's actions.
    """

    rounds: str = "rounds"
    moves: str = "/actions"

    def __init__(self, text: Text) -> None:
        self.text = text
        self.findings = Found()
        self.whole = True
        """Whether nothing is missing from the record."""
        self.lost: list[Path] = []
        """The parts of the record that are unknown because something could not be read."""

    def report(self, event: Event, finding: Finding) -> None:
        """Report a finding at the place of an event."""
        self.add(place(finding, self.text, event.start, event.end))

    def add(self, finding: Finding) -> None:
        """Report a finding; if it is an error, the part it is about is missing from the record."""
        self.findings.add(finding)
        self.whole = self.whole and finding.severity != "error"

    @cached_property
    def places(self) -> Places:
        """The places of the record's parts, with messages in the words of the notation."""
        return Places(self.text)

    # The meaning of events

    def start(self, match: DraftMatch, played: DraftRound) -> tuple[Rules[Any], Any] | None:
        """Return the rules, and the state before the first move of a round.

        They are needed if the meaning of a move depends on the state: the builder then asks the
        rules (`replayer.spelling.parse`). Without them, `actions` interprets moves.
        """
        return None

    def actions(self, played: DraftRound, line: DraftLine) -> list[str]:
        """Return the moves of a line as the record spells them.

        The first unreadable move is reported, and the list ends before it. By default, the text
        spells moves as the record does.
        """
        return line.moves

    @abstractmethod
    def round(self, match: DraftMatch, played: DraftRound) -> GameRound | None:
        """Return a round of the record, or None if it cannot be read at all.

        Its variations are `played.line.made()`, its annotations are `played.line.annotations()`,
        and `played.line.end` may be an end outside play.
        """

    @abstractmethod
    def record(self, match: DraftMatch, rounds: Sequence[Any]) -> RecordT | None:
        """Return the record with these rounds; an unreadable round is None."""

    # Places

    def remember_match(self, match: DraftMatch) -> None:
        """Record the places of the match's headers."""
        self.remember_headers("", match)

    def remember_round(self, played: DraftRound) -> None:
        """Remember the places of a round's headers, and of the moves in its main line."""
        here = f"/{self.rounds}/{played.number - 1}"
        self.remember_headers(here, played)
        for index, move in enumerate(played.line.each(self.text.content)):
            self.remember_move(played, index, move)

    def remember_headers(self, here: str, said: Said) -> None:
        """Remember the places of headers, under the names of their values in the record."""
        for each in said.headers(self.text.content):
            self.places.add(f"{here}/{each.name}", each.start, each.end)

    def remember_move(self, played: DraftRound, index: int, move: Move) -> None:
        """Remember the place of a move in the main line, counted from 0."""
        here = f"/{self.rounds}/{played.number - 1}{self.moves}/{index}"
        self.places.add(here, move.start, move.end)

    def follows(self, finding: Finding, lost: Path) -> bool:
        """Return whether a finding may merely be a consequence of something lost.

        `lost` holds what is lost in the finding's round, in the round before it, and outside
        rounds. The `places` of the finding's round are known.
        """
        return False

    def place(self, finding: Finding) -> Finding:
        """Return a finding about the record with its place."""
        return self.places.place(finding)
