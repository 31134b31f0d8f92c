"""Converts games as played to recorded games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from ..play.start import Setup
from ..replay.round import Step
from .record import Number, Result, Round
from .state import State


def written(
    steps: Sequence[Step[State]], margin: Fraction | None, setup: Setup | None = None
) -> Round:
    """Return the recorded game for these steps, which may be unfinished.

    `margin` is the score for Black, or None if the game is unfinished.
    """
    actions = tuple(action for step in steps for action in (step.actions or {}).values())
    played = Round(setup=setup, actions=actions)
    if margin is None:
        return played
    if not margin:
        return replace(played, result="draw")
    winner = "B" if margin > 0 else "W"
    return replace(played, result=Result(winner, _number(abs(margin))))


def _number(points: Fraction) -> Number:
    return points.numerator if points.denominator == 1 else float(points)
