"""Converts deals as played to recorded deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ..replay.round import Step
from .record import Deal, Record, Result, Trick
from .state import State


def written(record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
    """Return a game with these deals, the last of which may be unfinished."""
    if not rounds:
        return replace(record, deals=(), result=None)
    end = rounds[-1][-1].state
    complete = end.phase == "over" and end.number + 1 == len(record.plan)
    result = Result(end="complete" if complete else "unfinished", totals=end.totals)
    deals = tuple(deal_of(steps[-1].state) for steps in rounds)
    return replace(record, deals=deals, result=result)


def deal_of(end: State) -> Deal:
    """Return the recorded deal up to a state."""
    return Deal(
        hands=None if end.deal is None else end.deal.dealt,
        declarations=end.declarations or None,
        tricks=tuple(_tricks(end)),
        points=end.points,
    )


def _tricks(end: State) -> Iterator[Trick]:
    for taken in end.tricks:
        yield Trick.laid(len(end.hands), taken.lead, taken.cards, taken.winner)
    if end.table:
        yield Trick.laid(len(end.hands), end.lead, end.table)
