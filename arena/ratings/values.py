"""Ratings as plain values, for JSON and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias, TypedDict

from .model import Model
from .rating import Rating

Groups: TypeAlias = Sequence[Sequence[Rating]]
"""Players' ratings in groups, as returned by `rate`."""


class RatingValues(TypedDict):
    """A rating; Elo is rounded to hundredths. Groups, and ranks in each group, count from 1."""

    rank: int
    name: str
    elo: float
    plus: float
    minus: float
    games: int
    score: float
    group: int


class ModelValues(TypedDict):
    """The parameters of the ratings; `confidence` is the confidence of the intervals."""

    advantage: float
    draw: float
    prior: float
    confidence: float


class RatingsValues(TypedDict):
    """All ratings, the number of groups, and the model."""

    ratings: list[RatingValues]
    groups: int
    model: ModelValues


def values(groups: Groups, model: Model, confidence: float) -> RatingsValues:
    """Return all ratings as plain values."""
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
    """Yield each rating as plain values."""
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
    return round(elo, 2) + 0.0  # avoid -0
