"""Random legal matches."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from ..replay.round import RecordedRound, walk
from ..rules import CHANCE, Action, Chance, Node
from .pieces import DECK, SHI, in_order, team
from .record import Record, Round
from .rules import GoitaRules
from .state import State
from .written import written

MANY_SHI = (
    (5, 0, 0, 0),
    (5, 0, 5, 0),
    (5, 5, 0, 0),
    (6, 0, 0, 0),
    (7, 0, 0, 0),
    (8, 0, 0, 0),
)
"""Deals that rarely occur by chance, given as the number of し in each hand."""


def generate(rng: Random, start: Record | None = None, special: float = 0.2) -> Record:
    """Return a match played to the end at random, with the options of `start`.

    A deal with many し is forced with probability `special`, so that every kind of ending occurs.
    """
    begun = Record() if start is None else start
    rules = GoitaRules(begun.rules)
    state: State | None = rules.initial_state()
    rounds: list[Round] = []
    while state is not None:
        played, state = _round(rules, state, rng, special)
        rounds.append(played)
    return replace(begun, rounds=tuple(rounds))


def _round(
    rules: GoitaRules, start: State, rng: Random, special: float
) -> tuple[Round, State | None]:
    """Return a round played at random, and the state in which the next one begins."""
    deal = special_deal(rng) if rng.random() < special else rules.sample(start, rng)

    def choose(state: State, node: Node) -> Mapping[int, Action]:
        if isinstance(node, Chance):
            return {CHANCE: deal}
        return {state.turn: rng.choice(rules.legal_actions(state, state.turn))}

    steps = tuple(walk(rules, RecordedRound(start, choose, {})))
    played, end = written(steps), steps[-1].state
    assert end.outcome is not None
    if end.outcome.end == "double-goshi":
        # The rules do not name a winner, so either partner may deal next.
        winner = rng.choice([seat for seat in range(4) if team(seat) == end.outcome.team])
        played = replace(played, winner=winner)
        end = replace(end, outcome=replace(end.outcome, winner=winner))
    return played, rules.next_round(end)


def special_deal(rng: Random) -> str:
    """Return a deal with many し in some hand."""
    pattern = rng.choice(MANY_SHI)
    first = rng.randrange(4)
    others = rng.sample(DECK.replace(SHI, ""), 22)
    loose = [SHI] * (10 - sum(pattern))
    hands = [[SHI] * pattern[(seat - first) % 4] for seat in range(4)]
    for hand, count in zip(hands, (pattern[(seat - first) % 4] for seat in range(4)), strict=True):
        if count:
            hand.extend(others.pop() for _ in range(8 - count))
    rest = others + loose
    rng.shuffle(rest)
    for hand in hands:
        while len(hand) < 8:
            hand.append(rest.pop())
    return " ".join(in_order(hand) for hand in hands)
