"""Prepares the hands of a record for replay, and replays them."""

from __future__ import annotations

from collections.abc import Mapping

from ..replay.replayed import Replayed, replay_from
from ..replay.round import RecordedRound
from ..rules import CHANCE, Action, Chance, Node
from .cards import NUMBERS
from .engine.engine import play
from .engine.numbers import NONE
from .record import Hand
from .rules import LeducRules, state_at
from .state import State


def recorded_round(hand: Hand, start: State) -> RecordedRound[State]:
    """Return a hand that begins in this state, ready to be replayed."""

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        player = CHANCE if isinstance(node, Chance) else state.turn
        dealt = state.table.dealt
        if dealt < len(hand.cards):
            return {player: hand.cards[dealt]}
        if state.taken < len(hand.actions):
            return {player: hand.actions[state.taken]}
        return None

    return RecordedRound(start, choose, {})


def field_of(hand: Hand, state: State) -> str:
    """Return the field of a hand that records the action in this state."""
    dealt = state.table.dealt
    return f"/cards/{dealt}" if dealt < len(hand.cards) else f"/actions/{state.taken}"


def replay(rules: LeducRules, hand: Hand, start: State) -> Replayed[State]:
    """Replay a hand up to the first broken rule; the engine replays the legal part."""
    table = start.table.copy()
    play(table, [NUMBERS.get(word, NONE) for word in (*hand.cards, *hand.actions)])
    plies = sum(map(len, table.betting))
    return replay_from(rules, recorded_round(hand, start), state_at(start, table), plies)
