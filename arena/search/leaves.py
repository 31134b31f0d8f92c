"""Estimates for public states at the edge of the tree that a search has grown so far."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias
from weakref import WeakKeyDictionary

from ...replayer.beliefs.dice import Dice
from ..players.strategy import Strategy
from ..players.thinking import think_on
from .public import PublicState, PublicTree

Ranges: TypeAlias = tuple[Sequence[float], Sequence[float]]
"""The probability that each player's own actions lead to each of its information states in a public
state. Only proportions matter. Together with the public state, they are a *public belief state*.
"""


class Leaves(Protocol):
    """Estimates public belief states, and proposes actions."""

    @property
    def trust(self) -> float:
        """How many points of regret the prior stands for, as if it had been learnt in the search.

        Source: Brown and Sandholm, "Strategy-based warm starting for regret minimization in games"
        (AAAI 2016).
        """
        ...

    @property
    def needs_ranges(self) -> bool:
        """Whether values depend on ranges, so that they change in each iteration."""
        ...

    def gains(self, tree: PublicTree, at: PublicState) -> Sequence[float]:
        """Return what player 0 gains in the round after each history, whatever the ranges are."""
        ...

    def values(
        self, tree: PublicTree, asked: Sequence[tuple[PublicState, Ranges]]
    ) -> Sequence[tuple[Sequence[float], Sequence[float]]]:
        """Return what each player gains in each of its information states in public belief states.

        These are expected points, given the other player's range.
        """
        ...

    def prior(self, tree: PublicTree, at: PublicState) -> Sequence[float]:
        """Return the prior probability of the action in each slot."""
        ...


class Playouts:
    """Plays each history out by a game's strategy; all actions are equally promising."""

    needs_ranges, trust = False, 0.0

    def __init__(self, known: Strategy[Any, Any], times: int, seed: str) -> None:
        self.known, self.times, self.seed = known, times, seed.encode()
        self._found = WeakKeyDictionary[PublicTree, dict[PublicState, list[float]]]()

    def gains(self, tree: PublicTree, at: PublicState) -> Sequence[float]:
        """Return the mean gain of player 0 in playouts of each history."""
        known = self._found.setdefault(tree, {})
        if at not in known:
            think_on()
            seed = blake2b(self.seed + at.known[0][0], digest_size=8).digest()
            dice, found = Dice(int.from_bytes(seed)), list[float]()
            for each in at.histories:
                ends = self.known.play_out(tree.rules, each.state, self.times, dice).returns
                found.append(sum(map(tree.gain, ends)) / len(ends))
            known[at] = found
        return known[at]

    def values(
        self, tree: PublicTree, asked: Sequence[tuple[PublicState, Ranges]]
    ) -> Sequence[tuple[Sequence[float], Sequence[float]]]:
        """Raise NotImplementedError: values do not depend on ranges."""
        raise NotImplementedError

    def prior(self, tree: PublicTree, at: PublicState) -> Sequence[float]:
        """Return the same number for all actions of an information state."""
        return [
            1 / len(at.slots_of(info))
            for info in range(len(at.slots) - 1)
            for _ in at.slots_of(info)
        ]
