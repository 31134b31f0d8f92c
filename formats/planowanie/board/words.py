"""Players and cards as written on the board."""

from __future__ import annotations

from collections.abc import Iterable

from ....replayer.planowanie.record import Deck, Record
from ...interface.boards import called
from ...interface.tricks import by_suit
from ...text.columns import visible


def who(record: Record, seat: int) -> str:
    """Return a player's name or, without one, the player's number."""
    return called(record.players, seat)


def held(deck: Deck, cards: Iterable[str]) -> str:
    """Return cards by suit, in the order of the deck: trump first, high to low, hidden cards last.

    >>> held(Deck("JQKA", "CD"), ["JD", "??", "QC", "AC"])
    'AC QC  JD  ??'
    """
    hidden = deck.hidden

    def place(card: str) -> tuple[bool, int, int]:
        return card == hidden, deck.suits.find(card[1:]), -deck.ranks.find(card[:1])

    return by_suit(sorted(cards, key=place), suit=lambda card: card[1:], written=visible)
