"""The places of findings about records that were built from events."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from typing import Any

from ...findings import Finding
from ..document.mapping import Path
from .adapter import Adapter
from .drafts import DraftLine, DraftMatch, DraftNotes, DraftRound
from .events import Event


class Placing:
    """Places findings about a record, and leaves out those that only follow from unread text.

    Places are only computed when needed, round by round, since most rounds are right and texts may
    be long.
    """

    def __init__(self, adapter: Adapter[Any], match: DraftMatch) -> None:
        self.adapter = adapter
        self.match = match
        self._remembered = set[int]()
        """The rounds whose places are known; 0 is the match."""

    def place(self, finding: Finding) -> Finding | None:
        """Place a finding; return None if it is only a consequence of unreadable text."""
        changed = () if finding.fix is None else [where for where, _ in finding.fix.changes]
        pointers = filter(None, [finding.pointer, *changed])
        for number in {0, finding.round or 0, *map(self._round_of, pointers)} - self._remembered:
            self._remembered.add(number)
            if number == 0:
                self._remember_match()
            elif number <= len(self.match.rounds):
                self._remember_round(self.match.rounds[number - 1])
        if any(self.adapter.follows(finding, each) for each in self._lost_near(finding.round)):
            return None
        return self.adapter.place(finding)

    def _round_of(self, pointer: str) -> int:
        """Return the number of the round that a pointer points into, or 0."""
        _, first, *rest = pointer.split("/")
        in_round = first == self.adapter.rounds and rest and rest[0].isdecimal()
        return int(rest[0]) + 1 if in_round else 0

    # Lost parts

    def _lost_near(self, number: int | None) -> Iterable[Path]:
        """Return what is lost outside rounds, in a round, and in the round before it.

        Losses farther away do not affect the round.
        """
        known = self._lost_by_round
        near = known if number is None else (0, number - 1, number)
        return chain.from_iterable(known.get(each, ()) for each in near)

    @cached_property
    def _lost_by_round(self) -> dict[int, list[Path]]:
        """The paths lost in each round, and outside rounds (0)."""
        found: dict[int, list[Path]] = {}
        for each in dict.fromkeys(map(tuple, self.adapter.lost)):  # many slips may lose one part
            found.setdefault(int(each[1]) + 1 if len(each) > 1 else 0, []).append([*each])
        return found

    # Places

    def _remember_match(self) -> None:
        """Record the places of the match's parts."""
        if self.match.begins is not None:
            self._remember("", self.match.begins)
        self.adapter.remember_match(self.match)
        self._remember_notes("", self.match.notes())

    def _remember_round(self, played: DraftRound) -> None:
        """Record the places of a round's parts."""
        here = f"/{self.adapter.rounds}/{played.number - 1}"
        if played.begins is not None:
            self._remember(here, played.begins)
        self.adapter.remember_round(played)
        if played.line.end is not None and played.line.end.ended is not None:
            self._remember(f"{here}/ended", played.line.end)
        self._remember_line(here, played.line)

    def _remember_line(self, here: str, line: DraftLine) -> None:
        """Record the places of the notes and variations of a line."""
        self._remember_notes(here, line.notes())
        for number, each in enumerate(line.known_variations()):
            there = f"{here}/variations/{number}"
            if each.opened is not None:
                self._remember(there, each.opened)
                self._remember(f"{there}/ply", each.opened)
            for index, move in enumerate(each.each(self.adapter.text.content)):
                self._remember(f"{there}/actions/{index}", move)
            self._remember_line(there, each)

    def _remember_notes(self, here: str, notes: Iterable[DraftNotes]) -> None:
        """Record the places of notes."""
        for number, each in enumerate(notes):
            there = f"{here}/annotations/{number}"
            for where, event in each.places:
                self._remember(f"{there}{where}", event)
            first = each.places[0][1]
            self._remember(there, first)
            self._remember(f"{there}/ply", first)

    def _remember(self, pointer: str, event: Event) -> None:
        """Record the place of a value."""
        self.adapter.places.add(pointer, event.start, event.end)
