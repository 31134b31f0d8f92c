"""Cards of any deck: a rank and a suit, one character each (`TD` is the ten of D).

Source: the tournament's rules, "set_deck" and "set_cards".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias
from unicodedata import category

from ..spelling import in_letters

Cards: TypeAlias = tuple[str, ...]

TOURNAMENT_RANKS = "23456789TJQKA"
TOURNAMENT_SUITS = "CDHS"

HIDDEN = "??"
"""A card that is not known."""

NONE = -1
"""No card, and no player, among the numbers of the engine."""


def hidden_in(ranks: str, suits: str) -> str:
    """The sign for a card that is not known: `??`, unless a deck has that card.

    Then it is what can be no card, and is never written.

    >>> hidden_in("?K", "CD"), hidden_in("?K", "?D")
    ('??', '?')
    """
    return HIDDEN[0] if HIDDEN[0] in ranks and HIDDEN[1] in suits else HIDDEN


MOST_CARDS = 1000
"""The cards of the largest deck: a few characters could stand for more than memory holds."""


def deck_fault(ranks: str, suits: str) -> str | None:
    """Describe the slip in a deck, if it has one.

    >>> deck_fault("QK", "CD") is None, deck_fault("QQ", "CD")
    (True, "'Q' stands twice among the ranks")
    """
    if len(ranks) + len(suits) <= MOST_CARDS + 1:
        return _known_fault(ranks, suits)
    return _fault(ranks, suits)


def _fault(ranks: str, suits: str) -> str | None:
    for name, characters in (("ranks", ranks), ("suits", suits)):
        if not characters:
            return f"the deck has no {name}"
        ((character, times),) = Counter(characters).most_common(1)
        if times > 1:
            return f"{character!r} stands twice among the {name}"
        blank = next((each for each in characters if _is_blank(each)), None)
        if blank is not None:
            return f"{blank!r} is one of the {name}: blanks and control characters part the cards"
    size = len(ranks) * len(suits)
    return f"the deck has {size} cards, more than {MOST_CARDS}" if size > MOST_CARDS else None


_known_fault = lru_cache(maxsize=64)(_fault)


def _is_blank(character: str) -> bool:
    return character.isspace() or category(character) == "Cc"


@lru_cache(maxsize=64)
def cards_of(ranks: str, suits: str) -> tuple[str, ...]:
    """All cards of a deck, suit by suit, low to high.

    >>> cards_of("QK", "CD")
    ('QC', 'KC', 'QD', 'KD')
    """
    return tuple(rank + suit for suit in suits for rank in ranks)


def is_card(ranks: str, suits: str, card: str) -> bool:
    """Whether a deck has a card.

    >>> is_card("QK", "CD", "QD"), is_card("QK", "CD", "QKD")
    (True, False)
    """
    return len(card) == 2 and card[0] in ranks and card[1] in suits


def strangers(ranks: str, suits: str, cards: Iterable[str]) -> set[str]:
    """The ranks and suits of cards that a deck has not.

    >>> sorted(strangers("QK", "CD", ["QC", "QH", "JH", "??", "no card"]))
    ['H', 'J']
    """
    shaped = (card for card in cards if len(card) == 2 and card != HIDDEN)
    return {each for card in shaped for each in card}.difference(ranks, suits)


def meant_card(ranks: str, suits: str, word: str) -> str | None:
    """The card of a deck that a word can only mean, None where it means none.

    >>> meant_card(TOURNAMENT_RANKS, TOURNAMENT_SUITS, "10S")
    'TS'
    >>> meant_card(TOURNAMENT_RANKS, TOURNAMENT_SUITS, "♠a")
    'AS'
    """
    simple = in_letters(word).replace("10", "T")
    found = [each for each in (simple, simple[::-1]) if is_card(ranks, suits, each)]
    return found[0] if len(set(found)) == 1 and found[0] != word else None


def no_card(ranks: str, suits: str, word: str) -> tuple[str, str | None]:
    """Why a word is not a card of a deck, and the card that it can only mean.

    >>> no_card("QK", "CD", "dq")
    ("'dq' is no card of the deck QK CD: write QD", 'QD')
    """
    meant = meant_card(ranks, suits, word)
    due = "" if meant is None else f": write {meant}"
    return f"{word!r} is no card of the deck {ranks} {suits}{due}", meant


def known(cards: Iterable[str], hidden: str = HIDDEN) -> tuple[str, ...]:
    """The cards that are known; the others are `hidden`."""
    return tuple(card for card in cards if card != hidden)
