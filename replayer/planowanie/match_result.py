"""How a game of Planowanie ended."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import MatchResult
from ..play.ended import with_points
from .record import Record
from .state import State


def match_result(record: Record, ends: Sequence[State | None]) -> MatchResult | None:
    """Return each player's totals, or the fault that ended the game; None if it is not over."""
    result, played = record.result, len(record.deals)
    if result is not None and result.end == "fault":
        return MatchResult(record.players, (0,) * record.seats, result.player)
    if not played or played < len(record.plan):
        return None
    last = ends[-1]
    outside = (each.points for each in record.deals if each.ended is not None)
    points = None if last is None else with_points(last.totals, outside)
    return None if points is None else MatchResult(record.players, points)
