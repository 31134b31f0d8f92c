"""Cards in a hand."""

from __future__ import annotations

from collections.abc import Iterable

from ....replayer.mighty.cards import in_order, symbol
from ...tricks import by_suit


def held(cards: Iterable[str]) -> str:
    """Cards by suit.

    >>> held(["HT", "JK", "SA", "S2"])
    '♠A ♠2  ♥T  ☆'
    """
    return by_suit(in_order(cards), suit=lambda card: card[0], written=symbol)
