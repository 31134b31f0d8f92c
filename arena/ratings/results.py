"""Results between two players, from which ratings are computed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct

from ...replayer.points import Points

Score: TypeAlias = Literal[0, 1, 2]
"""White's score in half points: 0 for a loss, 1 for a draw, 2 for a win."""


class GameResult(Struct, frozen=True):
    """One game between two players. The colours matter only if the model has an advantage."""

    white: str
    black: str
    score: Score


def pair_results(
    names: Sequence[str],
    points: Sequence[Points],
    at_fault: int | None = None,
    sides: Sequence[int] | None = None,
) -> list[GameResult]:
    """Return the results of one match, one for each pair of players; the lower seat is White.

    The player with more `points` (one number for each player) wins; equal points are a draw. If a
    fault by the player `at_fault` (a seat, from 0) ended the match, that player loses to all
    others, whatever the points, and there are no other results. With `sides` (one number for each
    player), only players on different sides have a result.

    Raises ValueError if the lengths differ, the seat does not exist, or a name occurs twice.

    >>> for each in pair_results(["Ada", "Bo", "Cy"], [30, 10, 10]):
    ...     print(each.white, each.score / 2, each.black)
    Ada 1.0 Bo
    Ada 1.0 Cy
    Bo 0.5 Cy
    >>> [each.score for each in pair_results(["Ada", "Bo", "Cy"], [30, 10, 10], at_fault=0)]
    [0, 0]
    """
    if len(points) != len(names) or (sides is not None and len(sides) != len(names)):
        raise ValueError(f"{len(names)} players need the same number of points and sides")
    if at_fault is not None and at_fault not in range(len(names)):
        raise ValueError(f"at_fault must be a player from 0 to {len(names) - 1}, not {at_fault}")
    if len(set(names)) < len(names):
        twice = next(name for name in names if list(names).count(name) > 1)
        raise ValueError(f"{twice!r} has two seats in one match")
    return [
        GameResult(names[one], names[other], _score(points, at_fault, one, other))
        for one, other in combinations(range(len(names)), 2)
        if (at_fault is None or at_fault in (one, other))
        and (sides is None or sides[one] != sides[other])
    ]


def _score(points: Sequence[Points], at_fault: int | None, one: int, other: int) -> Score:
    """Return the score of `one` against `other`."""
    if at_fault is not None:
        return 0 if at_fault == one else 2
    if points[one] == points[other]:
        return 1
    return 2 if points[one] > points[other] else 0
