"""Cards in a hand."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from ...replayer.mighty.cards import in_order, symbols


def held(cards: Iterable[str]) -> str:
    """Cards by suit.

    >>> held(["HT", "JK", "SA", "S2"])
    '♠A ♠2  ♥T  ☆'
    """
    suits = groupby(in_order(cards), key=lambda card: card[0])
    return "  ".join(symbols(suit) for _, suit in suits)
