"""BayesElo's model of results, and the ratings that are the most probable under it.

Sources: R. Coulom, BayesElo (https://www.remi-coulom.fr/Bayesian-Elo/); P. V. Rao and L. L. Kupper,
"Ties in paired-comparison experiments" (1967); D. R. Hunter, "MM algorithms for generalized
Bradley-Terry models" (2004). docs/ratings.md has the formulae.

Here a rating is in *units* of 400/ln 10 Elo, in which the odds of a duel grow by e a unit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp, inf, log, log1p
from operator import mul
from typing import TypeAlias

from msgspec import Struct

from .results import GameResult

ELO = 400 / log(10)
"""The Elo of one unit."""

STOP = 2e-5
"""MM stops where no rating moved by more than this, in units: so does the program."""
NEAR = 0.05 / ELO
"""Where that is further than this from the maximum, in units, it was too early."""
SETTLED = 1e-4
"""Newton's method stops where no two players who met moved further apart than this, in units: it
doubles the digits that are right, so that its next step would be nothing.
"""
MOST_SWEEPS = 200
MOST_STEPS = 10_000


class Model(Struct, frozen=True):
    """The parameters of the model; `advantage` and `draw` are in Elo.

    `advantage` is what White's seat is worth, `draw` how much stronger one must be for a win to be
    as probable as not to win. `prior` is the weight of what is believed before any game: as many
    virtual draws for each player, shared among the opponents. BayesElo's own defaults are these,
    but for an advantage of 32.8, which is that of White in chess.

    >>> [round(each, 3) for each in Model().probabilities(100)]
    [0.504, 0.253, 0.243]
    """

    advantage: float = 0.0
    draw: float = 97.3
    prior: float = 2.0

    @property
    def scale(self) -> float:
        """What the ratings of the model are multiplied by to be printed.

        With it, a small difference of ratings means the same expected score as it does in a model
        without draws.

        >>> Model(draw=0).scale, round(Model().scale, 4)
        (1.0, 0.9255)
        """
        x = 10 ** (-self.draw / 400)
        return 4 * x / (1 + x) ** 2

    def probabilities(self, difference: float) -> tuple[float, float, float]:
        """How probable it is that White wins, draws and loses; `difference` is that of White's
        rating and Black's, in Elo, not scaled.
        """
        win = expected((difference + self.advantage - self.draw) / ELO)
        loss = expected((-difference - self.advantage - self.draw) / ELO)
        return win, 1 - win - loss, loss


class Duel(Struct, frozen=True):
    """`weight` times, one player was not held by another.

    Both are numbers; `handicap` (in units) is added to the winner's rating. A game is one or two
    duels: White wins one with the advantage less the draw unless the game is lost, Black one unless
    it is won. So a draw is two duels, one for each player. That is the model exactly: its
    probability of a draw is the product of those of win and loss, but for a constant.
    """

    winner: int
    loser: int
    handicap: float
    weight: float


Bend: TypeAlias = tuple[int, int, float]
"""Two players, and how strongly the likelihood bends with the difference of their ratings."""


def expected(units: float) -> float:
    """The probability to win a duel in which one is this much ahead.

    >>> expected(0), expected(800), expected(-800)
    (0.5, 1.0, 0.0)
    """
    return 1 / (1 + exp(-units)) if units > 0 else exp(units) / (1 + exp(units))


def log_expected(units: float) -> float:
    """The logarithm of that, without loss for those who are far behind.

    >>> log_expected(-800)
    -800.0
    """
    return -log1p(exp(-units)) if units > 0 else units - log1p(exp(units))


def duels(counts: Mapping[GameResult, int], names: Sequence[str], model: Model) -> list[Duel]:
    """The duels of some games, so often each, and of the prior; players are numbers in `names`.

    The prior: two players who met t times drew prior·t·(1/Na + 1/Nb)/2 virtual games more, half of
    them with each of the two as White; Na and Nb are the games of each.
    """
    number = {name: index for index, name in enumerate(names)}
    games, met = Counter[int](), Counter[tuple[int, int]]()
    weights = defaultdict[tuple[int, int, float], float](float)
    ahead, behind = model.advantage - model.draw, -model.advantage - model.draw
    for result, count in sorted(counts.items(), key=lambda each: _order(each[0])):
        white, black = number[result.white], number[result.black]
        met[min(white, black), max(white, black)] += count
        games[white] += count
        games[black] += count
        if result.score > 0:
            weights[white, black, ahead] += count
        if result.score < 2:
            weights[black, white, behind] += count
    for (one, other), count in sorted(met.items()):
        draws = model.prior * count * (1 / games[one] + 1 / games[other]) / 2
        for white, black in ((one, other), (other, one)):
            weights[white, black, ahead] += draws / 2
            weights[black, white, behind] += draws / 2
    return [
        Duel(winner, loser, handicap / ELO, weight)
        for (winner, loser, handicap), weight in weights.items()
        if weight
    ]


def _order(result: GameResult) -> tuple[str, str, int]:
    """The same sums come of the same games, in whatever order they were read."""
    return result.white, result.black, result.score


def most_probable(fought: Sequence[Duel], players: int) -> list[float]:
    """The ratings (in units, one a player, their mean 0) under which some duels are the most
    probable.

    There is one such maximum, if all players are connected and the prior is above 0. MM climbs
    there from equal ratings as the program does, and stops where it does, so that the digits are
    the same. That is too early where groups of players hardly met, for MM only creeps there; then
    Newton's method goes on.
    """
    ratings = _climbed(fought, players)
    if max(map(abs, _newton_step(ratings, fought))) > NEAR:
        ratings = _finished(ratings, fought)
    return _centred(ratings)


def _climbed(fought: Sequence[Duel], players: int) -> list[float]:
    """Sweep over the players, from the last to the first, as far as the program does.

    A rating goes up by the logarithm of the duels won over the duels to be expected. This is the
    maximum of a function that lies below the likelihood and touches it here (Hunter, section 3):
    so it never goes down.
    """
    ratings, won = [0.0] * players, [0.0] * players
    met: list[list[tuple[int, float, float]]] = [[] for _ in range(players)]
    for duel in fought:
        won[duel.winner] += duel.weight
        met[duel.winner].append((duel.loser, duel.handicap, duel.weight))
        met[duel.loser].append((duel.winner, -duel.handicap, duel.weight))
    for _ in range(MOST_SWEEPS):
        furthest = 0.0
        for player in reversed(range(players)):
            own = ratings[player]
            due = sum(
                weight * expected(own - ratings[other] + handicap)
                for other, handicap, weight in met[player]
            )
            move = log(won[player] / due)
            ratings[player] += move
            furthest = max(furthest, abs(move))
        if furthest < STOP:
            break
    return ratings


def _finished(ratings: list[float], fought: Sequence[Duel]) -> list[float]:
    """Go to the maximum by Newton's method.

    No two who met are moved further apart than a unit at once, for within that the curvature
    changes less than by e: so a step never goes down, and needs no trial (F. Bach, "Self-concordant
    analysis for logistic regression", 2010).
    """
    for _ in range(MOST_STEPS):
        step = _newton_step(ratings, fought)
        longest = max(abs(step[duel.winner] - step[duel.loser]) for duel in fought)
        ratings = _moved(ratings, 1 / max(1.0, longest), step)
        if longest < SETTLED:
            break
    return ratings


def _newton_step(ratings: Sequence[float], fought: Sequence[Duel]) -> list[float]:
    """The way to the top of the parabola that fits here."""
    slope = [0.0] * len(ratings)
    for duel in fought:
        missing = duel.weight * expected(-_ahead(duel, ratings))
        slope[duel.winner] += missing
        slope[duel.loser] -= missing
    return _centred(_solved(bends(fought, ratings), slope))


def bends(fought: Iterable[Duel], ratings: Sequence[float]) -> list[Bend]:
    """How the likelihood bends at some ratings, for each duel."""
    found: list[Bend] = []
    for duel in fought:
        ahead = _ahead(duel, ratings)
        bend = duel.weight * expected(ahead) * expected(-ahead)
        found.append((duel.winner, duel.loser, bend))
    return found


def _ahead(duel: Duel, ratings: Sequence[float]) -> float:
    return ratings[duel.winner] - ratings[duel.loser] + duel.handicap


def _solved(springs: Sequence[Bend], right: Sequence[float]) -> list[float]:
    """The numbers whose differences, by the bends as springs, pull as much as the right side.

    Conjugate gradients, preconditioned by the diagonal: the matrix is that of a graph, and sparse.
    """
    diagonal = [0.0] * len(right)
    for one, other, bend in springs:
        diagonal[one] += bend
        diagonal[other] += bend
    # One number stays 0, for the differences say nothing of where all of them are.
    diagonal[diagonal.index(max(diagonal))] = inf
    found, rest = [0.0] * len(right), list(right)
    better = _divided(rest, diagonal)
    way, left = better, _product(rest, better)
    goal = left * 1e-24
    for _ in range(4 * len(right) + 20):
        pulled = _pulled(springs, way)
        stiff = _product(way, pulled)
        if left <= goal or stiff <= 0:
            break
        part = left / stiff
        found = _moved(found, part, way)
        rest = _moved(rest, -part, pulled)
        better = _divided(rest, diagonal)
        before, left = left, _product(rest, better)
        way = _moved(better, left / before, way)
    return found


def _pulled(springs: Sequence[Bend], numbers: Sequence[float]) -> list[float]:
    pulls = [0.0] * len(numbers)
    for one, other, bend in springs:
        pull = bend * (numbers[one] - numbers[other])
        pulls[one] += pull
        pulls[other] -= pull
    return pulls


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(map(mul, one, other))


def _divided(ones: Sequence[float], others: Sequence[float]) -> list[float]:
    return [one / other for one, other in zip(ones, others, strict=True)]


def _moved(start: Sequence[float], part: float, way: Sequence[float]) -> list[float]:
    return [each + part * step for each, step in zip(start, way, strict=True)]


def _centred(numbers: Sequence[float]) -> list[float]:
    mean = sum(numbers) / len(numbers)
    return [number - mean for number in numbers]
