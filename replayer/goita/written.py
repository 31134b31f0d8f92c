"""Converts rounds as played to recorded rounds."""

from __future__ import annotations

from collections.abc import Sequence

from ..replay.round import Step
from .record import Result, Round
from .state import State


def written(steps: Sequence[Step[State]]) -> Round:
    """Return the recorded round for these steps, which may be unfinished."""
    start, end = steps[0].state, steps[-1].state
    outcome = end.outcome
    plies = [action for step in steps if step.ply for action in (step.actions or {}).values()]
    if outcome is None:
        winner, result = None, None
    else:
        # If both partners win at the same time, either may be recorded as the winner.
        winner = outcome.team if outcome.end == "double-goshi" else outcome.winner
        result = Result(outcome.end, outcome.points or 0)
    return Round(
        dealer=start.dealer,
        score=start.score,
        hands=end.dealt,
        record="".join(plies),
        winner=winner,
        goshi=end.goshi,
        result=result,
    )
