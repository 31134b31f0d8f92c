"""Evaluators that solve a game instead of sampling it."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec

from ....replayer.game import Game
from ....replayer.replay.match import replay_round
from ....replayer.rules import Action
from ...players.estimates import weighted
from ...players.levels import MONTE_CARLO, SEARCH
from ...players.player import Seen
from ...players.strategy import NoStrategy, strategy
from ...players.thinking import think_on
from ...players.trials import compared, tried_deals
from ...search.equilibrium import Equilibrium, solved
from ...search.player import require_suitable
from ...search.public import PublicTree, Unsuitable, known
from ...search.sequences import tree_of
from ..evaluators import Computed, Evaluator, Judgement, Playouts
from ..searching import Searched
from .search import Value, probe, values

AUTO, EXACT = "auto", "exact"

EVALUATORS = (AUTO, MONTE_CARLO, EXACT, SEARCH)
"""The methods to choose from; `auto` is exact where that is possible."""

NODES = 100
"""The largest number of nodes that a search visits in place of each playout."""

_SHARE = 10
"""One deal of an endgame is solved for this number of playouts."""

_SHOWN = 0.005
"""Comments would show a smaller loss as 0.00; the errors of strategies that mix are smaller."""


class Solved(Computed, frozen=True):
    """Compares actions by their counterfactual values in a solved round.

    After a foul that counted, which is not in the tree, they are estimated.
    """

    equilibrium: Equilibrium
    playouts: Playouts
    sees_all: bool = False

    @property
    def name(self) -> str:
        """The method, and how near the strategies are to an equilibrium."""
        return f"exact, strategies exploitable by {self.equilibrium.exploitability:.4f} points"

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Compare the values of all actions; the seed has no effect on them."""
        place, player = known(seen.steps, seen.player), seen.player
        sets = self.equilibrium.tree.sets[player]
        if place not in sets:
            return self.playouts.judge(seen, action, seed)
        actions = sets[place].actions
        worth, margin = self.equilibrium.values(player, place)
        value, most = worth[actions.index(action)], max(worth)
        score = value if player == 0 else -value
        if most - value < _SHOWN:
            return Judgement(action, action, value, 0.0, margin, score)
        best = actions[worth.index(most)]
        margin = max(margin, self.equilibrium.exploitability)
        return Judgement(action, best, value, most - value, margin, score)


class Endgames(Computed, frozen=True):
    """Solves each decision near the end of a round in deals drawn anew; estimates the others.

    In each deal, everybody plays as well as possible with all cards open. As in `Playouts`, the
    best action is chosen in one half of the deals, and compared with the other in the other half.
    With `whole`, nothing is estimated: a decision that cannot be solved raises Unsuitable.
    """

    playouts: Playouts
    whole: bool = False

    @property
    def sees_all(self) -> bool:
        """Whether it sees what is hidden from the seat."""
        return self.playouts.sees_all

    @property
    def name(self) -> str:
        """The method of the estimates, with a note that endgames are solved."""
        if self.whole:
            return EXACT
        return f"{self.playouts.name}; small endgames are solved"

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Solve the decision or, if too much is left to play, estimate it."""
        try:
            return self._solved(seen, action, seed)
        except Unsuitable:
            if self.whole:
                raise
            return self.playouts.judge(seen, action, seed)

    def _solved(self, seen: Seen, action: Action, seed: str) -> Judgement:
        is_open = self.sees_all or seen.game.beliefs is None
        deals = 1 if is_open else max(2, self.playouts.playouts // _SHARE)
        most = NODES * self.playouts.playouts // deals
        rules, seat, legal = seen.rules, seen.player, seen.legal
        known, rng = strategy(seen.game.name) or NoStrategy(), Random(f"{seed}/{seen.place}")
        found = list[tuple[float, list[Value]]]()
        for state, weight in islice(tried_deals(known, seen, rng, is_open), deals):
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
            raise Unsuitable("no deal agrees with what the others did")
        before = rules.returns(seen.state)
        value, score = (
            sum(weight * each[own][part] for weight, each in rest) / total for part in (0, 1)
        )
        loss, margin = weighted([(weight, e[other][0] - e[own][0]) for weight, e in rest])
        value -= float(compared(before, seat)) / len(before)
        score -= float(before[0])
        return Judgement(action, legal[other], value, loss, 0.0 if is_open else margin, score)


def evaluator(
    kind: str,
    game: Game[Any, Any],
    record: Any,
    number: int,
    playouts: Playouts,
    tree: bool = False,
) -> Evaluator:
    """Return the evaluator of a kind for a round of a record, numbered from 1.

    With `tree`, a search also returns its lines.

    Raises Unsuitable if it has to be exact but the round cannot be solved, and the same errors as
    `replay_round`.
    """
    if kind == MONTE_CARLO:
        return playouts
    if kind == SEARCH:
        if playouts.sees_all:
            raise Unsuitable("a search does not see all cards")
        require_suitable(game, game.with_rounds(record, ()))
        return Searched(playouts, tree)
    start, rules = replay_round(game, record, number).steps[0].state, game.rules(record)
    try:
        if playouts.sees_all:
            raise Unsuitable("with all cards open, only endgames are solved")
        if kind == EXACT and not game.has_views:
            probe(rules, start, NODES * playouts.playouts)
            return Endgames(playouts, whole=True)
        return Solved(solved(msgspec.msgpack.encode(tree_of(PublicTree(rules, start)))), playouts)
    except Unsuitable as why:
        if kind == EXACT:
            raise Unsuitable(f"{game.name} cannot be solved: {why}") from None
        return Endgames(playouts)
