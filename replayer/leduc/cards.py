"""The six cards: a rank and a suit, one character each (`Qh` is the queen of hearts)."""

from __future__ import annotations

from collections.abc import Sequence

RANKS = "JQK"
"""Low to high."""

SUITS = "sh"

DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""All cards, in the order in which open_spiel numbers them from 0."""

HIDDEN = "??"
"""A card that is not known."""


def winner(cards: Sequence[str], public: str) -> int | None:
    """The player whose card wins the showdown, None where the pot is shared.

    A pair with the public card wins; otherwise the higher rank does. Suits count for nothing.

    >>> winner(["Jh", "Kh"], "Js"), winner(["Jh", "Kh"], "Qs"), winner(["Jh", "Js"], "Qs")
    (0, 1, None)
    """
    first, second = ((card[0] == public[0], RANKS.index(card[0])) for card in cards)
    if first == second:
        return None
    return 0 if first > second else 1
