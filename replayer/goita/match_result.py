"""How a match of Goita ended."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import MatchResult
from .pieces import team
from .record import Record
from .state import State


def match_result(record: Record, ends: Sequence[State | None]) -> MatchResult | None:
    """Return the points of both teams, or None if the match is not known to be over.

    If a score is not recorded, points are added to the last recorded score, or to 0; the actual
    score can only be higher.
    """
    known = [number for number, each in enumerate(record.rounds) if each.score is not None]
    first = known[-1] if known else 0
    score = list(record.rounds[first].score or (0, 0)) if record.rounds else [0, 0]
    for played, end in zip(record.rounds[first:], ends[first:], strict=True):
        if played.result is not None and played.result.end == "foul":
            if played.winner is None:
                return None
            score[team(played.winner)] += played.result.points
            continue
        outcome = None if end is None else end.outcome
        if outcome is None or outcome.points is None:
            return None
        if outcome.team is not None:
            score[outcome.team] += outcome.points
    if max(score) < record.rules.target:
        return None
    return MatchResult(record.players, (*score, *score), sides=(0, 1, 0, 1))
