"""The result of a game, for ratings."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..game import MatchResult
from .record import Record, Result
from .state import State


def match_result(record: Record, ends: Sequence[State | None]) -> MatchResult | None:
    """Return a point for the winner, or half a point each for a draw; None without a result."""
    result = record.rounds[-1].result if record.rounds else None
    if isinstance(result, Result):
        points = (1, 0) if result.winner == "B" else (0, 1)
        return MatchResult(record.players, points)
    return MatchResult(record.players, (Fraction(1, 2),) * 2) if result == "draw" else None
