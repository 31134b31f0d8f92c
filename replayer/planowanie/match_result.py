"""How a game of Planowanie ended."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import MatchResult
from ..play.ended import with_points
from .record import Record
from .state import State


def match_result(record: Record, ends: Sequence[State | None]) -> MatchResult | None:
    """The totals of each player, unless one ended the game by a fault; None if it is not over.

    What a deal brought that ended outside play is known from the record alone.
    """
    result, played = record.result, len(record.deals)
    if result is not None and result.end == "fault":
        return MatchResult(record.players, (0,) * record.seats, result.player)
    if not played or played < len(record.plan):
        return None
    last = ends[-1]
    outside = [each.points for each in record.deals if each.ended is not None]
    if last is None or None in outside:
        return None
    return MatchResult(record.players, with_points(last.totals, outside))
