"""Estimate lines of play for a seat, over deals that it cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from msgspec import Struct

from ...replayer.beliefs.dice import Dice
from ...replayer.rules import Action, Decision, IllegalAction
from .duplicate import NORMAL
from .limit import Limit, check_limit
from .player import Seen
from .strategy import NoStrategy, strategy
from .trials import Line, compared, played, tried_deals, verify


class Estimate(Struct, frozen=True):
    """The gain of a seat in this round from a line of play, in the points of the game.

    `mean` is the mean over the `deals`; the true mean lies from `low` to `high` with a probability
    of 95 % if everyone plays as in the playouts. Both are None after a single deal. `wins` is the
    share of deals in which the seat gains more in this round than the average player.
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
    """Try lines of play in the same deals, and play each out by the strategy of the game.

    A line has the actions of all players from the state of the seat on. Without lines, each action
    of the seat that is worth trying is a line. The deals are those that the player `monte-carlo`
    draws with this seed. A deal does not count for a line that is not legal in it, for example
    because a player does not hold a card of the line.

    Raises IllegalAction (a ValueError) if a line is legal in no deal, and ValueError if nobody
    acts, the limit is not valid, or no deal is possible.
    """
    check_limit(limit)
    rules, node, seat = seen.rules, seen.rules.node(seen.state), seen.player
    if not isinstance(node, Decision):
        raise ValueError("nobody acts here: there is nothing to estimate")
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
    for state, weight in tried_deals(known, seen, limit.deals(len(lines)), rng, sees_all=False):
        for tally in tallies:
            try:
                returns = played(known, seen, state, tally.line, dice)
            except IllegalAction as breach:
                # Its traceback would keep all states alive.
                tally.breach = breach.with_traceback(None)
            else:
                gains = [after - own for after, own in zip(returns, before, strict=True)]
                tally.samples.append((weight, float(gains[seat]), compared(gains, seat) > 0))
    return [tally.estimate() for tally in tallies]


class _Tally(Struct):
    """The samples of a line: for each deal, its weight, the points gained, and whether it won."""

    line: tuple[Action | None, ...]
    samples: list[tuple[float, float, bool]] = []
    breach: IllegalAction | None = None

    def estimate(self) -> Estimate:
        """Return the weighted mean and its interval.

        The variance is computed for a ratio (Cochran, "Sampling Techniques"), since deals of little
        weight say little.
        """
        number, total = len(self.samples), sum(weight for weight, _, _ in self.samples)
        if total <= 0:
            raise self.breach or ValueError("no deal agrees with what the others did")
        mean = sum(weight * gain for weight, gain, _ in self.samples) / total
        wins = sum(weight for weight, _, won in self.samples if won) / total
        if number == 1:
            return Estimate(self.line, mean, None, None, wins, number)
        squares = sum((weight * (gain - mean)) ** 2 for weight, gain, _ in self.samples)
        margin = NORMAL * sqrt(squares * number / (number - 1)) / total
        return Estimate(self.line, mean, mean - margin, mean + margin, wins, number)
