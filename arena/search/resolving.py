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

    With a number of `seconds`, simulations go on as long as that instead; earlier searches that
    are missing share this time.
    """

    simulations: int = 1000
    per_update: float = 1.0
    seconds: float | None = None

    def limit(self, searches: int) -> Limit:
        """Return the limit of one of several searches that are made for a decision."""
        return Limit(self.simulations, self.seconds and self.seconds / searches)


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
        if self.tree.is_open:
            way = [at]
        else:
            # The player's first search is from the start, even if the opponent acts first.
            decisions = [each for each in at.path if each.player != CHANCE]
            own = [each for each in decisions[1:] if each.player == self.player]
            way = [self.tree.root, *own]
        limit = self.budget.limit(max(1, sum(each not in self._searches for each in way)))
        found = None
        for each in way:
            if each not in self._searches:
                self._searches[each] = self._made(each, found, limit)
            found = self._searches[each]
        assert found is not None
        return found

    def policy(self, at: PublicState) -> list[float]:
        """Return the probability of the action in each slot of a state in which the player acts."""
        found = self.search(at)
        return found.policy(found.places[at])

    def _made(self, at: PublicState, earlier: Growing | None, limit: Limit) -> Growing:
        """Search from a state, or re-solve an earlier search."""
        if earlier is not None:
            return self._resolved(earlier, at, limit)
        while at.key == UNSEEN and at.parent is not None:  # from where players act at once
            at = at.parent
        return self._run([at], ([1.0], [1.0]), None, limit)

    def _resolved(self, earlier: Growing, at: PublicState, limit: Limit) -> Growing:
        """Search again from the last state on the way that has values in the earlier search."""
        path = at.path
        known = max(number for number, each in enumerate(path) if earlier.has_judged(each))
        place, opponent = earlier.places[path[known]], 1 - self.player
        own, _ = earlier.summary(place, self.player)
        other, values = earlier.summary(place, opponent)
        total = sum(own)
        gadget = None
        if total:
            gadget = Gadget(opponent, [each / total for each in values], shared(other))
        ranges = shared(own), shared(other)
        return self._run(
            path[known:], ranges if self.player == 0 else (ranges[1], ranges[0]), gadget, limit
        )

    def _run(
        self, path: Sequence[PublicState], ranges: Ranges, gadget: Gadget | None, limit: Limit
    ) -> Growing:
        seed = f"{self.seed}/{path[-1].known[self.player][0].hex()}"
        found = Growing(self.tree, path, ranges, self.leaves, seed, gadget)
        found.run(limit.deals(1), self.budget.per_update)
        return found
