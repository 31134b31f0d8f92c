"""Random legal matches."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from ..rules import CHANCE, Decision
from .pieces import DECK, SHI, in_order, team, with_five_shi
from .record import Record, Result, Round
from .rules import GoitaRules
from .state import State

MANY_SHI = (
    (5, 0, 0, 0),
    (5, 0, 5, 0),
    (5, 5, 0, 0),
    (6, 0, 0, 0),
    (7, 0, 0, 0),
    (8, 0, 0, 0),
)
"""Deals that are rare by chance, as the し in four hands; the rest is left to chance."""


def generate(rng: Random, special: float = 0.2) -> Record:
    """A match played at random to its end.

    A deal with many し is forced with the probability `special`, so that every ending occurs.
    """
    rules = GoitaRules()
    state: State | None = rules.initial_state()
    rounds: list[Round] = []
    while state is not None:
        played, state = _round(rules, state, rng, special)
        rounds.append(played)
    return Record(rounds=tuple(rounds))


def _round(
    rules: GoitaRules, start: State, rng: Random, special: float
) -> tuple[Round, State | None]:
    """A round played at random, and the state in which the next one begins."""
    deal = special_deal(rng) if rng.random() < special else rules.sample(start, rng)
    state = rules.apply(start, {CHANCE: deal}).state
    hands, record = tuple(deal.split(" ")), ""
    while isinstance(node := rules.node(state), Decision):
        (player,) = node.players
        action = rng.choice(rules.legal_actions(state, player))
        record += action if node.counted else ""
        state = rules.apply(state, {player: action}).state
    outcome = state.outcome
    assert outcome is not None
    assert outcome.points is not None
    winner = outcome.winner
    if outcome.end == "double-goshi":
        # The rules name no winner, who deals next.
        winner = rng.choice([seat for seat in range(4) if team(seat) == outcome.team])
        state = replace(state, outcome=replace(outcome, winner=winner))
    played = Round(
        dealer=start.dealer,
        score=start.score,
        hands=hands,
        record=record,
        winner=winner,
        goshi=with_five_shi(hands),
        result=Result(outcome.end, outcome.points),
    )
    return played, rules.next_round(state)


def special_deal(rng: Random) -> str:
    """A deal with many し in some hand."""
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
