"""Converts hands as played to recorded hands."""

from __future__ import annotations

from collections.abc import Sequence

from ..replay.round import Step
from .engine.numbers import ANTE
from .record import Hand
from .state import State


def written(steps: Sequence[Step[State]]) -> Hand:
    """Return the recorded hand for these steps, which may be unfinished."""
    end = steps[-1].state
    first, second = end.cards
    done = [action for step in steps for action in (step.actions or {}).values()]
    return Hand(
        antes=(ANTE, ANTE),
        cards=(first, second),
        actions=tuple(done[len(end.cards) :]),
        end=end.end,
        returns=end.returns,
        totals=None if end.end is None else end.totals,
    )
