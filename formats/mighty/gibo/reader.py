"""Make records from a text gibo's events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from ....findings import Finding, Fix, Rule
from ....replayer.codes import NOTHING_TO_ANNOTATE
from ....replayer.mighty.record import Deal, Record
from ...codes import TEXT_SYNTAX
from ...document.mapping import Path
from ...events.adapter import Adapter
from ...events.drafts import DraftMatch, DraftRound
from ...events.events import Event
from ...text.lines import Places
from ...text.place import replacing
from .. import codes
from ..unknown import follows
from ..words import in_ascii, in_symbols, rewritten
from .deal import DealReader, Match
from .heading import KEYS, heading


class MatchReader(Adapter[Record]):
    """One match. A deal that cannot be read at all is still counted."""

    rounds = "deals"

    @cached_property
    def places(self) -> Places:
        """The places of the parts of the match."""
        symbols = any(suit in self.text.content for suit in "♠♦♥♣")
        return Places(self.text, in_symbols if symbols else in_ascii, rewritten)

    def heading(self, match: DraftMatch) -> dict[str, Any]:
        """The headers before the deals."""
        if self._heading is None:
            headers = match.headers(self.text.content)
            self._heading = heading(headers, self.refuse, self.lost)
            players = self._heading.get("players")
            self._known = Match(self.text.content, players, self.refuse, self.lost)
        return self._heading

    _heading: dict[str, Any] | None = None
    _known: Match
    _number: int | None = None
    """The number of the deal being read."""

    def round(self, match: DraftMatch, played: DraftRound) -> Deal:
        """Return a deal as far as it can be read."""
        self.heading(match)
        self._number = played.number
        return DealReader(self._known, played).deal()

    def record(self, match: DraftMatch, rounds: Sequence[Deal]) -> Record | None:
        """Return the match."""
        header = self.heading(match)
        if not rounds:
            return None
        header["players"] = self._known.players
        begins = match.rounds[0].begins
        if begins is not None and not self.text.content.startswith("Deal:", begins.start):
            rounds = [_beginning(rounds), *rounds[1:]]
        return Record(**header, deals=tuple(rounds), annotations=match.annotations())

    def refuse(self, rule: Rule, why: str, span: tuple[int, int], right: str | None = None) -> None:
        """Report an error in a span; `right` is the right text."""
        edits = replacing(self.text, *span, right or "")
        fix = None if right is None else Fix(f"write {right}", edits=edits)
        number = None if rule is TEXT_SYNTAX else self._number
        self.report(Event(*span), Finding(rule=rule, message=why, round=number, fix=fix))

    def remember_match(self, match: DraftMatch) -> None:
        """Remember where the times and the view are."""
        for each in match.headers(self.text.content):
            if each.name in KEYS:
                self.places.add(f"/{KEYS[each.name]}", each.start, each.end)

    def remember_round(self, played: DraftRound) -> None:
        """Remember where a deal's parts are; this requires reading the deal again."""
        known = Match(self.text.content, None, _nothing, [], self.places.add)
        DealReader(known, played).deal()

    def follows(self, finding: Finding, lost: Path) -> bool:
        """Return whether a finding may merely follow from a lost part."""
        if finding.rule is NOTHING_TO_ANNOTATE:
            return True
        here = len(lost) > 1 and finding.round == int(lost[1]) + 1
        return (finding.rule is codes.INFERRED and here) or follows(finding, lost)


def _nothing(*_: object) -> None:
    """Report nothing."""


def _beginning(deals: Sequence[Deal]) -> Deal:
    """Return the first of the given unnumbered deals, after a gap if the match may begin earlier.

    If it has no totals but a later deal does, the later totals may include deals before it.
    """
    first, *later = deals
    counted = first.totals is None and any(each.totals is not None for each in later)
    return replace(first, gap=True) if counted else first
