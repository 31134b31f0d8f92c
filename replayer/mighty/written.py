"""Deals that were played, as a record has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..replay import Step
from ..tricks import in_seats
from .cards import PLAYERS
from .record import Deal, Result, Trick
from .rules.state import State


def written(steps: Sequence[Step[State]]) -> Deal:
    """The record of a deal, as far as it was played in these steps."""
    start, end = steps[0].state, steps[-1].state
    outcome, decided = end.outcome, {step.state.phase for step in steps if step.actions is not None}
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
        discard=end.discard if "exchange" in decided else None,
        contract=str(end.contract) if "contract" in decided else None,
        friend=end.friend,
        friend_player=end.friend_player,
        tricks=tuple(_tricks(end)),
        result=result,
    )


def _tricks(end: State) -> Iterator[Trick]:
    for taken in end.tricks:
        cards = in_seats(PLAYERS, taken.lead, taken.plays)
        yield Trick(lead=taken.lead, cards=cards, winner=taken.winner)
    if end.table:
        yield Trick(lead=end.lead, cards=in_seats(PLAYERS, end.lead, end.table))
