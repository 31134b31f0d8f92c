"""Facts about hands of Leduc poker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..facts import RoundFacts, who_gain
from .record import Record
from .state import End, Pair, State


def facts(record: Record, ends: Sequence[State | None]) -> Iterator[RoundFacts]:
    """Return the facts about each hand; if a card is hidden, the returns are as recorded."""
    for hand, end in zip(record.hands, ends, strict=True):
        if end is None:
            yield RoundFacts()
        else:
            yield hand_facts(end.end, hand.returns if end.returns is None else end.returns)


def hand_facts(end: End | None, returns: Pair | None) -> RoundFacts:
    """Return the facts about a hand that was played to its end."""
    return RoundFacts(result=end, points=returns, winners=who_gain(returns))
