"""Estimate lines of play for a seat, over deals consistent with what it knows."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from random import Random

from msgspec import Struct

from ...replayer.beliefs.dice import Dice
from ...replayer.rules import Action, Decision, IllegalAction
from .duplicate import NORMAL
from .limit import Limit, check_limit
from .player import Seen
from .strategy import NoStrategy, strategy
from .trials import Line, compared, played, tried_deals, verify

ENOUGH = 10
"""The number of deals that an interval needs: a few may all have the same outcome by chance."""


class Estimate(Struct, frozen=True):
    """A seat's gain in this round from a line of play, in the game's points.

    `mean` is the mean over the `deals`; the true mean lies between `low` and `high` with 95%
    probability if everyone plays as in the playouts. Both are None with fewer than `ENOUGH` deals.
    `wins` is the share of deals in which the seat gains more in this round than the average player.
    """

    line: tuple[Action | None, ...]
    mean: float
    low: float | None
    high: float | None
    wins: float
    deals: int


def estimates(
    seen: Seen, lines: Sequence[Line] | None, limit: Limit, seed: int | str
) -> list[Estimate]:
    """Try lines of play in the same deals, playing each out with the game's strategy.

    A line holds the actions of all players, starting from the seat's current state. If no lines are
    given, each action of the seat worth trying is a line. The deals are the same ones the
    `monte-carlo` player draws with this seed. A deal is skipped for lines that are illegal in it,
    for example because a player does not hold a card in the line.

    Raises IllegalAction (a ValueError) if a line is not legal in any deal, and ValueError if nobody
    is to act, the limit is invalid, or no deal is possible.
    """
    check_limit(limit)
    rules, node, seat = seen.rules, seen.rules.node(seen.state), seen.player
    if not isinstance(node, Decision):
        raise ValueError("nobody acts here, so there is nothing to estimate")
    known = strategy(seen.game.name) or NoStrategy()
    if lines is None:
        if seat not in node.players:
            raise ValueError(f"player {seat} does not act here")
        lines = [(each,) for each in known.worth_trying(rules, seen.state, seat)]
    for line in lines:
        if seat in node.players and line and line[0] is not None:
            verify(seen, seen.state, seat, line[0], 1)
    rng, before = Random(f"{seed}/{seen.place}"), rules.returns(seen.state)
    dice, tallies = Dice(rng.getrandbits(64)), [_Tally(tuple(line)) for line in lines]
    deals = tried_deals(known, seen, rng, sees_all=False)
    for _, (state, weight) in zip(limit.deals(len(lines)), deals, strict=False):
        luck = dice.draw()  # the same for all lines
        for tally in tallies:
            try:
                returns = played(known, seen, state, tally.line, Dice(luck))
            except IllegalAction as breach:
                # The traceback would keep all states alive.
                tally.breach = breach.with_traceback(None)
            else:
                gains = [after - own for after, own in zip(returns, before, strict=True)]
                tally.samples.append((weight, float(gains[seat]), compared(gains, seat) > 0))
    return [tally.estimate() for tally in tallies]


def weighted(samples: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean of values, each after its weight, and half of its 95% interval.

    That is infinite with fewer than `ENOUGH` values. The variance is computed as for a ratio
    (Cochran, "Sampling Techniques"), since deals with little weight tell us little.
    """
    number, total = len(samples), sum(weight for weight, _ in samples)
    mean = sum(weight * each for weight, each in samples) / total
    if number < ENOUGH:
        return mean, inf
    squares = sum((weight * (each - mean)) ** 2 for weight, each in samples)
    return mean, NORMAL * sqrt(squares * number / (number - 1)) / total


class _Tally(Struct):
    """The samples of a line: each deal's weight, the points gained, and whether the seat won."""

    line: tuple[Action | None, ...]
    samples: list[tuple[float, float, bool]] = []
    breach: IllegalAction | None = None

    def estimate(self) -> Estimate:
        """Return the weighted mean and its interval."""
        number, total = len(self.samples), sum(weight for weight, _, _ in self.samples)
        if total <= 0:
            raise self.breach or ValueError("no deal is consistent with what the others did")
        mean, margin = weighted([(weight, gain) for weight, gain, _ in self.samples])
        wins = sum(weight for weight, _, won in self.samples if won) / total
        if margin == inf:
            return Estimate(self.line, mean, None, None, wins, number)
        return Estimate(self.line, mean, mean - margin, mean + margin, wins, number)
