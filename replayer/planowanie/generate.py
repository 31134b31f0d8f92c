"""Random legal games."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from ..rules import CHANCE
from .record import Deal, Deck, Planned, Record, Result
from .rules import PlanowanieRules
from .state import State
from .written import deal_of

SMALL = Deck("9TJQKA", "CDH")
MOST_DEALS = 4
TIME = 600_000
"""The milliseconds that each player has for a game."""


def generate(rng: Random, start: Record | None = None) -> Record:
    """Return a random game as planned in `start`, or of a few deals with a large or small deck."""
    if start is not None:
        return play(PlanowanieRules(start.deck, start.seats, start.plan), rng)
    seats = rng.choice([2, 3, 4, 4])
    deck = rng.choice([Deck(), SMALL])
    most = len(deck.ranks) * len(deck.suits) // seats
    plan = tuple(
        Planned(rng.randint(1, min(most, 6)), rng.randrange(seats))
        for _ in range(rng.randint(1, MOST_DEALS))
    )
    return play(PlanowanieRules(deck, seats, plan), rng)


def play(rules: PlanowanieRules, rng: Random) -> Record:
    """Return a complete game in which every decision is random."""
    following: State | None = rules.initial_state()
    end, deals = rules.initial_state(), list[Deal]()
    left = [TIME] * rules.players
    while following is not None:
        deal, end = _deal(rules, following, left, rng)
        deals.append(deal)
        following = rules.next_round(end)
    return Record(
        deck=rules.deck,
        seats=rules.players,
        plan=rules.plan,
        deals=tuple(deals),
        result=Result(end="complete", totals=end.totals),
    )


def _deal(rules: PlanowanieRules, state: State, left: list[int], rng: Random) -> tuple[Deal, State]:
    seats = range(rules.players)
    state = rules.apply(state, {CHANCE: rules.sample(state, rng)}).state
    clocks: list[list[int]] = [[] for _ in seats]

    def choose(player: int) -> str:
        clocks[player].append(left[player])
        left[player] -= rng.randrange(20)
        return rng.choice(rules.legal_actions(state, player))

    state = rules.apply(state, {player: choose(player) for player in seats}).state
    while state.phase == "play":
        state = rules.apply(state, {state.turn: choose(state.turn)}).state
    return replace(deal_of(state), clocks=tuple(map(tuple, clocks))), state
