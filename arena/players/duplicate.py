"""Measure how much better one player is than another by playing each deal with rotated seats.

Both play each deal from every seat, so no deal favours either. With an even number of seats, the
players alternate, so that both partners are the same; otherwise, one player takes one seat and the
other the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from ...replayer.game import Game
from ...replayer.points import Points
from .match import Match
from .player import Player


class Edge(Struct, frozen=True):
    """How many more points per deal a seat of one player scores than a seat of the other.

    `mean` is the mean over the `deals`; the true mean is within `margin` of it with 95%
    probability.
    """

    deals: int
    mean: float
    margin: float

    @property
    def certain(self) -> bool:
        """Whether the first player's lead exceeds the margin."""
        return self.mean > self.margin


NORMAL = 1.959964
"""95% of a normal distribution lies within this many standard deviations of its mean."""


def edge(differences: Sequence[float]) -> Edge:
    """Return the edge shown by the differences in two or more deals.

    >>> edge([1.0, 3.0])
    Edge(deals=2, mean=2.0, margin=1.959964)
    """
    number = len(differences)
    mean = sum(differences) / number
    variance = sum((each - mean) ** 2 for each in differences) / (number - 1)
    return Edge(number, mean, NORMAL * sqrt(variance / number))


def rotations(seats: int) -> list[tuple[bool, ...]]:
    """Return, for each rotation, which seats the first player occupies.

    >>> rotations(4)
    [(True, False, True, False), (False, True, False, True)]
    >>> rotations(3)
    [(True, False, False), (False, True, False), (False, False, True)]
    """
    first = tuple(seat % 2 == 0 if seats % 2 == 0 else seat == 0 for seat in range(seats))
    shifts = 2 if seats % 2 == 0 else seats
    return [(*first[seats - by :], *first[: seats - by]) for by in range(shifts)]


def differences(
    game: Game[Any, Any], record: Any, players: tuple[Player, Player], seed: str, rounds: int
) -> Iterator[float]:
    """Yield the first player's average advantage per seat in each round.

    `record` is a match without rounds. The deal of a round depends only on the seed and the round's
    number, so play several rounds only if nothing but points carries over between rounds.
    """
    sums = list[float]()
    sittings = rotations(game.rules(record).players)
    for sitting in sittings:
        match = Match(game, record, [players[not first] for first in sitting], seed)
        before: Sequence[Points] = match.rules.returns(match.rules.initial_state())
        for number, end in enumerate(match.each(rounds)):
            after = match.rules.returns(end)
            gains = [now - then for now, then in zip(after, before, strict=True)]
            before = after
            if number == len(sums):
                sums.append(0.0)
            sums[number] += _mean(gains, sitting, True) - _mean(gains, sitting, False)
    return (each / len(sittings) for each in sums)


def _mean(gains: Sequence[Points], sitting: Sequence[bool], first: bool) -> float:
    own = [gain for gain, each in zip(gains, sitting, strict=True) if each == first]
    return float(sum(own) / len(own))
