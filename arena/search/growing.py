"""Growing-tree counterfactual regret minimisation (GT-CFR) from a public belief state.

Regret updates on the tree so far alternate with simulations, each of which makes the tree grow.

Sources: Schmid et al., "Student of Games" (Science Advances, 2023), "Search via GT-CFR" and
"Modified continual re-solving"; Burch, Johanson and Bowling, "Solving imperfect information games
using decomposition" (AAAI 2014), for the gadget; Moravčík et al., "DeepStack" (Science, 2017), for
mixing in the earlier range.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random

from msgspec import Struct

from ...replayer.rules import CHANCE, Action
from ..players.thinking import think_on
from .leaves import Leaves, Ranges
from .public import UNSEEN, PublicState, PublicTree
from .regrets import CLOSED, OPEN, Ends, Side, add_ends

EXPLORATION = 2.0
"""How much simulations prefer actions that were rarely chosen; gains count from -1 to 1."""

MIXED = 0.5
"""The share of the opponent's range that comes from the gadget; the rest is from the earlier
search.
"""


class Gadget(Struct, frozen=True):
    """The results of an earlier search at the root, for the opponent of the player who searches.

    In each information state, the opponent may take the counterfactual `values` of the earlier
    search instead of playing on; `ranges` has its range in that search.
    """

    opponent: int
    values: Sequence[float]
    ranges: Sequence[float]


class Place(Struct, eq=False):
    """A public state in the tree of a search.

    `at` has the first point of each player. `slots` is the first point of the actions of the player
    who acts, as soon as something follows. `visits` and `losses` count the simulations through each
    slot, and those of the current iteration; `leaf` has the estimates at the edge of the tree.

    If actions are followed one by one, `closed` has the slots that are not in the tree yet, with
    the most promising one last. The estimate stands for all of them, as one more action.
    """

    state: PublicState
    at: tuple[int, int]
    born: float
    slots: int = 0
    prior: Sequence[float] = ()
    visits: list[int] = []
    losses: dict[int, int] = {}
    leaf: range = range(0)
    closed: list[int] = []
    below: dict[int | None, list[Place]] = {}

    @property
    def is_leaf(self) -> bool:
        """Whether nothing follows in the tree yet."""
        return not self.below


class Growing:
    """A search from a public state with ranges; with a gadget, it re-solves an earlier search.

    The tree grows below `path[-1]` only; `path` leads there from the root.
    """

    def __init__(
        self,
        tree: PublicTree,
        path: Sequence[PublicState],
        ranges: Ranges,
        leaves: Leaves,
        seed: str,
        gadget: Gadget | None = None,
    ) -> None:
        self.tree, self.leaves, self.gadget = tree, leaves, gadget
        self.rng = Random(seed)
        self.sides, self.ends = (Side(), Side()), Ends()
        self.weight, self.iterations = 0.0, 0
        self.updates = self.visited = self._histories = 0
        """The number of information states updated so far, and of histories and ends visited."""
        self.largest = 1.0
        """The largest gain or estimate in this search so far, and at least 1."""
        self.edge = dict[Place, None]()
        """The places whose values depend on ranges, and so must be computed again and again."""
        self.places = dict[PublicState, Place]()
        self._gadget_points, self._passed = list[int](), list[Place]()
        root = path[0]
        if gadget is not None:
            side = self.sides[gadget.opponent]
            for _ in gadget.values:
                state = side.add(0)
                self._gadget_points.append(side.act(state, 2, OPEN))
        at = list[int]()
        for player, side in enumerate(self.sides):
            at.append(len(side))
            for info, share in enumerate(ranges[player]):
                if gadget is not None and player == gadget.opponent:
                    side.add(self._gadget_points[info] + 1)
                else:
                    side.add(0, share)
        self._root = self._place(root, (at[0], at[1]))
        for each in path[:-1]:
            self.grow(self.places[each])
        self.focus = self.places[path[-1]]
        if self.focus.is_leaf:
            self.grow(self.focus)

    # The tree

    def _place(self, state: PublicState, at: tuple[int, int]) -> Place:
        """Add a public state, and whatever follows without a choice: chance, and hidden actions."""
        place = Place(state, at, self.weight)
        self.places[state] = place
        self._histories += len(state.histories)
        if state.player == CHANCE or state.key == UNSEEN:
            self.grow(place)
        elif self.leaves.needs_ranges and not self.tree.is_open:
            self.edge[place] = None
        else:
            begin = len(self.ends)
            gains = self.leaves.gains(self.tree, state)
            self.largest = max(self.largest, *map(abs, gains))
            for each, gain in zip(state.histories, gains, strict=True):
                self.ends.add(at[0] + each.infos[0], at[1] + each.infos[1], each.chance * gain)
            place.leaf = range(begin, len(self.ends))
        return place

    def grow(self, place: Place) -> None:
        """Add the public states that follow a place: after all actions, or after one more."""
        state, at, slot = place.state, place.at, None
        if place.is_leaf:
            self.edge.pop(place, None)
            if state.player != CHANCE:
                self._add_actions(place)
        if state.single:
            slot = place.closed.pop()
            place.visits[slot] = 1
            self.sides[state.player].open(place.slots + slot)
        if not place.closed:
            for each in place.leaf:
                self.ends.points[each] = 0.0
            if state.single:
                self.sides[state.player].close(place.slots + len(state.actions))
        branch = self.tree.branch(state, slot)
        starts = [place.slots if player == state.player else at[player] for player in (0, 1)]
        for first, second, chance, points in branch.ends:
            self.largest = max(self.largest, abs(points / chance))
            self.ends.add(starts[0] + first, starts[1] + second, points)
        places = list[Place]()
        place.below = {**place.below, slot: places}
        for child in branch.children:
            found = list[int]()
            for side, start, origins in zip(self.sides, starts, child.origins, strict=True):
                found.append(len(side))
                for each in origins:
                    side.add(start + each)
            places.append(self._place(child.state, (found[0], found[1])))

    def _add_actions(self, place: Place) -> None:
        state, side = place.state, self.sides[place.state.player]
        place.slots, number = len(side), len(state.actions)
        place.prior = prior = self.leaves.prior(self.tree, state)
        place.visits, place.losses = [0] * (number + 1), {}
        if not state.single:
            for info in range(len(state.slots) - 1):
                side.act(place.at[state.player] + info, len(state.slots_of(info)), OPEN)
            met, trust = self.met(place)[state.player], self.leaves.trust
            for info in range(len(state.slots) - 1):
                for slot in state.slots_of(info):
                    side.policy[place.slots + slot] = prior[slot]
                    side.regret[place.slots + slot] = trust * prior[slot] * met[info]
            return
        side.act(place.at[state.player], number + 1, CLOSED)
        side.open(place.slots + number)
        place.closed = sorted(range(number), key=lambda slot: (prior[slot], self.rng.random()))
        for each in place.leaf:
            (self.ends.first, self.ends.second)[state.player][each] = place.slots + number

    def grow_all(self) -> None:
        """Grow the whole tree."""
        left = [self.focus]
        while left:
            place = left.pop()
            while place.is_leaf or place.closed:
                self.grow(place)
            left += [each for some in place.below.values() for each in some]

    # Regrets

    def run(self, numbers: Iterable[int], per_update: float = 1.0) -> None:
        """Make a simulation for each of the numbers, `per_update` of them after each regret update.

        If that is below 1, there are several updates before each simulation.
        """
        left = 0.0
        for _ in numbers:
            think_on()
            if left < 1:
                for place in self._passed:
                    place.losses.clear()
                self._passed.clear()
                for _ in range(max(1, round(1 / per_update))):
                    self.update()
                left += max(1.0, per_update)
            self._simulate()
            left -= 1

    def update(self) -> None:
        """Update all regrets once: both players at the same time."""
        self.iterations += 1
        weight = float(self.iterations)
        self.weight += weight
        self.updates += self._pass(weight)
        self.visited += self._histories + len(self.ends)

    def _pass(self, weight: float) -> int:
        """Go down and up the tree, and return the number of updated information states."""
        for player, side in enumerate(self.sides):
            if self.gadget is not None and player == self.gadget.opponent:
                self._mix(side, self.gadget, weight)
            else:
                side.down(1, len(side), weight)
        one, other = self.sides
        add_ends(one, other, self.ends)
        if self.edge:
            self._judge()
        if self.gadget is not None:
            taken = self.sides[self.gadget.opponent].value
            for point, value in zip(self._gadget_points, self.gadget.values, strict=True):
                taken[point] = value
        return one.up(weight) + other.up(weight)

    def _mix(self, side: Side, gadget: Gadget, weight: float) -> None:
        """Compute the opponent's range: partly by the gadget, partly as in the earlier search."""
        root = self._root.at[gadget.opponent]
        side.down(1, root, weight)
        played = [side.reach[each + 1] for each in self._gadget_points]
        total, earlier = sum(played), sum(gadget.ranges)
        for place, (new, old) in enumerate(zip(played, gadget.ranges, strict=True)):
            old, new = old / earlier, (new / total if total else old / earlier)
            side.reach[root + place] = reach = MIXED * new + (1 - MIXED) * old
            side.plan[root + place] += weight * reach
        side.down(root + len(played), len(side), weight)

    def _judge(self) -> None:
        """Give the places at the edge the values that belong to the current ranges."""
        asked = [(place.state, self.ranges(place)) for place in self.edge]
        for place, found in zip(self.edge, self.leaves.values(self.tree, asked), strict=True):
            met = self.met(place)
            self.largest = max(self.largest, *map(abs, found[0]), *map(abs, found[1]))
            for side, start, values, chances in zip(self.sides, place.at, found, met, strict=True):
                for info, (value, chance) in enumerate(zip(values, chances, strict=True)):
                    side.value[start + info] += value * chance

    # Results

    def ranges(self, place: Place) -> tuple[Sequence[float], Sequence[float]]:
        """Return the current range of each player at a place."""
        first, second = (
            side.reach[start : start + len(known)]
            for side, start, known in zip(self.sides, place.at, place.state.known, strict=True)
        )
        return first, second

    def met(self, place: Place) -> tuple[list[float], list[float]]:
        """Return the current probability that the others lead to each information state."""
        return place.state.met(*self.ranges(place))

    def has_judged(self, state: PublicState) -> bool:
        """Return whether a public state was in the tree at an update."""
        return state in self.places and self.places[state].born < self.weight

    def summary(self, place: Place, player: int) -> tuple[list[float], list[float]]:
        """Return the mean range of a player, and the mean values of its information states.

        They are means over the iterations since the place was added, weighted as for the policy.
        There must have been one.
        """
        side, start, weight = self.sides[player], place.at[player], self.weight - place.born
        points = range(start, start + len(place.state.known[player]))
        return [side.plan[each] / weight for each in points], [
            side.worth[each] / weight for each in points
        ]

    def policy(self, place: Place) -> list[float]:
        """Return the mean probability of the action in each slot of a place.

        In information states that the player never reaches, it is the last policy.
        """
        state, side = place.state, self.sides[place.state.player]
        found = list[float]()
        for info in range(len(state.slots) - 1):
            points = [place.slots + slot for slot in state.slots_of(info)]
            total = sum(side.plan[each] for each in points)
            found += [side.plan[each] / total if total else side.policy[each] for each in points]
        return found

    def values(self, place: Place) -> list[float]:
        """Return what the action in each slot of a place gains if all go on by their mean policies.

        An action that is not in the tree yet has the value estimated for all of these.
        """
        kept = [(side.policy[:], side.regret[:]) for side in self.sides]
        for side in self.sides:
            side.settle()
        self._pass(0.0)
        state, side = place.state, self.sides[place.state.player]
        met, found = self.met(place)[state.player], list[float]()
        for info, chance in enumerate(met):
            for slot in state.slots_of(info):
                point = place.slots + (slot if slot not in place.closed else len(state.actions))
                found.append(side.value[point] / chance if chance else 0.0)
        for side, (policy, regret) in zip(self.sides, kept, strict=True):
            side.policy, side.regret = policy, regret
        return found

    def line(self, place: Place, slot: int, most: int) -> list[Action]:
        """Return the most frequent actions after the action in a slot, if nothing is hidden."""
        found = list[Action]()
        while place.state.single and place.below.get(slot) and len(found) < most:
            (place,) = place.below[slot]
            if not place.state.single or place.is_leaf:
                break
            policy = self.policy(place)
            slot = policy.index(max(policy))
            found.append(place.state.actions[slot])
        return found

    # Simulations

    def _simulate(self) -> None:
        """Play from the focus to the edge of the tree, and let it grow there."""
        place, history = self.focus, self._drawn()
        while True:
            state = place.state
            if state.player == CHANCE:
                odds = self.tree.branch(state).odds[history]
                (slot,) = self.rng.choices(range(len(odds)), odds)
            elif place.is_leaf:
                self.grow(place)
                return
            else:
                slot = self._selected(place, state.histories[history].infos[state.player])
                if slot == len(state.actions):
                    self.grow(place)
                    return
                place.visits[slot] += 1
                place.losses[slot] = place.losses.get(slot, 0) + 1
                self._passed.append(place)
            branch = slot if state.single else None
            after = self.tree.branch(state, branch).follow.get((history, slot))
            if after is None:
                return
            child, history = after
            place = place.below[branch][child]

    def _drawn(self) -> int:
        """Draw a history at the focus, with the probability that both players now lead to it."""
        first, second = self.ranges(self.focus)
        odds = [
            each.chance * first[each.infos[0]] * second[each.infos[1]]
            for each in self.focus.state.histories
        ]
        if not any(odds):
            odds = [each.chance for each in self.focus.state.histories]
        return self.rng.choices(range(len(odds)), odds)[0]

    def _selected(self, place: Place, info: int) -> int:
        """Choose an action for a simulation: half of them by the policy, half by PUCT.

        The number after all slots stands for the actions that are not in the tree yet.
        """
        state, side = place.state, self.sides[place.state.player]
        slots, start, number = [*state.slots_of(info)], place.slots, len(state.actions)
        if state.single:
            slots = [slot for slot in [*slots, number] if side.taken[start + slot] == OPEN]
        if self.rng.random() < 0.5:
            plan = [side.plan[start + slot] for slot in slots]
            if not any(plan):
                plan = [side.policy[start + slot] for slot in slots]
            if any(plan):
                return self.rng.choices(slots, plan)[0]
        chance = self.met(place)[state.player][info] * self.largest
        scale = 1 / chance if chance else 0.0
        root = EXPLORATION * sqrt(1 + sum(place.visits[slot] for slot in slots))

        def promise(slot: int) -> float:
            value, tried = side.value[start + slot] * scale, place.visits[slot]
            lost = place.losses.get(slot, 0)
            prior = place.prior[slot if slot < number else place.closed[-1]]
            if tried:
                value = (value * (tried - lost) - lost) / tried
            return value + root * prior / (1 + tried)

        return max(slots, key=promise)
