"""The deals consistent with what was seen of a hand.

The opponent's card is hidden until the showdown; the bets reveal nothing about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..beliefs.beliefs import Belief, Beliefs
from ..beliefs.piles import Cards, Pile
from ..replay.round import Step
from .cards import DECK, HIDDEN
from .record import Record
from .state import State

if TYPE_CHECKING:
    from random import Random


class LeducBeliefs(Beliefs[Record, State]):
    """Describes what is hidden in records of Leduc poker."""

    def belief(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Belief:
        """Return where the hidden cards may be: in the opponent's hand, or in the deck."""
        state = steps[-1].state
        hidden = tuple(card for card in DECK if card not in (*state.cards, state.public))
        hands = [
            Pile(f"player {seat}", int(card == HIDDEN)) for seat, card in enumerate(state.cards)
        ]
        rest = len(hidden) - sum(pile.size for pile in hands)
        return Belief(hidden, ((*hands, Pile("the rest of the deck", rest)),))

    def cut(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Record:
        """Return the match up to an action."""
        state, hand = steps[-1].state, replace(record.hands[number - 1], variations=())
        if state.end is None:
            actions = hand.actions[: state.taken]
            hand = replace(hand, actions=actions, end=None, returns=None, totals=None)
        return replace(record, hands=(*record.hands[: number - 1], hand))

    def dealt(
        self,
        record: Record,
        number: int,
        steps: Sequence[Step[State]],
        drawn: Sequence[Cards],
        rng: Random,
    ) -> Record:
        """Return the match with the drawn card as the opponent's."""
        hands = list(record.hands)
        first, second = (
            card if card != HIDDEN else drawn[seat][0]
            for seat, card in enumerate(hands[number - 1].cards)
        )
        hands[number - 1] = replace(hands[number - 1], cards=(first, second))
        return replace(record, hands=tuple(hands))
