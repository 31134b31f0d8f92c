"""The hands of a record, ready to be replayed."""

from __future__ import annotations

from collections.abc import Mapping

from ..replay import RecordedRound
from ..rules import CHANCE, Action, Chance, Node
from .record import Hand
from .state import State


def recorded_round(hand: Hand, start: State) -> RecordedRound[State]:
    """A hand that begins in this state."""

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        player = CHANCE if isinstance(node, Chance) else state.turn
        dealt = len(state.cards)
        if dealt < len(hand.cards):
            return {player: hand.cards[dealt]}
        if state.taken < len(hand.actions):
            return {player: hand.actions[state.taken]}
        return None

    return RecordedRound(start, choose, {})


def field_of(hand: Hand, state: State) -> str:
    """The field of a hand that says what is done in a state."""
    dealt = len(state.cards)
    return f"/cards/{dealt}" if dealt < len(hand.cards) else f"/actions/{state.taken}"
