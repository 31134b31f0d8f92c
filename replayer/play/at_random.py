"""Matches played at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TypeVar

from ..game import Game
from ..replay.match import first_state
from ..replay.round import RecordedRound, Step, walk
from ..rules import CHANCE, Action, Chance, Decision, Node

RecordT = TypeVar("RecordT")
StateT = TypeVar("StateT")

MOST_ROUNDS = 4


def at_random(game: Game[RecordT, StateT], start: RecordT, rng: Random) -> RecordT:
    """Return a match of up to four rounds in which all decisions are random.

    `start` is a record without play.
    """
    rules, rounds = game.rules(start), list[tuple[Step[StateT], ...]]()

    def choose(state: StateT, node: Node) -> Mapping[int, Action] | None:
        if isinstance(node, Chance):
            return {CHANCE: rules.sample(state, rng)}
        if not isinstance(node, Decision):
            return None
        return {each: rng.choice(rules.legal_actions(state, each)) for each in node.players}

    state: StateT | None = first_state(game, start)
    while state is not None and len(rounds) < MOST_ROUNDS:
        rounds.append(tuple(walk(rules, RecordedRound(state, choose, {}))))
        state = rules.next_round(rounds[-1][-1].state)
    return game.written(start, rounds)
