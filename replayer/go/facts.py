"""Facts about games, taken from the recorded results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..facts import RoundFacts
from .points import COLOURS
from .record import Record, Result, Round
from .state import State

_WINNERS: dict[str, tuple[int, ...]] = {"draw": (), "void": ()}
_WORDS = {"R": "resignation", "T": "time", "F": "forfeit"}


def facts(record: Record, ends: Sequence[State | None]) -> Iterator[RoundFacts]:
    """Return the facts about a game."""
    return map(round_facts, record.rounds)


def round_facts(played: Round) -> RoundFacts:
    """Return the facts stated by the result; the points are the margin."""
    result = played.result
    if not isinstance(result, Result):
        points = (0, 0) if result == "draw" else None
        return RoundFacts(result=result, points=points, winners=_WINNERS.get(result or ""))
    winner = COLOURS.index(result.winner)
    if isinstance(result.by, str):
        return RoundFacts(result=_WORDS[result.by], winners=(winner,))
    if result.by is None:
        return RoundFacts(result="win", winners=(winner,))
    margin = Fraction(result.by)
    points = (margin, -margin) if winner == 0 else (-margin, margin)
    return RoundFacts(result="points", points=points, winners=(winner,))
