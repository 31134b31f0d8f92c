"""Rate all players in a set of results, in groups connected by games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from .intervals import intervals
from .model import ELO, Model, duels, most_probable
from .results import GameResult


class Rating(Struct, frozen=True, kw_only=True):
    """The rating of one player.

    The true rating lies between `elo - minus` and `elo + plus` with the requested confidence. All
    three are scaled, as BayesElo prints them. `games` is the number of games; `score` is the share
    of points won in them, from 0 to 1.
    """

    name: str
    elo: float
    plus: float
    minus: float
    games: int
    score: float


def rate(
    results: Iterable[GameResult] | Mapping[GameResult, int],
    model: Model | None = None,
    confidence: float = 0.95,
) -> list[list[Rating]]:
    """Return the ratings of all players in the results, given one by one or mapped to counts.

    Players not connected by games have no common scale, so each group of connected players is rated
    separately, with a mean of 0, from best to worst. The largest group comes first. The order of
    the results does not matter.

    Raises ValueError if a player has a result against themselves, if `confidence` is not between 0
    and 1, or if the model's prior is not above 0: without a prior, a player who wins every game has
    no rating.

    >>> games = [("A", "B", 2), ("A", "C", 1), ("B", "C", 0), ("D", "A", 0), ("D", "B", 2)]
    >>> (group,) = rate(GameResult(*game) for game in games)
    >>> for each in group:
    ...     print(each.name, f"{each.elo:.2f} +{each.plus:.0f} -{each.minus:.0f} {each.score:.0%}")
    A 90.41 +198 -171 83%
    C 68.54 +232 -207 75%
    D -22.84 +237 -237 50%
    B -136.10 +179 -240 0%
    """
    model = model or Model()
    if not model.prior > 0:
        raise ValueError(f"the prior must be above 0, not {model.prior}")
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence must be between 0 and 1, not {confidence}")
    counts = Counter[GameResult]()
    counts.update(results)
    for result in counts:
        if result.white == result.black:
            raise ValueError(f"{result.white!r} cannot be rated by a game against themselves")
    return [_rated(group, model, confidence) for group in connected(counts)]


def connected(counts: Mapping[GameResult, int]) -> list[dict[GameResult, int]]:
    """Return the results of each group of connected players, largest group first."""
    above: dict[str, str] = {}

    def head(name: str) -> str:
        while above.setdefault(name, name) != name:
            above[name] = name = above[above[name]]
        return name

    for result in counts:
        above[head(result.white)] = head(result.black)
    groups = defaultdict[str, dict[GameResult, int]](dict)
    for result, count in counts.items():
        groups[head(result.white)][result] = count
    members = defaultdict[str, list[str]](list)
    for name in list(above):
        members[head(name)].append(name)
    order = sorted(groups, key=lambda name: (-len(members[name]), min(members[name])))
    return [groups[name] for name in order]


def _rated(counts: Mapping[GameResult, int], model: Model, confidence: float) -> list[Rating]:
    """Return the ratings of one group, best first."""
    games, halves = Counter[str](), Counter[str]()
    for result, count in counts.items():
        games[result.white] += count
        games[result.black] += count
        halves[result.white] += count * result.score
        halves[result.black] += count * (2 - result.score)
    names = sorted(games)
    fought = duels(counts, names, model)
    ratings = most_probable(fought, len(names))
    scale = model.scale
    found = [
        Rating(
            name=name,
            elo=scale * ELO * rating,
            plus=scale * interval.plus,
            minus=scale * interval.minus,
            games=games[name],
            score=halves[name] / (2 * games[name]),
        )
        for name, rating, interval in zip(
            names, ratings, intervals(fought, ratings, confidence), strict=True
        )
    ]
    return sorted(found, key=lambda each: (-round(each.elo, 9), each.name))
