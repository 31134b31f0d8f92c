"""The card counter: cards that have not been played, whether or not they were dealt."""

from __future__ import annotations

from collections.abc import Iterator

from ....replayer.planowanie.position import PlanowaniePosition
from ....replayer.planowanie.record import Deck
from ...interface.boards import MOST
from ...text.columns import visible


def counter(deck: Deck, now: PlanowaniePosition) -> Iterator[list[str]]:
    """Yield the rows of the counter during play: suits with ranks, high to low, and sums."""
    if now.phase != "play":
        return
    played, total = set(now.played), 0
    yield ["still out", "cards"]
    for suit in deck.suits:
        out = [rank for rank in reversed(deck.ranks) if rank + suit not in played]
        total += len(out)
        name = visible(suit) + (" trump" if suit == deck.suits[0] else "")
        yield [name, f"{len(out):5}", "".join(map(visible, out[:MOST]))]
    yield ["all", f"{total:5}"]
    yield ["in hands", f"{sum(map(len, now.hands)):5}"]
