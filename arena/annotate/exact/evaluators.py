"""Evaluators that solve a game instead of sampling it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from ....replayer.game import Game
from ....replayer.replay.match import first_state, replay_round
from ....replayer.rules import Action, Rules
from ...players.estimates import weighted
from ...players.player import Seen
from ...players.strategy import NoStrategy, strategy
from ...players.thinking import think_on
from ...players.trials import compared, tried_deals
from ..evaluators import Computed, Evaluator, Judgement, Playouts
from .equilibrium import Equilibrium, solved
from .search import Value, values
from .tree import TooLarge, known, tree_of

AUTO, MONTE_CARLO, EXACT = "auto", "monte-carlo", "exact"

EVALUATORS = (AUTO, MONTE_CARLO, EXACT)
"""The methods to choose from; `auto` is exact where that is possible."""

NODES = 100
"""The largest number of nodes that a search visits in place of each playout."""

_SHARE = 10
"""Endgames are solved in one deal in place of so many playouts."""

_SHOWN = 0.005
"""Comments would show a smaller loss as 0.00; the errors of strategies that mix are smaller."""


class Solved(Computed, frozen=True):
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


class Endgames(Computed, frozen=True):
    """Solves each decision near the end of a round in deals drawn anew; estimates the others.

    In each deal, everybody plays as well as possible with all cards open. As in `Playouts`, the
    best action is chosen in one half of the deals, and compared with the other in the other half.
    """

    playouts: Playouts

    @property
    def sees_all(self) -> bool:
        """Whether it sees what is hidden from the seat."""
        return self.playouts.sees_all

    @property
    def name(self) -> str:
        """The method of estimating, and that endgames are solved."""
        return f"{self.playouts.name}; small endgames are solved"

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Solve the decision or, if too much is left to play, estimate it."""
        try:
            return self._solved(seen, action, seed)
        except TooLarge:
            return self.playouts.judge(seen, action, seed)

    def _solved(self, seen: Seen, action: Action, seed: str) -> Judgement:
        is_open = self.sees_all or seen.game.beliefs is None
        deals = 1 if is_open else max(2, self.playouts.playouts // _SHARE)
        most = NODES * self.playouts.playouts // deals
        rules, seat, legal = seen.rules, seen.player, seen.legal
        known, rng = strategy(seen.game.name) or NoStrategy(), Random(f"{seed}/{seen.place}")
        found = list[tuple[float, list[Value]]]()
        for state, weight in tried_deals(known, seen, range(deals), rng, is_open):
            think_on()
            found.append((weight, values(rules, state, seat, legal, most)))
        half = deals // 2
        sums = [
            sum(weight * each[place][0] for weight, each in found[: max(1, half)])
            for place in range(len(legal))
        ]
        own = legal.index(action)
        other = own if sums[own] == max(sums) else sums.index(max(sums))
        rest = found[half:]
        total = sum(weight for weight, _ in rest)
        if not total:
            raise TooLarge("no deal agrees with what the others did")
        before = rules.returns(seen.state)
        value, score = (
            sum(weight * each[own][part] for weight, each in rest) / total for part in (0, 1)
        )
        loss, margin = weighted([(weight, e[other][0] - e[own][0]) for weight, e in rest])
        value -= float(compared(before, seat)) / len(before)
        score -= float(before[0])
        return Judgement(action, legal[other], value, loss, 0.0 if is_open else margin, score)


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
    if kind == MONTE_CARLO:
        return playouts
    start = replay_round(game, record, number).steps[0].state
    try:
        if not playouts.sees_all:
            return solution(game.rules(record), start)
    except TooLarge:
        if kind == EXACT:
            raise
    return Endgames(playouts)
