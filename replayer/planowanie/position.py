"""A moment of a deal as it is shown: what has happened by then, and what the record says of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ...formats.boards import name_of
from ...formats.columns import visible
from ...formats.tricks import by_suit
from ..replay import RoundReplay, Step
from .cards import HIDDEN
from .record import Deal, Planned, Record
from .recorded import rules_of
from .rules import PlanowanieRules
from .state import State


class Moment(Struct, frozen=True):
    """The moment of a line before what is done in a step.

    `state` is what has happened in the deal; where that is over, it still holds all of it, though
    the rules are then at the beginning of the next one.
    """

    record: Record
    line: RoundReplay[State]
    step: Step[State]
    state: State

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.step.over

    @property
    def deal(self) -> Deal:
        """What is recorded of the deal."""
        return self.record.deals[self.line.number - 1]

    @property
    def plan(self) -> Planned:
        """What is planned of the deal."""
        return self.record.plan[self.line.number - 1]

    @property
    def rules(self) -> PlanowanieRules:
        """The rules of the game."""
        return rules_of(self.record)

    @property
    def seats(self) -> range:
        """The players."""
        return range(self.record.seats)

    @property
    def ends_record(self) -> bool:
        """Whether it is where the record ends."""
        last_deal = self.line.number == len(self.record.deals)
        return last_deal and not self.line.path and self.step is self.line.steps[-1]

    @property
    def declared(self) -> Sequence[int | None]:
        """What was declared; where the record stops before all have, as far as it says so."""
        if self.state.phase == "declare" and self.step.actions is None and not self.line.path:
            return self.deal.declarations or ()
        return self.state.declarations

    def who(self, seat: int) -> str:
        """A player by number and name."""
        return f"P{seat} {name_of(self.record.players, seat)}".rstrip()

    def held(self, cards: Iterable[str]) -> str:
        """Cards by suit, as the deck has them: trump first, high to low, hidden cards last."""
        ranks, suits = self.record.deck.ranks, self.record.deck.suits

        def place(card: str) -> tuple[bool, int, int]:
            return card == HIDDEN, suits.find(card[1:]), -ranks.find(card[:1])

        return by_suit(sorted(cards, key=place), suit=lambda card: card[1:], written=visible)


def moment(record: Record, line: RoundReplay[State], step: Step[State]) -> Moment:
    """The moment before what is done in a step."""
    return Moment(record, line, step, step.state)
