"""Confidence intervals of ratings: BayesElo's `exactdist`.

One player's rating is varied. The others are taken as given, but move together in the opposite
direction to keep the mean at 0. Both tails of the resulting distribution are cut off. Source: R.
Coulom, BayesElo, the commands `exactdist` and `confidence`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, exp, floor

from msgspec import Struct

from .model import ELO, Duel, log_expected

RANGE = 1500
CELLS = 1001
CELL = 2 * RANGE / CELLS
"""Probabilities are computed at the centres of CELLS cells from -RANGE to RANGE, in unscaled Elo:
BayesElo's minelo, maxelo and resolution.
"""
MARGIN = 500
"""If a rating is closer than this to an end of the range, the range is widened with cells of the
same size; BayesElo would truncate the interval.
"""
NEGLIGIBLE = -40.0
"""Cells are omitted if their log probability, relative to the highest, is below this."""


class Interval(Struct, frozen=True):
    """How far an interval extends above and below a rating, in unscaled Elo."""

    plus: float
    minus: float


def intervals(
    fought: Iterable[Duel], ratings: Sequence[float], confidence: float
) -> list[Interval]:
    """Return an interval for each player; `ratings` are the most probable ones, in units.

    `confidence`, between 0 and 1, is the probability that a rating lies in its interval.
    """
    lines = defaultdict[int, list[tuple[float, float, float]]](list)
    # The ratings of the others move in the opposite direction.
    stretch = 1 + 1 / max(1, len(ratings) - 1)
    for duel in fought:
        ahead = ratings[duel.winner] - ratings[duel.loser] + duel.handicap
        lines[duel.winner].append((ahead, stretch, duel.weight))
        lines[duel.loser].append((ahead, -stretch, duel.weight))
    furthest = ELO * max(map(abs, ratings), default=0.0)
    more = max(0, ceil((furthest + MARGIN - RANGE) / CELL))
    cells = range(-more, CELLS + more)
    return [
        _interval(ELO * rating, lines[player], cells, (1 - confidence) / 2)
        for player, rating in enumerate(ratings)
    ]


def _interval(
    rating: float, lines: Sequence[tuple[float, float, float]], cells: range, tail: float
) -> Interval:
    def logarithm(cell: int) -> float:
        moved = (_middle(cell) - rating) / ELO
        return sum(weight * log_expected(ahead + way * moved) for ahead, way, weight in lines)

    # The logarithm is highest at the rating, and falls on both sides.
    nearest = floor((rating + RANGE) / CELL)
    top = logarithm(nearest)
    below = list(_falling(logarithm, top, range(nearest, cells.start - 1, -1)))
    above = list(_falling(logarithm, top, range(nearest + 1, cells.stop)))
    density = [*reversed(below), *above]
    first, last = nearest + 1 - len(below), nearest + len(above)
    cut = tail * sum(density)
    return Interval(
        plus=_middle(last - _position(reversed(density), cut)) - rating,
        minus=rating - _middle(first + _position(density, cut)),
    )


def _falling(logarithm: Callable[[int], float], top: float, cells: range) -> Iterator[float]:
    """Yield densities relative to the highest one, until they are negligible."""
    for cell in cells:
        value = logarithm(cell) - top
        if value < NEGLIGIBLE:
            return
        yield exp(value)


def _middle(cell: float) -> float:
    return (cell + 0.5) * CELL - RANGE


def _position(densities: Iterable[float], cut: float) -> float:
    """Return where a tail with probability `cut` ends, in cells after the first.

    Densities are integrated by the trapezoidal rule between the centres of cells; they are 0 before
    the first.
    """
    total = before = 0.0
    number = -1
    for number, density in enumerate(densities):
        more = (before + density) / 2
        if total + more >= cut:
            return number - 1 + (cut - total) / more
        total += more
        before = density
    return number
