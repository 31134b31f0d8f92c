"""Makes records of the events of a text gibo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from ....findings import Finding, Fix, Rule
from ....replayer.codes import NOTHING_TO_ANNOTATE
from ....replayer.mighty.record import Deal, Record
from ...document.mapping import Path
from ...events.adapter import Adapter
from ...events.drafts import DraftMatch, DraftRound
from ...events.events import Event
from ...text.lines import Places
from ...text.place import replacing
from .. import codes
from ..unknown import follows
from ..words import in_ascii, in_symbols, rewritten
from .columns import Columns
from .deal import DealReader
from .heading import Heading
from .places import remember

_PLACED = {"Start": "start_time", "End": "end_time", "View": "view"}


class MatchReader(Adapter[Record]):
    """One match; a deal of which nothing can be read keeps its number."""

    rounds = "deals"
    header: dict[str, Any] | None = None
    """The values of the record that stand before its deals, once they are read."""
    columns: Columns
    numbers_due = (1,)

    @cached_property
    def places(self) -> Places:
        """Where the parts of the match stand."""
        symbols = any(suit in self.text.content for suit in "♠♦♥♣")
        return Places(self.text, in_symbols if symbols else in_ascii, rewritten)

    @cached_property
    def repeated(self) -> set[int]:
        """Where lines start that only repeat others of their deal."""
        return set()

    def heading(self, match: DraftMatch) -> dict[str, Any]:
        """What is said before the deals."""
        if self.header is None:
            headers = match.headers(self.text.content)
            self.header = Heading(headers, self.refuse, self.lost).values()
            self.columns = Columns(self.header.get("players"))
        return self.header

    def round(self, match: DraftMatch, played: DraftRound) -> Deal:
        """A deal, as far as it can be read."""
        self.heading(match)
        reader = DealReader(
            self.text.content, played, self.numbers_due, self.columns, self.refuse, self.lost
        )
        deal = reader.deal()
        self.numbers_due = reader.numbers_due
        self.repeated.update(reader.repeated)
        return deal

    def record(self, match: DraftMatch, rounds: Sequence[Deal]) -> Record | None:
        """The match."""
        header = self.heading(match)
        if not rounds:
            return None
        header["players"] = self.columns.players
        begins = match.rounds[0].begins
        if begins is not None and not self.text.content.startswith("Deal:", begins.start):
            rounds = [_beginning(rounds), *rounds[1:]]
        return Record(**header, deals=tuple(rounds), annotations=match.annotations())

    def refuse(self, rule: Rule, why: str, start: int, end: int, due: str | None = None) -> None:
        """Report what is wrong between two offsets; `due` is what stands there rightly."""
        fix = None
        if due is not None:
            fix = Fix(f"write {due}", edits=replacing(self.text, start, end, due))
        self.report(Event(start, end), Finding(rule=rule, message=why, fix=fix))

    def remember_match(self, match: DraftMatch) -> None:
        """Remember where the times and the view stand."""
        for each in match.headers(self.text.content):
            if each.name in _PLACED:
                self.places.add(f"/{_PLACED[each.name]}", each.start, each.end)

    def remember_round(self, played: DraftRound) -> None:
        """Remember where the parts of a deal stand."""
        remember(self.places, f"/deals/{played.number - 1}", played, self.repeated)

    def follows(self, finding: Finding, lost: Path) -> bool:
        """Whether a finding may follow only from what is lost."""
        if finding.rule is NOTHING_TO_ANNOTATE:
            return True
        here = len(lost) > 1 and finding.round == int(lost[1]) + 1
        return (finding.rule is codes.INFERRED and here) or follows(finding, lost)


def _beginning(deals: Sequence[Deal]) -> Deal:
    """The first of some deals, without a number: nothing says that the match begins with it.

    Totals that stand only behind it may then count deals before it.
    """
    first, *later = deals
    counted = first.totals is None and any(each.totals is not None for each in later)
    return replace(first, gap=True) if counted else first
