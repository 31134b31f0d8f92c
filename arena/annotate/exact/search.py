"""Rounds solved by search, where nothing is hidden and everybody plays as well as possible.

It is alpha-beta search for two sides. With more sides there is no such solution: a player with
several equally good actions decides how much the others get, so values are not determined.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, TypeAlias, cast

from ....replayer.beliefs.dice import Dice
from ....replayer.rules import CHANCE, Action, Chance, Rules, TakesSides, Terminal
from ...players.trials import compared
from ...search.public import Unsuitable

_PROBES = 4
"""The number of random lines from which the size of a tree is estimated."""

_DEEPEST = 100
"""The greatest number of states in a line of play: few endgames are as long."""


def sides_of(rules: Rules[Any], state: Any) -> Sequence[int]:
    """Return the side of each player; raises Unsuitable unless there are two sides."""
    found: Sequence[int] | None = (0, 1) if rules.players == 2 else None
    if isinstance(rules, TakesSides):
        found = cast("TakesSides[Any]", rules).sides(state)
    if found is None:
        raise Unsuitable("there are not two sides")
    return found


Value: TypeAlias = tuple[float, float]
"""A player's points, compared with the average player, and the points of player 0."""


def values(
    rules: Rules[Any], state: Any, player: int, actions: Sequence[Action], most: int
) -> list[Value]:
    """Return what each action of a player is worth to that player.

    `state` is a decision of the player with nothing hidden. Raises Unsuitable if there are not two
    sides, several players act at once, chance has too many outcomes to list, or the search would
    visit more than `most` nodes.
    """
    search = _Search(rules, player, sides_of(rules, state), most)
    search.probe(state)
    return [search.value(rules.apply(state, {player: each}).state, -inf, inf) for each in actions]


def probe(rules: Rules[Any], state: Any, most: int) -> None:
    """Raise Unsuitable, for the same reasons as `values`, if a state looks too large to search."""
    _Search(rules, 0, sides_of(rules, state), most).probe(state)


class _Search:
    """An alpha-beta search for a player's side; it may still visit as many nodes as are `left`."""

    def __init__(self, rules: Rules[Any], player: int, sides: Sequence[int], most: int) -> None:
        self.rules, self.player, self.left = rules, player, most
        self.own = [each == sides[player] for each in sides]

    def probe(self, start: Any) -> None:
        """Raise Unsuitable if the tree looks too large, before visiting all nodes that are allowed.

        The product of the numbers of choices on a random line is an unbiased estimate of the number
        of lines (Knuth, "Estimating the efficiency of backtrack programs", 1975). At best,
        alpha-beta search visits the square root of that number.
        """
        dice, lines = Dice(1), 0.0
        for _ in range(_PROBES):
            state, product = start, 1.0
            while following := self._following(state):
                product *= len(following)
                if product > _PROBES * self.left**2:
                    raise Unsuitable("too much is left to play")
                actions = following[dice.below(len(following))][0]
                state = self.rules.apply(state, actions).state
            lines += product / _PROBES
        if lines > self.left**2:
            raise Unsuitable("too much is left to play")

    def _following(self, state: Any) -> list[tuple[dict[int, Action], float]]:
        """Return the possible actions, with the probabilities of those of chance."""
        node = self.rules.node(state)
        if isinstance(node, Terminal):
            return []
        if isinstance(node, Chance):
            outcomes = self.rules.chance_outcomes(state)
            if outcomes is None:
                raise Unsuitable("chance has too many outcomes to list")
            return [({CHANCE: each}, float(chance)) for each, chance in outcomes.items()]
        if len(node.players) != 1:
            raise Unsuitable("several players act at once")
        (player,) = node.players
        legal = self.rules.legal_actions(state, player)
        if len(legal) > self.left:
            raise Unsuitable("too much is left to play")
        return [({player: each}, 1.0) for each in legal]

    def value(self, state: Any, low: float, high: float, depth: int = 0) -> Value:
        """Return the value of a state if it is between the bounds; otherwise, a bound for it."""
        following = self._following(state)
        if depth == _DEEPEST:
            raise Unsuitable("too much is left to play")
        if not following:
            returns = self.rules.returns(state)
            return float(compared(returns, self.player)) / len(returns), float(returns[0])
        self.left -= len(following)
        (player,) = following[0][0]
        if player == CHANCE:
            means = [0.0, 0.0]
            for actions, chance in following:
                after = self.value(self.rules.apply(state, actions).state, -inf, inf, depth + 1)
                means = [mean + chance * each for mean, each in zip(means, after, strict=True)]
            return means[0], means[1]
        own = self.own[player]
        best = (-inf if own else inf, 0.0)
        for actions, _ in following:
            found = self.value(self.rules.apply(state, actions).state, low, high, depth + 1)
            if found[0] > best[0] if own else found[0] < best[0]:
                best = found
            low, high = (max(low, best[0]), high) if own else (low, min(high, best[0]))
            if low >= high:
                break
        return best
