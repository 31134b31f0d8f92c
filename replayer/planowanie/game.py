"""Planowanie as the registry holds it: a record's deals as lines for the replayer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from ...findings import Finding
from ..game import IllegalAction, Line
from ..replay import walk
from ..variations import Variation, varied
from .record import Deal, Record
from .recorded import line, rules_of
from .rules import PlanowanieRules
from .state import State


class Planowanie:
    """The game of Planowanie."""

    name = "planowanie"
    canonical = "planowanie/json"
    record_type = Record

    def rules(self, record: Record) -> PlanowanieRules:
        """The rules that a game was played under."""
        return rules_of(record)

    def rounds(self, record: Record) -> int:
        """The number of deals."""
        return len(record.deals)

    def plies(self, record: Record) -> int:
        """The number of declarations and cards in all deals."""
        return sum(map(plies, record.deals))

    def line(self, record: Record, number: int) -> Line[State]:
        """A deal as a line to walk.

        Raises IllegalAction where the game, the deal or one before it is not shaped like one.
        """
        lines, breach = _lines(record)
        if breach is not None and number > len(lines):
            raise breach.with_traceback(None)
        return lines[number - 1]

    def variations(self, record: Record, number: int) -> tuple[Variation, ...]:
        """The other lines of play of a deal."""
        return record.deals[number - 1].variations

    def with_variations(
        self, record: Record, number: int, variations: tuple[Variation, ...]
    ) -> Record:
        """The record with other variations of a deal."""
        return replace(record, deals=varied(record.deals, number, variations))

    def check(self, record: Record, unsaid: Iterable[str] = ()) -> Iterator[Finding]:
        """Everything wrong with a game, deal by deal."""
        from .check import check

        return check(record)

    def view(self, record: Record, player: int) -> Record:
        """The game as one player knew it."""
        from .view import view

        return view(record, player)

    def join(self, records: Sequence[Record]) -> Record:
        """The record of a game from the views of its players.

        Raises ValueError where they are not views of one game.
        """
        from .join import joined

        return joined(records)

    def generate(self, rng: Random) -> Record:
        """A random game."""
        from .generate import generate

        return generate(rng)


GAME = Planowanie()


def plies(deal: Deal) -> int:
    """The number of declarations and cards of a deal, as far as they are recorded."""
    said = sum(each is not None for each in deal.declarations or ())
    return said + sum(len(trick.played) for trick in deal.tricks)


@lru_cache(maxsize=4)
def _lines(record: Record) -> tuple[tuple[Line[State], ...], IllegalAction | None]:
    """The deals up to the first that cannot be played at all, as lines; and why that one cannot.

    They are made all at once, for each begins with the totals of those before it.
    """
    from .well_formed import misshapen, setup_breaches

    rules, lines = rules_of(record), list[Line[State]]()
    for _, breach in setup_breaches(record):
        return (), breach
    totals = rules.initial_state().totals
    for number, deal in enumerate(record.deals):
        wrong = misshapen(rules, deal, number)
        if wrong is not None:
            return tuple(lines), wrong[1]
        lines.append(line(rules, deal, number, totals))
        *_, end = walk(rules, lines[-1])
        totals = end.state.totals
    return tuple(lines), None
