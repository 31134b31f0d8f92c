"""Judges decisions by a search for an equilibrium, as the level `search` plays."""

from __future__ import annotations

from functools import lru_cache

from ...replayer.rules import Action
from ..players.levels import SEARCH, player
from ..players.limit import Limit
from ..players.player import Seen
from ..search.player import Searching
from .continuation import ACTIONS
from .evaluators import Computed, Judgement, Playouts, Tried

_SHARE = 10
"""One simulation takes the place of this number of playouts."""


class Searched(Computed, frozen=True):
    """Compares actions by their values in a search, if both players go on by its mean policies.

    Decisions outside the tree, such as those after a foul that counted, are estimated by playouts.
    """

    playouts: Playouts
    tree: bool = False
    """Whether judgements have the tree of the search."""
    sees_all: bool = False

    @property
    def simulations(self) -> int:
        """The number of simulations per decision."""
        return max(1, self.playouts.playouts // _SHARE)

    @property
    def name(self) -> str:
        """The method and its budget."""
        return f"{SEARCH}, {self.simulations} simulations per decision"

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Search, and compare the action with the best one.

        That is the one with the highest value or, if nothing is hidden, the most frequent one. The
        margin is how much the policy of the search itself loses.
        """
        found = _searching(seen.game.name, seed, self.simulations).search(seen)
        if found is None:
            return self.playouts.judge(seen, action, seed)
        values, policy, actions = found.values, found.policy, found.actions
        mean = sum(value * share for value, share in zip(values, policy, strict=True))
        liked = policy if found.place.state.single else values
        best = liked.index(max(liked))
        value = values[actions.index(action)]
        margin, loss = max(0.0, max(values) - mean), max(0.0, values[best] - value)
        sign = 1 if seen.player == 0 else -1
        tree = list[Tried]()
        for slot, one, share, worth in zip(found.slots, actions, policy, values, strict=True):
            if self.tree and one != action:
                line = (one, *found.search.line(found.place, slot, ACTIONS))
                tree.append(Tried(line, share, sign * worth))
        if not loss:
            best = actions.index(action)
        return Judgement(action, actions[best], value, loss, margin, sign * value, tuple(tree))


@lru_cache(2)
def _searching(game: str, seed: str, simulations: int) -> Searching:
    """Return the player whose searches are used, so that later ones continue from earlier ones."""
    found = player(game, SEARCH, seed, Limit(simulations))
    assert isinstance(found, Searching)
    return found
