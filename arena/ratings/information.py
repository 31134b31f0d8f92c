"""How much information another game would provide about a player's rating.

Ratings are assumed to be normally distributed around the most probable ones, with the curvature of
the likelihood there. The tournament of 2009 ("Przebieg turnieju") paired each player with the
opponents against whom a game would reduce the rating's variance the most, and simulated such games.
Here, the new variance follows from a game's Fisher information, without simulation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .model import ELO, Model, curvatures, duels, expected, most_probable
from .rating import connected
from .results import GameResult

SPREAD = 400.0
"""The standard deviation of ratings before any game, in Elo.

The model's prior says nothing about players who have not met.
"""


class Knowledge:
    """The knowledge about ratings gained from results, for their players and for `names`.

    `counts` holds how often each result occurred. The mean rating of each group of players
    connected by games is 0, as is the rating of a player without games.

    >>> games = {GameResult("A", "B", 2): 3, GameResult("C", "D", 2): 1}
    >>> known = Knowledge(games, ["A", "B", "C", "D"])
    >>> known.gain("C", "B") > known.gain("C", "D")
    True
    """

    def __init__(
        self, counts: Mapping[GameResult, int], names: Iterable[str], model: Model | None = None
    ) -> None:
        self._model = model or Model()
        players = sorted({*names, *(name for each in counts for name in (each.white, each.black))})
        self._number = {name: number for number, name in enumerate(players)}
        units = [0.0] * len(players)
        precision = [[0.0] * len(players) for _ in players]
        for number in range(len(players)):
            precision[number][number] = (ELO / SPREAD) ** 2
        for group in connected(counts):
            members = sorted({name for each in group for name in (each.white, each.black)})
            places = [self._number[name] for name in members]
            fought = duels(group, members, self._model)
            found = most_probable(fought, len(members))
            for place, rating in zip(places, found, strict=True):
                units[place] = rating
            for one, other, curvature in curvatures(fought, found):
                first, second = places[one], places[other]
                precision[first][first] += curvature
                precision[second][second] += curvature
                precision[first][second] -= curvature
                precision[second][first] -= curvature
        self._units = units
        self._covariance = _inverse(precision)

    @property
    def ratings(self) -> dict[str, float]:
        """The most probable ratings, in unscaled Elo."""
        return {name: ELO * self._units[number] for name, number in self._number.items()}

    def gain(self, player: str, opponent: str) -> float:
        """Return how much another game would reduce the variance of a player's rating, in Elo².

        The closer the opponent's rating is, and the less is known about the difference between the
        two, the larger the gain. Raises KeyError if either player is unknown.
        """
        one, other = self._number[player], self._number[opponent]
        fisher = information(self._units[one] - self._units[other], self._model)
        row, column = self._covariance[one], self._covariance[other]
        moved = row[one] - row[other]
        difference = row[one] + column[other] - 2 * row[other]
        # The covariances after one observation (Sherman–Morrison formula).
        return ELO**2 * fisher * moved**2 / (1 + fisher * difference)


def information(units: float, model: Model) -> float:
    """Return the Fisher information of a game between players whose ratings differ by `units`.

    >>> [round(information(each / ELO, Model()), 3) for each in (0, 200, 400)]
    [0.295, 0.24, 0.128]
    """
    advantage, draw = model.advantage / ELO, model.draw / ELO
    found = 0.0
    # Each side wins its duel unless it loses the game, in which case only the other side does.
    for ahead in (units + advantage, -units - advantage):
        held = expected(ahead + draw)
        found += held * expected(ahead - draw) * expected(draw - ahead)
    return found


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix (Gauss–Jordan elimination)."""
    size = len(matrix)
    rows = [list(row) for row in matrix]
    for pivot in range(size):
        scale = 1 / rows[pivot][pivot]
        rows[pivot][pivot] = 1.0
        rows[pivot] = leading = [scale * each for each in rows[pivot]]
        for number, row in enumerate(rows):
            if number == pivot or not row[pivot]:
                continue
            part = row[pivot]
            row[pivot] = 0.0
            rows[number] = [each - part * above for each, above in zip(row, leading, strict=True)]
    return rows
