"""How much one more game would say of a player's rating.

What is known of some ratings is taken to be normally distributed about the most probable ones, with
the curvature that the likelihood has there. The tournament of 2009 ("Przebieg turnieju") paired a
player with those after a game with whom the variance of the player's rating would be the smallest;
it simulated those games. Here what a game says is its Fisher information under the model, and what
that does to the variance is a formula, so that nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .model import ELO, Model, bends, duels, expected, most_probable
from .rating import connected
from .results import GameResult

SPREAD = 400.0
"""What is believed before any game: ratings have this standard deviation, in Elo.

The prior of the model joins only players who met, and says nothing of those who did not.
"""


class Knowledge:
    """What some results, each so often, say of the ratings of those who played, and of `names`.

    `ratings` are the most probable ones in Elo, not scaled; each group of players whom games
    connect has the mean 0, and so has a player without games.

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
            for one, other, bend in bends(fought, found):
                first, second = places[one], places[other]
                precision[first][first] += bend
                precision[second][second] += bend
                precision[first][second] -= bend
                precision[second][first] -= bend
        self._units = units
        self._covariance = _inverse(precision)

    @property
    def ratings(self) -> dict[str, float]:
        """The most probable ratings."""
        return {name: ELO * self._units[number] for name, number in self._number.items()}

    def gain(self, player: str, opponent: str) -> float:
        """How much smaller the variance of a player's rating would be after one more game, in Elo².

        It is the more, the closer the opponent's rating is and the less is known of the difference
        between the two. Raises KeyError where one of them is not known.
        """
        one, other = self._number[player], self._number[opponent]
        said = information(self._units[one] - self._units[other], self._model)
        row, column = self._covariance[one], self._covariance[other]
        moved = row[one] - row[other]
        difference = row[one] + column[other] - 2 * row[other]
        # The matrix of covariances after one observation (Sherman and Morrison).
        return ELO**2 * said * moved**2 / (1 + said * difference)


def information(units: float, model: Model) -> float:
    """The Fisher information of a game between two whose ratings differ by so much, in units.

    >>> [round(information(each / ELO, Model()), 3) for each in (0, 200, 400)]
    [0.295, 0.24, 0.128]
    """
    advantage, draw = model.advantage / ELO, model.draw / ELO
    found = 0.0
    # Each side's duel is fought unless the game is lost, which is to win the other side's.
    for ahead in (units + advantage, -units - advantage):
        held = expected(ahead + draw)
        found += held * expected(ahead - draw) * expected(draw - ahead)
    return found


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a symmetric matrix with no zero on its way (Gauss and Jordan)."""
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
