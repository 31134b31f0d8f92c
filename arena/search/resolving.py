"""Continual re-solving: a search for each decision of a player, consistent with those before.

Source: Schmid et al., "Student of Games" (Science Advances, 2023), "Modified continual re-solving".
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...replayer.rules import CHANCE
from ..players.limit import Limit
from .growing import Gadget, Growing
from .leaves import Leaves, Ranges
from .public import UNSEEN, PublicState, PublicTree
from .regrets import shared


class Budget(Struct, frozen=True):
    """`SoG(s, c)`: s simulations for each decision, c of them after each regret update.

    With a number of `seconds`, simulations go on as long as that instead.
    """

    simulations: int = 1000
    per_update: float = 1.0
    seconds: float | None = None


class Resolver:
    """A player's searches in a round, each made once; they do not depend on when they are made."""

    def __init__(
        self, tree: PublicTree, player: int, leaves: Leaves, budget: Budget, seed: str
    ) -> None:
        self.tree, self.player, self.leaves = tree, player, leaves
        self.budget, self.seed = budget, seed
        self._searches = dict[PublicState, Growing]()

    def search(self, at: PublicState) -> Growing:
        """Return the search for a public state in which the player acts; its focus is there."""
        if at not in self._searches:
            self._searches[at] = self._fresh(at) if self.tree.is_open else self._consistent(at)
        return self._searches[at]

    def policy(self, at: PublicState) -> list[float]:
        """Return the probability of the action in each slot of a state in which the player acts."""
        found = self.search(at)
        return found.policy(found.places[at])

    def _fresh(self, at: PublicState) -> Growing:
        """Search from a state where nothing is hidden, or from where players act at once."""
        while at.key == UNSEEN and at.parent is not None:
            at = at.parent
        return self._run([at], ([1.0], [1.0]), None)

    def _consistent(self, at: PublicState) -> Growing:
        """Return the search from the start at the first decision; re-solve the last one later."""
        decisions = [each for each in at.path[:-1] if each.player != CHANCE]
        if not decisions:
            return self._first()
        own = [each for each in decisions if each.player == self.player]
        return self._resolved(self.search(own[-1]) if own else self._first(), at)

    def _first(self) -> Growing:
        """Return the search from the start of the round."""
        root = self.tree.root
        if root not in self._searches:
            self._searches[root] = self._run([root], ([1.0], [1.0]), None)
        return self._searches[root]

    def _resolved(self, earlier: Growing, at: PublicState) -> Growing:
        """Search again from the last state on the way that the earlier search knows."""
        path = at.path
        known = max(number for number, each in enumerate(path) if each in earlier.places)
        place, opponent = earlier.places[path[known]], 1 - self.player
        own, _ = earlier.summary(place, self.player)
        other, values = earlier.summary(place, opponent)
        total = sum(own)
        gadget = None
        if total:
            gadget = Gadget(opponent, [each / total for each in values], shared(other))
        ranges = shared(own), shared(other)
        return self._run(
            path[known:], ranges if self.player == 0 else (ranges[1], ranges[0]), gadget
        )

    def _run(self, path: Sequence[PublicState], ranges: Ranges, gadget: Gadget | None) -> Growing:
        seed = f"{self.seed}/{path[-1].known[self.player][0].hex()}"
        found = Growing(self.tree, path, ranges, self.leaves, seed, gadget)
        numbers = Limit(self.budget.simulations, self.budget.seconds).deals(1)
        found.run(numbers, self.budget.per_update)
        return found
