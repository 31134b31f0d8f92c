"""Mighty as the registry holds it: a record's deals as lines for the replayer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from msgspec.structs import replace

from ...findings import Finding
from ..game import Line
from ..variations import Variation, varied
from .inference.assumptions import LOOK_BACK, before_of
from .inference.interpretations import best_line
from .record import Deal, Record
from .rules.mighty import MightyRules
from .rules.state import State


class Mighty:
    """The game of Mighty."""

    name = "mighty"
    canonical = "mighty/json"
    record_type = Record

    def rules(self, record: Record) -> MightyRules:
        """The rules that a match was played under."""
        return MightyRules(record.rules)

    def rounds(self, record: Record) -> int:
        """The number of deals."""
        return len(record.deals)

    def plies(self, record: Record) -> int:
        """The number of calls, decisions and plays in all deals."""
        return sum(map(plies, record.deals))

    def line(self, record: Record, number: int) -> Line[State]:
        """A deal as a line to walk.

        Raises IllegalAction where it is not shaped like one.
        """
        before = before_of(record.deals[max(0, number - 2 - LOOK_BACK) : number - 1])
        return best_line(self.rules(record), record.deals[number - 1], before)

    def variations(self, record: Record, number: int) -> tuple[Variation, ...]:
        """The other lines of play of a deal."""
        return record.deals[number - 1].variations

    def with_variations(
        self, record: Record, number: int, variations: tuple[Variation, ...]
    ) -> Record:
        """The record with other variations of a deal."""
        return replace(record, deals=varied(record.deals, number, variations))

    def check(self, record: Record, unsaid: Iterable[str] = ()) -> Iterator[Finding]:
        """Everything wrong with a match, deal by deal."""
        from .check import check

        return check(record)

    def view(self, record: Record, player: int) -> Record:
        """The match as one player knew it."""
        from .view import view

        return view(record, player)

    def generate(self, rng: Random) -> Record:
        """A random match of a few deals."""
        from .generate import generate

        return generate(rng)


GAME = Mighty()


def plies(deal: Deal) -> int:
    """The number of calls, decisions and plays of a deal, as far as they are recorded."""
    decisions = (deal.discard, deal.contract, deal.friend)
    played = sum(len(trick.played) for trick in deal.tricks)
    return len(deal.bids or ()) + sum(each is not None for each in decisions) + played
