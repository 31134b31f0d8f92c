"""The operations on records of Planowanie."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ..check import Place
from ..game import Checked, GameInFolder
from ..play.ended import Ended, in_words
from ..replay.round import RecordedRound, Step
from ..rules import Observation
from .beliefs import PlanowanieBeliefs
from .check.check import check
from .check.recorded import field_of, recorded_round, rules_of
from .check.well_formed import read_deal, setup_breaches
from .position import PlanowaniePositions
from .record import TOURNAMENT, Planned, Record
from .rules import PlanowanieRules
from .state import State

_AGREED = ("resignation", "agreement", "claim")
"""The ends of a game that are not caused by a player's fault."""


class Planowanie(GameInFolder[Record, State]):
    """The game of Planowanie."""

    name = "planowanie"
    rounds_field = "deals"
    settings = ("seats", "deck", "plan")
    positions = PlanowaniePositions()
    beliefs = PlanowanieBeliefs()

    def rules(self, record: Record) -> PlanowanieRules:
        """Return the rules that a game was played under."""
        return rules_of(record)

    def begun(self, record: Record) -> Record:
        """Return a game in which other numbers of players lead in turn as in the tournament."""
        if record.plan != TOURNAMENT or record.seats < 1:
            return record
        plan = tuple(Planned(each.cards, (each.cards - 1) % record.seats) for each in record.plan)
        return replace(record, plan=plan)

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """Return a deal that begins with the totals of the deals before it.

        Raises IllegalAction if the game or the deal is not well-formed.
        """
        for _, breach in setup_breaches(record):
            raise breach
        rules, deal = self.rules(record), record.deals[number - 1]
        for _, breach in read_deal(rules, deal, number - 1).slips:
            raise breach
        last = before()
        totals = rules.initial_state().totals if last is None else last.totals
        return recorded_round(rules, deal, number - 1, totals)

    def pointer_of(self, record: Record, number: int, step: Step[State], player: int) -> str | None:
        """Return the place of the hands, a declaration or a card."""
        found = field_of(record.deals[number - 1], step.state, player)
        return Place(number, "deals").pointer(found)

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Return everything wrong with a game, deal by deal."""
        return check(record)

    def contradicts(self, record: Record, number: int, ended: Ended) -> str | None:
        """Return a contradiction if the result says that a player's fault ended the game."""
        result = record.result
        if result is None or result.end != "fault" or number != len(record.deals):
            return None
        if ended.by in (None, result.player) and ended.how not in _AGREED:
            return None
        who = "somebody" if result.player is None else f"player {result.player}"
        return f"{in_words(ended)}, but the result says that {who} ended the game by a fault"

    def options_of(self, record: Record) -> Mapping[str, Any]:
        """Return the number of players, the deck and the plan, if not those of the tournament."""
        from .facts import options_of

        return options_of(record)

    def written(self, record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
        """Return a game with these deals, the last of which may be unfinished."""
        from .written import written

        return written(record, rounds)

    def _seen(self, record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
        return self._beside("view")(record, player, shown)

    def join(self, records: Sequence[Record]) -> Record:
        """Return the record of a game, given the views of its players.

        Raises ValueError if they are not views of the same game.
        """
        from .join import joined

        return joined(records)


GAME = Planowanie()
