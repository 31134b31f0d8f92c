"""Random legal matches."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from ..replay.round import RecordedRound, walk
from ..rules import CHANCE, Action, Chance, Node
from .record import Hand, Record
from .rules import LeducRules
from .state import State
from .written import written

MOST_HANDS = 6


def generate(rng: Random, start: Record | None = None) -> Record:
    """Return a match of several hands with random decisions, between the players of `start`."""
    rules = LeducRules()

    def choose(state: State, node: Node) -> Mapping[int, Action]:
        if isinstance(node, Chance):
            return {CHANCE: rules.sample(state, rng)}
        return {state.turn: rng.choice(rules.legal_actions(state, state.turn))}

    state, hands = rules.initial_state(), list[Hand]()
    for _ in range(rng.randint(1, MOST_HANDS)):
        steps = tuple(walk(rules, RecordedRound(state, choose, {})))
        hands.append(written(steps))
        state = rules.next_round(steps[-1].state)
    return replace(Record() if start is None else start, hands=tuple(hands))
