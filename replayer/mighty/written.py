"""Converts deals as played to recorded deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..replay.round import Step
from .cards import PLAYERS
from .record import Deal, Result, Trick
from .rules.state import State

_DECISIONS = ("exchange", "contract", "friend", "play", "over")


def written(steps: Sequence[Step[State]]) -> Deal:
    """Return the recorded deal for these steps, which may be unfinished."""
    return deal_of(steps[0].state, steps[-1].state)


def deal_of(start: State, end: State) -> Deal:
    """Return the recorded deal from one state up to another."""
    outcome = end.outcome
    decided = 0 if end.president is None else _DECISIONS.index(end.phase)
    result = None
    if outcome is not None:
        result = Result(
            end=outcome.end,
            points=outcome.points,
            score=outcome.score,
            payoffs=outcome.payoffs,
        )
    return Deal(
        dealer=start.dealer,
        totals=start.totals,
        hands=end.dealt,
        kitty=end.kitty,
        bids=end.bids,
        president=end.president,
        discard=end.discard if decided > 0 else None,
        contract=str(end.contract) if decided > 1 else None,
        friend=end.friend,
        friend_player=end.friend_player,
        tricks=tuple(_tricks(end)),
        result=result,
    )


def _tricks(end: State) -> Iterator[Trick]:
    for taken in end.tricks:
        yield Trick.laid(PLAYERS, taken.lead, taken.plays, taken.winner)
    if end.table:
        yield Trick.laid(PLAYERS, end.lead, end.table)
