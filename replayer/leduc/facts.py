"""The facts of a hand of Leduc poker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..facts import RoundFacts, who_gain
from .record import Record
from .state import State


def facts(record: Record, ends: Sequence[State | None]) -> Iterator[RoundFacts]:
    """The facts of each hand; where a card is hidden, its returns are as they were recorded."""
    for hand, end in zip(record.hands, ends, strict=True):
        if end is None:
            yield RoundFacts()
            continue
        returns = hand.returns if end.returns is None else end.returns
        yield RoundFacts(result=end.end, points=returns, winners=who_gain(returns))
