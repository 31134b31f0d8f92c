"""Possible full states of a round, given what a seat was shown."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ...replayer.beliefs.beliefs import Beliefs
from ...replayer.beliefs.piles import Filling, weighted
from .player import Seen


def draws(seen: Seen, rng: Random) -> Iterator[Any]:
    """Yield fully visible states, without end, that agree with what the seat was shown.

    All deals are equally likely. A game without beliefs hides nothing.

    Raises ValueError if no deal is possible.
    """
    beliefs: Beliefs[Any, Any] | None = seen.game.beliefs
    if beliefs is None:
        while True:
            yield seen.state
    record, number = seen.game.written(seen.record, seen.rounds), len(seen.rounds)
    found = beliefs.belief(record, number, seen.steps)
    fillings = [Filling(found.cards, case) for case in found.cases]
    weights = [filling.count() for filling in fillings]
    if not any(weights):
        raise ValueError("no deal is possible")
    filled = beliefs.filler(record, number, seen.steps)
    while True:
        drawn = fillings[weighted(weights, rng)].draw(rng)
        if filled is not None:
            yield filled(drawn, rng)
        else:
            whole = beliefs.dealt(record, number, seen.steps, drawn, rng)
            yield replayed(seen, whole, number)


def replayed(seen: Seen, whole: Any, number: int) -> Any:
    """Return the state in a complete record after the steps that a seat saw."""
    recorded = seen.game.recorded_round(whole, number, lambda: None)
    rules, state = seen.rules, seen.steps[0].state
    for step in seen.steps[:-1]:
        # A record may omit a decision implied by the rest, but the seat was shown it.
        actions = recorded.choose(state, rules.node(state)) or step.actions
        assert actions is not None
        state = rules.apply(state, actions).state
    return state
