"""Measure how much better one player is than another: the same deals, with the seats rotated.

Both play each deal from all seats, so that no deal favours a player. With an even number of seats,
they sit alternately, so that partners are alike; otherwise, one of them sits alone.
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
    """The points by which a seat of one player does better in a deal than a seat of the other.

    `mean` is the mean over the `deals`; the true mean is within `margin` of it with a probability
    of 95 %.
    """

    deals: int
    mean: float
    margin: float

    @property
    def certain(self) -> bool:
        """Whether the first player is better beyond the margin."""
        return self.mean > self.margin


NORMAL = 1.959964
"""95 % of a normal distribution lies within this number of standard deviations of its mean."""


def edge(differences: Sequence[float]) -> Edge:
    """Return the edge that the differences in at least two deals show.

    >>> edge([1.0, 3.0])
    Edge(deals=2, mean=2.0, margin=1.959964)
    """
    number = len(differences)
    mean = sum(differences) / number
    variance = sum((each - mean) ** 2 for each in differences) / (number - 1)
    return Edge(number, mean, NORMAL * sqrt(variance / number))


def rotations(seats: int) -> list[tuple[bool, ...]]:
    """Return the seatings: for each rotation, which seats the first player has.

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
    """Yield by how much a seat of the first player does better, on average, in each round.

    `record` is a match without rounds. The deal of a round depends only on the seed and on its
    number; so play several rounds only if a round takes over nothing but points.
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
