"""BayesElo's model of game results, and the most probable ratings under it.

Sources: R. Coulom, BayesElo (https://www.remi-coulom.fr/Bayesian-Elo/); P. V. Rao and L. L. Kupper,
"Ties in paired-comparison experiments" (1967); D. R. Hunter, "MM algorithms for generalized
Bradley-Terry models" (2004). The formulae are in docs/ratings.md.

Ratings here are in *units* of 400/ln 10 Elo: one unit multiplies the odds of a duel by e.
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
"""One unit, in Elo."""

STOP = 2e-5
"""MM stops when no rating moves by more than this, in units, as in BayesElo."""
NEAR = 0.05 / ELO
"""MM has stopped too early if a rating is farther than this from the maximum, in units."""
SETTLED = 1e-4
"""Newton's method stops when no difference between players who met changes by more than this, in
units: each step doubles the number of correct digits, so another step would change nothing.
"""
MOST_SWEEPS = 200
MOST_STEPS = 10_000


class Model(Struct, frozen=True):
    """The parameters of the model; `advantage` and `draw` are in Elo.

    `advantage` is the value of having White. `draw` is how much stronger a player must be to win
    with probability one half. `prior` is the number of virtual draws that each player starts with,
    shared among the opponents. The defaults are BayesElo's, except that BayesElo's advantage is
    32.8, for chess.

    >>> [round(each, 3) for each in Model().probabilities(100)]
    [0.504, 0.253, 0.243]
    """

    advantage: float = 0.0
    draw: float = 97.3
    prior: float = 2.0

    @property
    def scale(self) -> float:
        """The factor by which ratings are multiplied for display.

        With it, a small rating difference means the same expected score as in a model without
        draws.

        >>> Model(draw=0).scale, round(Model().scale, 4)
        (1.0, 0.9255)
        """
        x = 10 ** (-self.draw / 400)
        return 4 * x / (1 + x) ** 2

    def probabilities(self, difference: float) -> tuple[float, float, float]:
        """Return the probabilities that White wins, draws and loses.

        `difference` is White's rating minus Black's, in unscaled Elo.
        """
        win = expected((difference + self.advantage - self.draw) / ELO)
        loss = expected((-difference - self.advantage - self.draw) / ELO)
        return win, 1 - win - loss, loss


class Duel(Struct, frozen=True):
    """A win by one player against another, counted `weight` times.

    Players are numbers; `handicap` (in units) is added to the winner's rating. A game is one or two
    duels: White wins one unless White loses the game, with a handicap of `advantage - draw`; Black
    wins one unless White wins the game. A draw is two duels, one won by each. This matches the
    model exactly: the probability of a draw is the product of the probabilities of a win and a
    loss, up to a constant factor.
    """

    winner: int
    loser: int
    handicap: float
    weight: float


Curvature: TypeAlias = tuple[int, int, float]
"""Two players, and the curvature of the likelihood in their rating difference."""


def expected(units: float) -> float:
    """Return the probability that a player rated `units` higher wins a duel.

    >>> expected(0), expected(800), expected(-800)
    (0.5, 1.0, 0.0)
    """
    return 1 / (1 + exp(-units)) if units > 0 else exp(units) / (1 + exp(units))


def log_expected(units: float) -> float:
    """Return the logarithm of `expected`, precise even for players rated far lower.

    >>> log_expected(-800)
    -800.0
    """
    return -log1p(exp(-units)) if units > 0 else units - log1p(exp(units))


def duels(counts: Mapping[GameResult, int], names: Sequence[str], model: Model) -> list[Duel]:
    """Return the duels for the given games and for the prior; players are numbered as in `names`.

    `counts` holds how often each result occurred. As the prior, two players who met t times get
    prior·t·(1/Na + 1/Nb)/2 virtual draws, half with each player as White; Na and Nb are their
    numbers of games.
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
    """Return a sort key that makes sums and their rounding independent of the input order."""
    return result.white, result.black, result.score


def most_probable(fought: Sequence[Duel], players: int) -> list[float]:
    """Return the ratings, one for each player, under which the duels are most probable.

    They are in units, with a mean of 0. The maximum is unique if all players are connected and the
    prior is above 0. MM climbs towards it from equal ratings, and stops when BayesElo does, so that
    all digits agree. If groups of players rarely met, MM is slow and stops too early; Newton's
    method then takes over.
    """
    ratings = _climbed(fought, players)
    if max(map(abs, _newton_step(ratings, fought))) > NEAR:
        ratings = _finished(ratings, fought)
    return _centred(ratings)


def _climbed(fought: Sequence[Duel], players: int) -> list[float]:
    """Sweep over the players, from last to first, as many times as BayesElo does.

    A rating rises by the logarithm of the ratio of duels won to expected wins. That maximises a
    function that is below the likelihood and touches it here (Hunter, section 3), so the likelihood
    never falls.
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
            wins = sum(
                weight * expected(own - ratings[other] + handicap)
                for other, handicap, weight in met[player]
            )
            move = log(won[player] / wins)
            ratings[player] += move
            furthest = max(furthest, abs(move))
        if furthest < STOP:
            break
    return ratings


def _finished(ratings: list[float], fought: Sequence[Duel]) -> list[float]:
    """Return the ratings at the maximum, by Newton's method.

    A step changes the difference between players who met by at most one unit. Within that range,
    the curvature changes by a factor below e, so the likelihood never falls, and steps need not be
    checked (F. Bach, "Self-concordant analysis for logistic regression", 2010).
    """
    for _ in range(MOST_STEPS):
        step = _newton_step(ratings, fought)
        longest = max(abs(step[duel.winner] - step[duel.loser]) for duel in fought)
        ratings = _moved(ratings, 1 / max(1.0, longest), step)
        if longest < SETTLED:
            break
    return ratings


def _newton_step(ratings: Sequence[float], fought: Sequence[Duel]) -> list[float]:
    """Return the step to the maximum of the quadratic approximation."""
    gradient = [0.0] * len(ratings)
    for duel in fought:
        missing = duel.weight * expected(-_ahead(duel, ratings))
        gradient[duel.winner] += missing
        gradient[duel.loser] -= missing
    return _centred(_solved(curvatures(fought, ratings), gradient))


def curvatures(fought: Iterable[Duel], ratings: Sequence[float]) -> list[Curvature]:
    """Return the curvature of the likelihood for each duel, at the given ratings."""
    found: list[Curvature] = []
    for duel in fought:
        ahead = _ahead(duel, ratings)
        curvature = duel.weight * expected(ahead) * expected(-ahead)
        found.append((duel.winner, duel.loser, curvature))
    return found


def _ahead(duel: Duel, ratings: Sequence[float]) -> float:
    return ratings[duel.winner] - ratings[duel.loser] + duel.handicap


def _solved(matrix: Sequence[Curvature], right: Sequence[float]) -> list[float]:
    """Return the solution of a linear system whose matrix is the Laplacian of a weighted graph.

    The matrix is sparse, so the method is conjugate gradients with a diagonal preconditioner.
    """
    diagonal = [0.0] * len(right)
    for one, other, weight in matrix:
        diagonal[one] += weight
        diagonal[other] += weight
    # The solution is determined only up to a constant, so one number is kept at 0.
    diagonal[diagonal.index(max(diagonal))] = inf
    found, rest = [0.0] * len(right), list(right)
    better = _divided(rest, diagonal)
    direction, left = better, _product(rest, better)
    goal = left * 1e-24
    for _ in range(4 * len(right) + 20):
        image = _multiplied(matrix, direction)
        curvature = _product(direction, image)
        if left <= goal or curvature <= 0:
            break
        part = left / curvature
        found = _moved(found, part, direction)
        rest = _moved(rest, -part, image)
        better = _divided(rest, diagonal)
        before, left = left, _product(rest, better)
        direction = _moved(better, left / before, direction)
    return found


def _multiplied(matrix: Sequence[Curvature], vector: Sequence[float]) -> list[float]:
    image = [0.0] * len(vector)
    for one, other, weight in matrix:
        product = weight * (vector[one] - vector[other])
        image[one] += product
        image[other] -= product
    return image


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(map(mul, one, other))


def _divided(ones: Sequence[float], others: Sequence[float]) -> list[float]:
    return [one / other for one, other in zip(ones, others, strict=True)]


def _moved(start: Sequence[float], part: float, direction: Sequence[float]) -> list[float]:
    return [each + part * step for each, step in zip(start, direction, strict=True)]


def _centred(numbers: Sequence[float]) -> list[float]:
    mean = sum(numbers) / len(numbers)
    return [number - mean for number in numbers]
