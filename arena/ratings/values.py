"""Ratings as plain values, for JSON and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias, TypedDict

from .model import Model
from .rating import Rating

Groups: TypeAlias = Sequence[Sequence[Rating]]
"""The ratings of players by groups that no games connect, as `rate` gives them."""


class RatingValues(TypedDict):
    """A rating; Elo are rounded to hundredths, groups and the ranks in each count from 1."""

    rank: int
    name: str
    elo: float
    plus: float
    minus: float
    games: int
    score: float
    group: int


class ModelValues(TypedDict):
    """What ratings were computed with; `confidence` is that of their intervals."""

    advantage: float
    draw: float
    prior: float
    confidence: float


class RatingsValues(TypedDict):
    """All ratings, the number of their groups, and the model."""

    ratings: list[RatingValues]
    groups: int
    model: ModelValues


def values(groups: Groups, model: Model, confidence: float) -> RatingsValues:
    """The values of all ratings."""
    return {
        "ratings": list(rows(groups)),
        "groups": len(groups),
        "model": {
            "advantage": model.advantage,
            "draw": model.draw,
            "prior": model.prior,
            "confidence": confidence,
        },
    }


def rows(groups: Groups) -> Iterator[RatingValues]:
    """The values of each rating."""
    for number, group in enumerate(groups, start=1):
        for rank, each in enumerate(group, start=1):
            yield {
                "rank": rank,
                "name": each.name,
                "elo": _hundredths(each.elo),
                "plus": _hundredths(each.plus),
                "minus": _hundredths(each.minus),
                "games": each.games,
                "score": round(each.score, 4),
                "group": number,
            }


def _hundredths(elo: float) -> float:
    return round(elo, 2) + 0.0  # there is no -0
