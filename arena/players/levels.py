"""The players of a game by level, from weakest to strongest."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

from ...replayer import games
from ...replayer.beliefs.dice import Dice
from ...replayer.rules import Action
from ..search.leaves import Leaves
from ..search.player import Searching
from .limit import Limit, check_limit
from .player import Player, Seen, require_turn
from .strategy import NoStrategy, Strategy, strategy
from .trials import compared, played, tried_deals

RANDOM, RULES, MONTE_CARLO, SEARCH = "random", "rules", "monte-carlo", "search"
ALL_SEEING = "all-seeing"

FAIR = (RANDOM, RULES, MONTE_CARLO, SEARCH)
"""The levels that see only what the rules show their seat."""

LEVELS = (*FAIR, ALL_SEEING)
"""All levels; the last one sees all cards, as an upper bound on what can be achieved."""


class AtRandom(Struct, frozen=True):
    """Plays at random: all legal actions are equally likely."""

    seed: str
    sees_all: bool = False

    def choose(self, seen: Seen) -> Action:
        """Choose a legal action at random."""
        require_turn(seen)
        return Random(f"{self.seed}/{seen.place}").choice(seen.legal)


class ByRules(Struct, frozen=True):
    """Plays by a strategy's rules of thumb."""

    known: Strategy[Any, Any]
    seed: str
    sees_all: bool = False

    def choose(self, seen: Seen) -> Action:
        """Ask the game's strategy."""
        require_turn(seen)
        dice = Dice(Random(f"{self.seed}/{seen.place}").getrandbits(64))
        return self.known.choose(seen.rules, seen.state, seen.player, dice)


class MonteCarlo(Struct, frozen=True):
    """Plays the action that does best in playouts of deals consistent with what it knows.

    In each deal, it tries several actions, while the others play sensibly. All actions worth trying
    begin; the worse half is dropped again and again, so that most playouts compare good actions
    (successive halving: Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed
    Bandits", 2013). If it sees all cards, it tries only the true deal.
    """

    known: Strategy[Any, Any]
    seed: str
    limit: Limit
    sees_all: bool = False

    def choose(self, seen: Seen) -> Action:
        """Return the action with the best mean, or the first one in a tie."""
        require_turn(seen)
        actions = self.known.worth_trying(seen.rules, seen.state, seen.player)
        if len(actions) == 1:
            return actions[0]
        rng = Random(f"{self.seed}/{seen.place}")
        dice, sums = Dice(rng.getrandbits(64)), [0.0] * len(actions)
        numbers = self.limit.deals(1)
        found = self.known.search(seen.rules, seen.state, seen.player, numbers, dice)
        if found is not None:
            return found
        left, deals = [*range(len(actions))], tried_deals(self.known, seen, rng, self.sees_all)
        limit = self.limit.share((len(actions) - 1).bit_length())
        while len(left) > 1:
            for _, (state, weight) in zip(limit.deals(len(left)), deals, strict=False):
                luck = dice.draw()  # the same for all actions
                for place in left:
                    returns = played(self.known, seen, state, (actions[place],), Dice(luck))
                    sums[place] += weight * compared(returns, seen.player)
            left.sort(key=sums.__getitem__, reverse=True)
            del left[(len(left) + 1) // 2 :]
        return actions[left[0]]


def player(
    game: str,
    level: str,
    seed: int | str = 0,
    limit: Limit | None = None,
    leaves: Leaves | None = None,
) -> Player:
    """Return a player of a game at a given level; `leaves` are for a search, instead of playouts.

    Its decisions depend only on the seed and on what it was shown. Raises KeyError if the game is
    unknown, and ValueError if the level is unknown, needs a strategy that the game does not have,
    or the limit is invalid.
    """
    if game not in games():
        raise KeyError(f"there is no game {game!r}: games are {', '.join(games())}")
    known = strategy(game)
    limit = Limit() if limit is None else limit
    check_limit(limit)
    match level:
        case "random":
            return AtRandom(str(seed))
        case "rules":
            if known is None:
                others = ", ".join(each for each in LEVELS if each != RULES)
                raise ValueError(f"{game} has no rules of thumb: levels are {others}")
            return ByRules(known, str(seed))
        case "monte-carlo" | "all-seeing":
            return MonteCarlo(known or NoStrategy(), str(seed), limit, level == ALL_SEEING)
        case "search":
            otherwise = MonteCarlo(known or NoStrategy(), str(seed), limit)
            return Searching(known or NoStrategy(), str(seed), limit, otherwise, leaves)
        case _:
            raise ValueError(f"there is no level {level!r}: levels are {', '.join(LEVELS)}")
