"""The operations on records of Leduc poker."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from ..check import Place
from ..game import Checked, GameInFolder, MatchResult
from ..play.ended import with_points
from ..replay.round import RecordedRound, Step
from .beliefs import LeducBeliefs
from .check import check
from .position import LeducPositions
from .record import Record
from .recorded import field_of, recorded_round
from .rules import LeducRules
from .state import State


class Leduc(GameInFolder[Record, State]):
    """Leduc poker."""

    name = "leduc"
    rounds_field = "hands"
    positions = LeducPositions()
    beliefs = LeducBeliefs()

    def rules(self, record: Record) -> LeducRules:
        """Return the rules, which have no options."""
        return LeducRules()

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """Return a hand that begins with the totals of the previous hands."""
        rules, last = self.rules(record), before()
        start = rules.initial_state() if last is None else rules.next_round(last)
        return recorded_round(record.hands[number - 1], start)

    def pointer_of(self, record: Record, number: int, step: Step[State], player: int) -> str | None:
        """Return the place of an action or a card."""
        return Place(number, "hands").pointer(field_of(record.hands[number - 1], step.state))

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Return everything wrong with a match, hand by hand."""
        return check(record)

    def match_result(self, record: Record, ends: Sequence[State | None]) -> MatchResult | None:
        """Return the result of a match, which is over once its last hand is over."""
        last = ends[-1] if ends else None
        outside = (each.returns for each in record.hands if each.ended is not None)
        points = None if last is None else with_points(last.totals, outside)
        return None if points is None else MatchResult(record.players, points)


GAME = Leduc()
