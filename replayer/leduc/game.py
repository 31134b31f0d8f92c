"""What can be done with records of Leduc poker."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from ..game import CHANCE, Action, Checked, Game, MatchResult, Observation, RecordedRound
from .cards import DECK
from .check import check
from .generate import generate
from .record import Hand, Record
from .recorded import recorded_round
from .rules import LeducRules
from .state import State
from .view import view


class Leduc(Game[Record, State]):
    """Leduc poker."""

    name = "leduc"

    def rules(self, record: Record) -> LeducRules:
        """The rules, which have no options."""
        return LeducRules()

    def rounds(self, record: Record) -> tuple[Hand, ...]:
        """The hands of a match."""
        return record.hands

    def with_rounds(self, record: Record, rounds: tuple[Hand, ...]) -> Record:
        """The match with other hands."""
        return replace(record, hands=rounds)

    def plies(self, record: Record) -> int:
        """The number of actions that players took; the public cards are none of them."""
        return sum(action not in DECK for hand in record.hands for action in hand.actions)

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """A hand, which begins with the totals of those before it."""
        rules, last = self.rules(record), before()
        start = rules.initial_state() if last is None else rules.next_round(last)
        return recorded_round(record.hands[number - 1], start)

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Everything wrong with a match, hand by hand."""
        return check(record)

    def view(self, record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
        """The match as one player knew it."""
        return view(record, player, shown)

    position_type = State

    def masked(
        self, state: State, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[State, Mapping[int, Action]]:
        """The other's card is hidden until it is shown down."""
        if "card" in shown:
            return state, {CHANCE: shown["card"]}
        if "shown" in shown:
            state = replace(state, cards=shown["shown"])
        return state, actions

    def generate(self, rng: Random) -> Record:
        """A random match."""
        return generate(rng)

    def match_result(self, record: Record, ends: Sequence[State | None]) -> MatchResult | None:
        """A match is over when its last hand is; there can be any number of them."""
        last = ends[-1] if ends else None
        return None if last is None else MatchResult(record.players, last.totals)


GAME = Leduc()
