"""The level `search`: a player that searches the public tree before each of its decisions."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from random import Random
from threading import Lock
from typing import Any

from msgspec import Struct

from ...replayer.beliefs.dice import Dice
from ...replayer.game import Game
from ...replayer.replay.match import first_state
from ...replayer.rules import CHANCE, Action
from ..players.limit import Limit
from ..players.player import Player, Seen, require_turn
from ..players.strategy import NoStrategy, Strategy, strategy
from .growing import Growing, Place
from .leaves import Leaves, Playouts
from .public import PublicTree, Unsuitable, known
from .resolving import Budget, Resolver

OPEN, HIDDEN = Budget(1000, 10), Budget(1000, 1)
"""The budgets per decision if nothing is hidden, and otherwise; both take about a second
if kifu is compiled.

As in the paper's experiments, regrets are updated less often if nothing is hidden: the tree is
large, and many simulations find better moves sooner than many updates.
"""

PLAYOUTS = 4
"""The number of playouts of each history at a leaf: with few histories, one is misleading."""

_ROUNDS = 4
"""The number of rounds whose searches are remembered; decisions do not depend on it."""


class Found(Struct, frozen=True):
    """The search for a decision: its place there, and the slots of the seat's actions."""

    search: Growing
    place: Place
    slots: range

    @property
    def actions(self) -> Sequence[Action]:
        """The seat's actions."""
        return self.place.state.actions[self.slots.start : self.slots.stop]

    @property
    def policy(self) -> Sequence[float]:
        """The probability of each action."""
        return self.search.policy(self.place)[self.slots.start : self.slots.stop]

    @property
    def values(self) -> Sequence[float]:
        """The points that each action gains in the round."""
        return self.search.values(self.place)[self.slots.start : self.slots.stop]


class Searching:
    """Plays by continual re-solving: `SoG(s, c)` of the paper; `leaves` are playouts by default.

    `otherwise` decides in rounds that are not in the tree: after a foul that counted, and if cards
    were dealt in another order than in the list of deals.
    """

    sees_all = False

    def __init__(
        self,
        known: Strategy[Any, Any],
        seed: str,
        limit: Limit,
        otherwise: Player,
        leaves: Leaves | None = None,
    ) -> None:
        self._seed, self._limit, self._otherwise = seed, limit, otherwise
        self._leaves = leaves or Playouts(known, PLAYOUTS, seed)
        self._rounds = deque[tuple[Any, tuple[Resolver, Resolver]]](maxlen=_ROUNDS)
        self._lock = Lock()

    def choose(self, seen: Seen) -> Action:
        """Draw an action from the search's policy, or take the likeliest if nothing is hidden.

        Raises Unsuitable if the game does not meet the conditions of `PublicTree`.
        """
        require_turn(seen)
        if len(seen.legal) == 1:
            return seen.legal[0]
        found = self.search(seen)
        if found is None:
            return self._otherwise.choose(seen)
        shares = found.policy
        if found.place.state.single:
            return found.actions[shares.index(max(shares))]
        return Random(f"{self._seed}/{seen.place}").choices(found.actions, shares)[0]

    def search(self, seen: Seen) -> Found | None:
        """Search for a decision, or return None if it is not in the tree.

        Raises Unsuitable if the game does not meet the conditions of `PublicTree`.
        """
        with _naming(seen.game.name), self._lock:
            resolver = self._resolver(seen)
            try:
                at = resolver.tree.reached(seen.steps, seen.player)
            except KeyError:
                return None
            own = known(seen.steps, seen.player)
            if own not in at.known[seen.player]:
                return None
            search = resolver.search(at)
            slots = at.slots_of(at.known[seen.player].index(own))
            return Found(search, search.places[at], slots)

    def _resolver(self, seen: Seen) -> Resolver:
        """Return the searches of a round, perhaps made earlier."""
        key = (seen.rules, seen.steps[0].state)
        for other, found in self._rounds:
            if other == key:
                return found[seen.player]
        if len(self._rounds) == _ROUNDS:
            self._rounds.popleft()[1][0].tree.forget()
        tree = PublicTree(seen.rules, seen.steps[0].state, not seen.game.has_views)
        usual, limit = OPEN if tree.is_open else HIDDEN, self._limit
        budget = Budget(limit.playouts or usual.simulations, usual.per_update, limit.seconds)
        first, second = (Resolver(tree, each, self._leaves, budget, self._seed) for each in (0, 1))
        self._rounds.append((key, (first, second)))
        return (first, second)[seen.player]


def require_suitable(game: Game[Any, Any], record: Any) -> None:
    """Raise Unsuitable if a match cannot be searched; `record` is the match without rounds.

    This looks at its first decision and one way in which the round may end.
    """
    rules, known = game.rules(record), strategy(game.name) or NoStrategy()
    with _naming(game.name):
        tree = PublicTree(rules, first_state(game, record), not game.has_views)
        at = tree.root
        while at.player == CHANCE:
            at = tree.branch(at).children[0].state
        tree.gain(known.play_out(rules, at.histories[0].state, 1, Dice(1)).returns[0])


@contextmanager
def _naming(game: str) -> Generator[None]:
    """Have an error name the game."""
    try:
        yield
    except Unsuitable as why:
        raise Unsuitable(f"{game} cannot be searched: {why}") from None
