"""Strategies near an equilibrium of a round whose whole tree is known.

They are computed by CFR+. Each action is chosen at least now and then (`TREMBLE`), so that they are
sensible even where a player of an equilibrium would never come.

Sources: Tammelin, "Solving large imperfect information games using CFR+" (2014); Selten,
"Reexamination of the perfectness concept for equilibrium points in extensive games" (1975).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import TypeAlias

import msgspec
from msgspec import Struct

from .tree import Known, Tree

TREMBLE = 1e-4
"""The least probability of each action."""

EXPLOITABLE = 4e-5
"""The exploitability to reach, as a part of the largest gain in a round."""

ITERATIONS = 5_000
"""The number of iterations after which strategies are not improved any further."""

_CHECKED = 50
"""The exploitability is computed after this many iterations."""

Numbers: TypeAlias = list[float]
"""A number for each sequence of a player."""


class Cost(Struct, frozen=True):
    """The values of all actions in an information set, in points of the round.

    The player goes on as well as possible; the other one plays its strategy. `margin` is how much
    the player's own strategy loses from there on, as it is not quite the best one.
    """

    values: tuple[float, ...]
    margin: float


class Equilibrium(Struct, frozen=True):
    """A strategy for each player, as the probability of each sequence if chance permits it.

    `value` is what player 0 gains if both play them; `exploitability` is how much a player gains on
    average by the best reply to them.
    """

    tree: Tree
    plans: tuple[Numbers, Numbers]
    value: float
    exploitability: float

    def cost(self, player: int, known: Known) -> Cost:
        """Return the values of a player's actions in an information set.

        Raises KeyError if there is no such information set.
        """
        at, line = self.tree.sets[player][known], _Line(self.tree, player)
        best = line.replies(self.plans[1 - player])
        own = line.replies(self.plans[1 - player], self.plans[player])
        reached = line.reached(self.plans[1 - player])[at.first]
        values = tuple([best[each] / reached for each in at.sequences])
        chosen = line.chosen(self.plans[player], at.first, at.first + len(values))
        mean = sum(each * own[number] for each, number in zip(chosen, at.sequences, strict=True))
        return Cost(values, max(values) - mean / reached)


@lru_cache(maxsize=8)
def solved(
    packed: bytes, tremble: float = TREMBLE, exploitable: float = EXPLOITABLE
) -> Equilibrium:
    """Return strategies near an equilibrium for a `Tree`, which is `packed` by msgspec."""
    tree = msgspec.msgpack.decode(packed, type=Tree)
    lines = _Line(tree, 0), _Line(tree, 1)
    learners = _Learner(lines[0], tremble), _Learner(lines[1], tremble)
    largest = max((abs(each.points) / each.chance for each in tree.ends), default=0.0)
    for iteration in count(1):
        for own, other in (learners, learners[::-1]):
            own.learn(other.plan, iteration)
        if iteration % _CHECKED == 0 or iteration == ITERATIONS:
            plans = learners[0].mean(), learners[1].mean()
            found = equilibrium(tree, plans)
            if found.exploitability <= exploitable * largest or iteration == ITERATIONS:
                return found
    raise AssertionError("the loop ends by itself")


def equilibrium(tree: Tree, plans: tuple[Numbers, Numbers]) -> Equilibrium:
    """Return a pair of strategies with its value and exploitability."""
    lines = _Line(tree, 0), _Line(tree, 1)
    value = lines[0].replies(plans[1], plans[0])[0]
    gains = [lines[each].replies(plans[1 - each])[0] for each in (0, 1)]
    return Equilibrium(tree, plans, value, sum(gains) / 2)


def uniform(tree: Tree) -> tuple[Numbers, Numbers]:
    """Return the strategies that choose all actions with the same probability."""
    first, second = (_Learner(_Line(tree, player), 0.0).plan for player in (0, 1))
    return first, second


class _Line:
    """A player's side of a tree: its information sets as numbers, and the ends with its points."""

    def __init__(self, tree: Tree, player: int) -> None:
        self.size = tree.sizes[player]
        self.sets = [
            (each.before, each.first, each.first + len(each.actions))
            for each in tree.sets[player].values()
        ]
        sign = 1 - 2 * player
        self.ends = [
            (each.sequences[player], each.sequences[1 - player], each.chance, sign * each.points)
            for each in tree.ends
        ]

    def gains(self, other: Numbers) -> Numbers:
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

    def replies(self, other: Numbers, plan: Numbers | None = None) -> Numbers:
        """Return the points after each sequence, going on by a plan or, without one, at best."""
        found = self.gains(other)
        for before, first, last in reversed(self.sets):
            if plan is None:
                found[before] += max(found[first:last])
            else:
                chosen = self.chosen(plan, first, last)
                found[before] += sum(map(float.__mul__, chosen, found[first:last]))
        return found

    def chosen(self, plan: Numbers, first: int, last: int) -> Sequence[float]:
        """Return the probabilities of the actions with these sequences, if they are reached."""
        total = sum(plan[first:last])
        return [each / total if total else 1 / (last - first) for each in plan[first:last]]


class _Learner:
    """Learns a strategy for a player: its regrets, its current plan, and the sum of all plans."""

    def __init__(self, line: _Line, tremble: float) -> None:
        self.line, self.tremble = line, tremble
        self.regrets, self.sums = [0.0] * line.size, [0.0] * line.size
        self.choices = [0.0] * line.size
        for _, first, last in line.sets:
            self.choices[first:last] = [1 / (last - first)] * (last - first)
        self.plan = self._plan(self.choices)

    def _plan(self, choices: Numbers) -> Numbers:
        plan = [1.0] * self.line.size
        for before, first, last in self.line.sets:
            for each in range(first, last):
                plan[each] = plan[before] * choices[each]
        return plan

    def learn(self, other: Numbers, weight: int) -> None:
        """Improve the plan by the regrets against the other player's plan."""
        gains, regrets, choices = self.line.gains(other), self.regrets, self.choices
        tremble, trembling = self.tremble, [0.0] * self.line.size
        for before, first, last in reversed(self.line.sets):
            numbers = range(first, last)
            value = total = 0.0
            for each in numbers:
                value += choices[each] * gains[each]
            rest = 1 - tremble * len(numbers)
            gains[before] += rest * value + tremble * sum(gains[first:last])
            for each in numbers:
                more = regrets[each] + gains[each] - value
                regrets[each] = more = more if more > 0 else 0.0
                total += more
            for each in numbers:
                choices[each] = regrets[each] / total if total else 1 / len(numbers)
                trembling[each] = tremble + rest * choices[each]
        self.plan = self._plan(trembling)
        for each, probability in enumerate(self.plan):
            self.sums[each] += weight * weight * probability

    def mean(self) -> Numbers:
        """Return the mean of all plans so far, in which later ones weigh more."""
        choices = [0.0] * self.line.size
        for _, first, last in self.line.sets:
            choices[first:last] = self.line.chosen(self.sums, first, last)
        return self._plan(choices)
