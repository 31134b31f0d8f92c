"""Random legal matches."""

from __future__ import annotations

from random import Random

from ..rules import CHANCE
from .cards import SEATS
from .options import PRESETS
from .record import Deal, Record
from .rules.mighty import MightyRules
from .rules.state import State
from .written import deal_of

MOST_DEALS = 4
OFTEN = 0.7
"""The probabilities that a player who could bid passes, and that a contract stays as bid."""


def generate(rng: Random, start: Record | None = None) -> Record:
    """Return a match of a few deals played at random, with the options of `start` or a preset."""
    options = rng.choice(list(PRESETS.values())) if start is None else start.rules
    rules = MightyRules(options)
    state = rules.initial_state(rng.choice(SEATS))
    deals: list[Deal] = []
    for _ in range(rng.randint(1, MOST_DEALS)):
        played, end = deal(rules, state, rng)
        deals.append(played)
        state = rules.next_round(end)
    return Record(rules=options, deals=tuple(deals))


def deal(rules: MightyRules, start: State, rng: Random) -> tuple[Deal, State]:
    """Return a deal played at random from this state, and its last state."""
    state = rules.apply(start, {CHANCE: rules.sample(start, rng)}).state
    while state.phase != "over":
        state = rules.apply(state, {state.turn: _choice(rules, state, rng)}).state
    return deal_of(start, state), state


def _choice(rules: MightyRules, state: State, rng: Random) -> str:
    legal = list(rules.legal_actions(state, state.turn))
    if state.phase in ("auction", "contract") and rng.random() < OFTEN:
        return legal[0]
    if state.phase == "auction":
        # low bids, so that an auction has several of them
        return rng.choice(legal[: 1 + len(legal) // 3])
    return rng.choice(legal)
