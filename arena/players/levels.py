"""The players of a game by their levels, from the weakest to the strongest."""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import Any

from msgspec import Struct

from ...replayer import games
from ...replayer.dice import Dice
from ...replayer.rules import Action
from .draws import draws
from .player import Player, Seen
from .strategy import NoStrategy, Strategy, strategy, with_others

RANDOM, RULES, MONTE_CARLO, ALL_SEEING = "random", "rules", "monte-carlo", "all-seeing"

FAIR = (RANDOM, RULES, MONTE_CARLO)
"""The levels that are shown what their seat is shown."""

LEVELS = (*FAIR, ALL_SEEING)
"""All levels: the last sees all cards, and shows what can be reached at most."""

PLAYOUTS = 200
"""The playouts for a decision where no limit is given."""


class Limit(Struct, frozen=True):
    """How much a player may think about a decision: so many playouts, or so many seconds.

    By playouts, the same seed gives the same play; by seconds, it need not.
    """

    playouts: int | None = None
    seconds: float | None = None


class AtRandom(Struct, frozen=True):
    """Does anything that is legal, all of it equally probable."""

    seed: str
    sees_all: bool = False

    def choose(self, seen: Seen) -> Action:
        """Draw a legal action."""
        return Random(f"{self.seed}/{seen.place}").choice(seen.legal)


class ByRules(Struct, frozen=True):
    """Does what is sensible by rules of thumb."""

    known: Strategy[Any, Any]
    seed: str
    sees_all: bool = False

    def choose(self, seen: Seen) -> Action:
        """Ask the strategy of the game."""
        dice = Dice(Random(f"{self.seed}/{seen.place}").getrandbits(64))
        return self.known.choose(seen.rules, seen.state, seen.player, dice)


class MonteCarlo(Struct, frozen=True):
    """Does what turned out best in playouts of deals that it cannot tell from the true one.

    In each deal, it tries all actions that are worth it, and the others do what is sensible. With
    all cards in sight, the true deal is the only one.
    """

    known: Strategy[Any, Any]
    seed: str
    limit: Limit
    sees_all: bool = False

    def choose(self, seen: Seen) -> Action:
        """The action with the best mean; the first of several."""
        rng = Random(f"{self.seed}/{seen.place}")
        actions = self.known.worth_trying(seen.rules, seen.state, seen.player)
        if len(actions) == 1:
            return actions[0]
        dice, sums = Dice(rng.getrandbits(64)), [0.0] * len(actions)
        deals = iter(lambda: seen.state, None) if self.sees_all else draws(seen, rng)
        for state in _within(self.limit, len(actions), deals):
            weight = 1.0
            if not self.sees_all:
                weight = self.known.likelihood(seen.steps, seen.player, state)
            for place, action in enumerate(actions):
                sums[place] += weight * self._tried(seen, state, action, dice)
        return actions[sums.index(max(sums))]

    def _tried(self, seen: Seen, state: Any, action: Action, dice: Dice) -> float:
        """What an action brings the player in a deal, compared with the others."""
        rules = seen.rules
        after = with_others(self.known, rules, state, {seen.player: action}, dice)
        ended = rules.node(after).kind == "terminal"
        returns = (
            rules.returns(after) if ended else self.known.play_out(rules, after, 1, dice).returns[0]
        )
        return len(returns) * returns[seen.player] - sum(returns)


def _within(limit: Limit, actions: int, deals: Any) -> Any:
    """As many deals as may be tried, at least one; each takes a playout for every action."""
    if limit.seconds is None:
        number = max(1, (limit.playouts or PLAYOUTS) // actions)
        for _ in range(number):
            yield next(deals)
        return
    end = monotonic() + limit.seconds
    yield next(deals)
    while monotonic() < end:
        yield next(deals)


def player(game: str, level: str, seed: int | str = 0, limit: Limit | None = None) -> Player:
    """The player of a game at a level.

    What it does follows from the seed and from what it was shown. Raises KeyError where there is no
    such game, and ValueError where there is no such level, where the game has no strategy to play
    by, or where the limit is none.
    """
    if game not in games():
        raise KeyError(f"{game} is no game: games are {', '.join(games())}")
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


def check_limit(limit: Limit) -> None:
    """Raise ValueError where a limit leaves no room to think."""
    if limit.playouts is not None and limit.playouts < 1:
        raise ValueError(f"{limit.playouts} playouts are no limit: at least 1 is due")
    if limit.seconds is not None and not 0 < limit.seconds < float("inf"):
        raise ValueError(f"{limit.seconds} seconds are no limit: more than 0 are due")
