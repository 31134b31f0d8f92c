"""Regrets, strategies and values of a player in a tree, in flat arrays.

A player's *points* in a tree are its information states and its actions there (and information
states where it does not act). A point comes after its parent, so one loop forwards computes the
probability that the player reaches each point, and one loop backwards its value.

If there is a compiler, this file is compiled with the types in `regrets.pxd`.

Sources: Zinkevich et al., "Regret minimization in games with incomplete information" (NIPS 2007),
for counterfactual values; Tammelin et al., "Solving heads-up limit Texas Hold'em" (IJCAI 2015), for
regret matching plus, and averages with linearly increasing weights.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

CLOSED, OPEN, STATE = -1, 1, 0
"""The kinds of points: actions that are not in the tree yet, actions that are, and states."""


class Side:
    """A player's points in a tree; point 0 is the start.

    `parent` is the point before; `first` and `count` are the first action and the number of actions
    of a state in which the player acts, and 0 otherwise; `taken` is the kind of point.

    `policy` is the probability of an action, or of a state among those that may be the root, and 1
    for other states. `reach` is the product of the policy on the way. `value` is the counterfactual
    value of a point. `plan` and `worth` are the weighted sums of `reach` and `value` so far.
    """

    def __init__(self) -> None:
        self.parent, self.first, self.count = array("i", (0,)), array("i", (0,)), array("i", (0,))
        self.taken = array("b", (STATE,))
        self.reach, self.policy = array("d", (1.0,)), array("d", (1.0,))
        self.value, self.regret = array("d", (0.0,)), array("d", (0.0,))
        self.plan, self.worth = array("d", (0.0,)), array("d", (0.0,))

    def __len__(self) -> int:
        return len(self.parent)

    def add(self, parent: int, policy: float = 1.0, kind: int = STATE) -> int:
        """Add a point and return its number."""
        for each, number in ((self.parent, parent), (self.first, 0), (self.count, 0)):
            each.append(number)
        self.taken.append(kind)
        for numbers in (self.value, self.regret, self.plan, self.worth):
            numbers.append(0.0)
        self.policy.append(policy)
        self.reach.append(self.reach[parent] * policy)
        return len(self.parent) - 1

    def act(self, state: int, actions: int, kind: int) -> int:
        """Add the actions of a state and return the number of the first one."""
        first = len(self.parent)
        for _ in range(actions):
            self.add(state, 1.0 / actions if kind == OPEN else 0.0, kind)
        self.first[state], self.count[state] = first, actions
        return first

    def open(self, action: int) -> None:
        """Put an action into the tree: until regrets are known, it is as likely as any other."""
        self.taken[action] = OPEN
        state = self.parent[action]
        actions = range(self.first[state], self.first[state] + self.count[state])
        chosen = [each for each in actions if self.taken[each] == OPEN]
        if not any(self.regret[each] > 0 for each in chosen):
            for each in chosen:
                self.policy[each] = 1.0 / len(chosen)

    def close(self, action: int) -> None:
        """Take an action out of the tree, in a state with others."""
        self.taken[action], self.policy[action] = CLOSED, 0.0

    def settle(self) -> None:
        """Set the policy to its mean so far, in states that the player has reached."""
        for state, number in enumerate(self.count):
            actions = range(self.first[state], self.first[state] + number)
            total = sum(self.plan[each] for each in actions)
            for each in actions:
                if total:
                    self.policy[each] = self.plan[each] / total

    def down(self, start: int, stop: int, weight: float) -> None:
        """Compute the reach of points, and add it to the plan with a weight."""
        parent, reach, policy, plan = self.parent, self.reach, self.policy, self.plan
        for k in range(start, stop):
            reach[k] = reach[parent[k]] * policy[k]
            plan[k] += weight * reach[k]

    def up(self, weight: float) -> int:
        """Compute the value of each point from those of the last ones, and update the policy.

        Return the number of information states in which the player acts.
        """
        parent, first, count, taken = self.parent, self.first, self.count, self.taken
        policy, value, regret, worth = self.policy, self.value, self.regret, self.worth
        updates = 0
        for k in range(len(self.parent) - 1, 0, -1):
            choices = count[k]
            if choices:
                begin = first[k]
                end = begin + choices
                mean = total = 0.0
                for a in range(begin, end):
                    mean += policy[a] * value[a]
                choices = 0
                for a in range(begin, end):
                    if taken[a] == OPEN:
                        choices += 1
                        more = regret[a] + value[a] - mean
                        if more < 0.0:
                            more = 0.0
                        regret[a] = more
                        total += more
                for a in range(begin, end):
                    if taken[a] == OPEN:
                        policy[a] = regret[a] / total if total > 0.0 else 1.0 / choices
                value[k] += mean
                updates += 1
            worth[k] += weight * value[k]
            if taken[k] == STATE:
                value[parent[k]] += value[k]
        return updates


def shared(numbers: Sequence[float]) -> list[float]:
    """Return numbers scaled to add up to 1; they become equal if all are 0."""
    total = sum(numbers)
    return [each / total if total else 1.0 / len(numbers) for each in numbers]


class Ends:
    """Ends of the round, or estimates: a point of each player, and what player 0 gains on average.

    The points are multiplied by the probability of chance.
    """

    def __init__(self) -> None:
        self.first, self.second, self.points = array("i"), array("i"), array("d")

    def __len__(self) -> int:
        return len(self.points)

    def add(self, first: int, second: int, points: float) -> None:
        """Add an end."""
        self.first.append(first)
        self.second.append(second)
        self.points.append(points)


def add_ends(one: Side, other: Side, ends: Ends) -> None:
    """Clear the values of all points, and add those of the ends, weighted by the other's reach.

    The first player is player 0.
    """
    first, second, points = ends.first, ends.second, ends.points
    mine, theirs, my_reach, their_reach = one.value, other.value, one.reach, other.reach
    for k in range(len(mine)):
        mine[k] = 0.0
    for k in range(len(theirs)):
        theirs[k] = 0.0
    for k in range(len(points)):
        mine[first[k]] += points[k] * their_reach[second[k]]
        theirs[second[k]] -= points[k] * my_reach[first[k]]
