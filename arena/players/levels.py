"""The players of a game by their levels, from the weakest to the strongest."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

from ...replayer import games
from ...replayer.beliefs.dice import Dice
from ...replayer.rules import Action
from .limit import Limit, check_limit
from .player import Player, Seen
from .strategy import NoStrategy, Strategy, strategy
from .trials import compared, played, tried_deals

RANDOM, RULES, MONTE_CARLO, ALL_SEEING = "random", "rules", "monte-carlo", "all-seeing"

FAIR = (RANDOM, RULES, MONTE_CARLO)
"""The levels that see only what the rules show to their seat."""

LEVELS = (*FAIR, ALL_SEEING)
"""All levels; the last one sees all cards, as an upper bound of what can be achieved."""


class AtRandom(Struct, frozen=True):
    """Plays at random: all legal actions are equally probable."""

    seed: str
    sees_all: bool = False

    def choose(self, seen: Seen) -> Action:
        """Draw a legal action."""
        return Random(f"{self.seed}/{seen.place}").choice(seen.legal)


class ByRules(Struct, frozen=True):
    """Plays by the rules of thumb of a strategy."""

    known: Strategy[Any, Any]
    seed: str
    sees_all: bool = False

    def choose(self, seen: Seen) -> Action:
        """Ask the strategy of the game."""
        dice = Dice(Random(f"{self.seed}/{seen.place}").getrandbits(64))
        return self.known.choose(seen.rules, seen.state, seen.player, dice)


class MonteCarlo(Struct, frozen=True):
    """Plays the action that is best in playouts of deals that it cannot tell from the true one.

    In each deal, it tries all actions that are worth trying, while the others play sensibly. If it
    sees all cards, it tries the true deal only.
    """

    known: Strategy[Any, Any]
    seed: str
    limit: Limit
    sees_all: bool = False

    def choose(self, seen: Seen) -> Action:
        """Return the action with the best mean, the first of several."""
        actions = self.known.worth_trying(seen.rules, seen.state, seen.player)
        if len(actions) == 1:
            return actions[0]
        rng = Random(f"{self.seed}/{seen.place}")
        dice, sums = Dice(rng.getrandbits(64)), [0.0] * len(actions)
        deals = tried_deals(self.known, seen, self.limit.deals(len(actions)), rng, self.sees_all)
        for state, weight in deals:
            for place, action in enumerate(actions):
                returns = played(self.known, seen, state, (action,), dice)
                sums[place] += weight * compared(returns, seen.player)
        return actions[sums.index(max(sums))]


def player(game: str, level: str, seed: int | str = 0, limit: Limit | None = None) -> Player:
    """Return the player of a game at a level.

    Its decisions follow from the seed and from what it was shown. Raises KeyError if there is no
    such game, and ValueError if there is no such level, if the level needs a strategy that the game
    does not have, or if the limit is not valid.
    """
    if game not in games():
        raise KeyError(f"there is no game {game!r}: games are {', '.join(games())}")
    limit = Limit() if limit is None else limit
    check_limit(limit)
    known = strategy(game)
    match level:
        case "random":
            return AtRandom(str(seed))
        case "rules":
            if known is None:
                raise ValueError(
                    f"{game} has no rules of thumb: levels are random, monte-carlo and all-seeing"
                )
            return ByRules(known, str(seed))
        case "monte-carlo" | "all-seeing":
            return MonteCarlo(known or NoStrategy(), str(seed), limit, level == ALL_SEEING)
        case _:
            raise ValueError(f"there is no level {level!r}: levels are {', '.join(LEVELS)}")
