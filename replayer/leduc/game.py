"""What can be done with records of Leduc poker."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..check import Place
from ..facts import RoundFacts
from ..game import Checked, Game, MatchResult
from ..play.ended import with_points
from ..replay.round import RecordedRound, Step
from ..rules import Observation
from .beliefs import LeducBeliefs
from .check import check
from .position import LeducPositions
from .record import Record
from .recorded import field_of, recorded_round
from .rules import LeducRules
from .state import State

if TYPE_CHECKING:
    from random import Random


class Leduc(Game[Record, State]):
    """Leduc poker."""

    # What a check does without is imported once it is asked for.

    name = "leduc"
    rounds_field = "hands"
    positions = LeducPositions()
    beliefs = LeducBeliefs()

    def rules(self, record: Record) -> LeducRules:
        """The rules, which have no options."""
        return LeducRules()

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """A hand, which begins with the totals of those before it."""
        rules, last = self.rules(record), before()
        start = rules.initial_state() if last is None else rules.next_round(last)
        return recorded_round(record.hands[number - 1], start)

    def pointer_of(self, record: Record, number: int, step: Step[State], player: int) -> str | None:
        """Where an action or a card stands."""
        return Place(number, "hands").pointer(field_of(record.hands[number - 1], step.state))

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Everything wrong with a match, hand by hand."""
        return check(record)

    def facts(self, record: Record, ends: Sequence[State | None]) -> Sequence[RoundFacts]:
        """The facts of each hand."""
        from .facts import facts

        return list(facts(record, ends))

    def written(self, record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
        """A match with these hands, as far as they were played."""
        from .written import written

        return replace(record, hands=tuple(map(written, rounds)))

    def view(self, record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
        """The match as one player knew it."""
        from .view import view

        return view(record, player, shown)

    def generate(self, rng: Random) -> Record:
        """A random match."""
        from .generate import generate

        return generate(rng)

    def match_result(self, record: Record, ends: Sequence[State | None]) -> MatchResult | None:
        """A match is over when its last hand is; there can be any number of them."""
        last = ends[-1] if ends else None
        outside = (each.returns for each in record.hands if each.ended is not None)
        points = None if last is None else with_points(last.totals, outside)
        return None if points is None else MatchResult(record.players, points)


GAME = Leduc()
