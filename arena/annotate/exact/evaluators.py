"""Evaluators that solve a game instead of sampling it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from ....replayer.game import Game
from ....replayer.replay.match import first_state, replay_round
from ....replayer.rules import Action, Rules
from ...players.player import Seen
from ..evaluators import Evaluator, Judgement, Playouts, spread
from .equilibrium import Equilibrium, solved
from .tree import TooLarge, known, tree_of

AUTO, MONTE_CARLO, EXACT = "auto", "monte-carlo", "exact"

EVALUATORS = (AUTO, MONTE_CARLO, EXACT)
"""The methods to choose from; `auto` is exact where that is possible."""

_SHOWN = 0.005
"""Comments would show a smaller loss as 0.00; the errors of strategies that mix are smaller."""


class Solved(Struct, frozen=True):
    """Compares actions by their counterfactual values in a solved round."""

    equilibrium: Equilibrium
    sees_all: bool = False

    @property
    def name(self) -> str:
        """The method, and how near the strategies are to an equilibrium."""
        return f"exact, strategies exploitable by {self.equilibrium.exploitability:.4f} points"

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Compare the values of all actions; the seed has no effect."""
        tree, place = self.equilibrium.tree, known(seen.steps, seen.player)
        actions = tree.sets[seen.player][place].actions
        cost = self.equilibrium.cost(seen.player, place)
        value, most = cost.values[actions.index(action)], max(cost.values)
        margin = max(cost.margin, self.equilibrium.exploitability)
        gain = value if seen.player == 0 else -value
        is_best = most - value < _SHOWN
        best = action if is_best else actions[cost.values.index(most)]
        loss = 0.0 if is_best else most - value
        return Judgement(action, best, value, loss, margin, gain + tree.total / 2)

    def spread(self, game: Game[Any, Any], record: Any) -> float:
        """Return the standard deviation of a seat's points."""
        return spread(game, record)

    def close(self) -> None:
        """Do nothing: it starts no programs."""


def solution(rules: Rules[Any], start: Any) -> Solved:
    """Return the evaluator of a round with this start; raises TooLarge if it cannot be solved."""
    return Solved(solved(msgspec.msgpack.encode(tree_of(rules, start))))


def require_exact(game: Game[Any, Any], record: Any, playouts: Playouts) -> None:
    """Raise ValueError unless a record can be annotated with exact values."""
    if playouts.sees_all:
        raise ValueError("exact values are those of players who do not see all cards")
    try:
        tree_of(game.rules(record), first_state(game, record))
    except TooLarge as why:
        raise ValueError(f"{game.name} cannot be solved: {why}") from None


def evaluator(
    kind: str, game: Game[Any, Any], record: Any, number: int, playouts: Playouts
) -> Evaluator:
    """Return the evaluator of a kind for a round of a record, numbered from 1.

    Raises TooLarge (a ValueError) if it has to be exact but the round cannot be solved.
    """
    if kind == MONTE_CARLO or (kind == AUTO and playouts.sees_all):
        return playouts
    try:
        start = replay_round(game, record, number).steps[0].state
        return solution(game.rules(record), start)
    except TooLarge:
        if kind == EXACT:
            raise
        return playouts
