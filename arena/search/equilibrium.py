"""Strategies near an equilibrium of a round whose whole tree is known.

They are computed by CFR+. Each action has a minimum probability (`TREMBLE`), so that they are
sensible even where equilibrium play never leads.

Sources: Tammelin, "Solving large imperfect information games using CFR+" (2014); Selten,
"Reexamination of the perfectness concept for equilibrium points in extensive games" (1975).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import TypeAlias

import msgspec
from msgspec import Struct

from .public import Known
from .regrets import shared
from .sequences import Tree

TREMBLE = 1e-4
"""The minimum probability of each action."""

EXPLOITABLE = 4e-5
"""The exploitability to reach, as a part of the largest gain in a round."""

ITERATIONS = 5_000
"""The number of iterations after which strategies are not improved any further."""

_CHECKED = 50
"""The exploitability is computed after this many iterations."""

Numbers: TypeAlias = list[float]
"""A number for each sequence of a player."""


class Equilibrium(Struct, frozen=True):
    """A strategy for each player: the probability of each sequence, given that chance permits it.

    `value` is what player 0 gains if both play them; `exploitability` is how much a player gains on
    average by the best reply to them.
    """

    tree: Tree
    plans: tuple[Numbers, Numbers]
    value: float
    exploitability: float

    def values(self, player: int, known: Known) -> tuple[Numbers, float]:
        """Return what each action in an information set is worth to the player, and a margin.

        The player then plays as well as possible, and the other one by its strategy. The margin is
        how much the player's own strategy, which is not quite optimal, loses from there on.

        Raises KeyError if there is no such information set.
        """
        at, side, other = self.tree.sets[player][known], _Side(self.tree, player), 1 - player
        best = side.replies(self.plans[other])[at.first : at.last]
        own = side.replies(self.plans[other], self.plans[player])[at.first : at.last]
        reached = side.reached(self.plans[other])[at.first]
        chosen = shared(self.plans[player][at.first : at.last])
        margin = max(best) - sum(map(float.__mul__, chosen, own))
        return [each / reached for each in best], margin / reached


@lru_cache(maxsize=8)
def solved(
    packed: bytes, tremble: float = TREMBLE, exploitable: float = EXPLOITABLE
) -> Equilibrium:
    """Return strategies near an equilibrium for a `Tree`, which is `packed` by msgspec."""
    tree = msgspec.msgpack.decode(packed, type=Tree)
    first, second = _Side(tree, 0), _Side(tree, 1)
    largest = max((abs(points) / chance for _, _, chance, points in tree.ends), default=0.0)
    for iteration in count(1):
        first.learn(second.plan, iteration, tremble)
        second.learn(first.plan, iteration, tremble)
        if iteration % _CHECKED == 0:
            found = equilibrium(tree, (first.mean(), second.mean()))
            if found.exploitability <= exploitable * largest or iteration >= ITERATIONS:
                return found
    raise AssertionError("the loop only ends with a result")


def equilibrium(tree: Tree, plans: tuple[Numbers, Numbers]) -> Equilibrium:
    """Return a pair of strategies with its value and exploitability."""
    first, second = _Side(tree, 0), _Side(tree, 1)
    gains = first.replies(plans[1])[0] + second.replies(plans[0])[0]
    return Equilibrium(tree, plans, first.replies(plans[1], plans[0])[0], gains / 2)


class _Side:
    """A player's side of a tree: its information sets, the ends with its points, its strategy.

    `choices` and `plan` are the strategy so far, without and with trembling.
    """

    def __init__(self, tree: Tree, player: int) -> None:
        self.size = tree.sizes[player]
        self.sets = [(at.before, at.first, at.last) for at in tree.sets[player].values()]
        self.ends = tree.ends
        if player == 1:
            self.ends = [(own, other, chance, -gain) for other, own, chance, gain in tree.ends]
        self.regrets, self.sums = [0.0] * self.size, [0.0] * self.size
        self.choices = self._choices(self.sums)
        self.plan = self._plan(self.choices)

    def replies(self, other: Numbers, plan: Numbers | None = None) -> Numbers:
        """Return the points after each sequence, by a plan or, without one, the best actions."""
        found = self._gains(other)
        for before, first, last in reversed(self.sets):
            after = found[first:last]
            if plan is None:
                found[before] += max(after)
            else:
                found[before] += sum(map(float.__mul__, shared(plan[first:last]), after))
        return found

    def _gains(self, other: Numbers) -> Numbers:
        """Return the points in the ends right after each sequence, times their probability."""
        found = [0.0] * self.size
        for own, reply, _, points in self.ends:
            found[own] += points * other[reply]
        return found

    def reached(self, other: Numbers) -> Numbers:
        """Return the probability that chance and the other player permit each sequence."""
        found = [0.0] * self.size
        for own, reply, chance, _ in self.ends:
            found[own] += chance * other[reply]
        for before, first, _ in reversed(self.sets):
            found[before] += found[first]
        return found

    def learn(self, other: Numbers, weight: int, tremble: float) -> None:
        """Improve the strategy by the regrets against the other player's plan."""
        gains, regrets, choices = self._gains(other), self.regrets, self.choices
        trembling = [0.0] * self.size
        for before, first, last in reversed(self.sets):
            numbers, rest = range(first, last), 1 - tremble * (last - first)
            value = total = 0.0
            for each in numbers:
                value += choices[each] * gains[each]
            gains[before] += rest * value + tremble * sum(gains[first:last])
            for each in numbers:
                more = regrets[each] + gains[each] - value
                regrets[each] = more = more if more > 0 else 0.0
                total += more
            for each in numbers:
                choices[each] = regrets[each] / total if total else 1 / (last - first)
                trembling[each] = tremble + rest * choices[each]
        self.plan = self._plan(trembling)
        for each, probability in enumerate(self.plan):
            self.sums[each] += weight * weight * probability

    def mean(self) -> Numbers:
        """Return the mean of all plans so far, in which later ones weigh more."""
        return self._plan(self._choices(self.sums))

    def _choices(self, plan: Numbers) -> Numbers:
        """Return the probability of each choice, given the probabilities of sequences."""
        found = [0.0] * self.size
        for _, first, last in self.sets:
            found[first:last] = shared(plan[first:last])
        return found

    def _plan(self, choices: Numbers) -> Numbers:
        """Return the probability of each sequence, given the probabilities of choices."""
        plan = [1.0] * self.size
        for before, first, last in self.sets:
            for each in range(first, last):
                plan[each] = plan[before] * choices[each]
        return plan
