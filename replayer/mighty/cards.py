"""The 53 cards of Mighty, in ASCII: `SA` is ♠A, `HT` is the ten of hearts, and `JK` is the joker.

Source: the paper, III.3 (cards) and III.5 (special cards).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from ..spelling import in_letters

Cards: TypeAlias = tuple[str, ...]

SUITS = "SDHC"
RANKS = "AKQJT98765432"
"""The ranks, from high to low."""

NO_TRUMP = "N"
TRUMPS = SUITS + NO_TRUMP

JOKER = "JK"
HIDDEN = "??"
"""A card that is not known."""

MIGHTY = "Mighty"
"""The Mighty, before it is known which card that is."""

DECK = (*(suit + rank for suit in SUITS for rank in RANKS), JOKER)
CARDS = frozenset(DECK)


class _Places(dict[str, int]):
    """The places of the cards in the deck, with any other word after them."""

    def __missing__(self, card: str) -> int:
        return len(DECK)


_PLACES = _Places({card: place for place, card in enumerate(DECK)})

HAND_SIZE = 10
KITTY_SIZE = 3
PLAYERS = 5
SEATS = range(PLAYERS)

HIDDEN_HAND = (HIDDEN,) * HAND_SIZE
HIDDEN_HANDS = (HIDDEN_HAND,) * PLAYERS
HIDDEN_KITTY = (HIDDEN,) * KITTY_SIZE
"""A kitty of hidden cards."""

POINT_CARDS = frozenset(card for card in DECK if card != JOKER and card[1] in "AKQJT")
"""The cards worth one point each, twenty in all."""

CALL = "!"
"""The mark after a joker caller that calls the joker when led."""

_PARTS = {
    card + suit + call: (card, suit, call)
    for card in DECK
    for suit in ("", *SUITS)
    for call in ("", CALL)
}


def parts(play: str) -> tuple[str, str, str] | None:
    """Return the card of a play, the suit it names, and `!` if it calls the joker; None if invalid.

    >>> parts("JKH"), parts("C3!"), parts("ST"), parts("S1")
    (('JK', 'H', ''), ('C3', '', '!'), ('ST', '', ''), None)
    """
    return _PARTS.get(play)


@lru_cache(256)
def card_of(play: str) -> str:
    """Return the card of a play, without its marks.

    >>> card_of("JKH"), card_of("C3!"), card_of("HT")
    ('JK', 'C3', 'HT')
    """
    return JOKER if play[:2] == JOKER else play.rstrip(CALL)


_SYMBOLS = dict(zip(TRUMPS, "♠♦♥♣", strict=False))


@lru_cache(256)
def symbol(card: str) -> str:
    """Return a card, a suit or a play as the paper writes it.

    >>> symbol("SA"), symbol("JKH"), symbol("C3!"), symbol("H"), symbol("N"), symbol("??")
    ('♠A', '☆♥', '♣3!', '♥', 'N', '??')
    """
    if card.startswith(JOKER):
        return "☆" + "".join(_SYMBOLS.get(each, each) for each in card[2:])
    return _SYMBOLS.get(card[:1], card[:1]) + card[1:]


def symbols(cards: Iterable[str]) -> str:
    """Return cards as the paper writes them, separated by spaces.

    >>> symbols(["SA", "JK"])
    '♠A ☆'
    """
    return " ".join(map(symbol, cards))


_AROUND = str.maketrans("", "", "(*,;")
_DOUBLED = re.compile(r"^([SDHC])\1+")
_JOKERS = ("☆", "★", "JOKER", "JKR", "JO")


def meant_play(word: str) -> str | None:
    """Return the only card or play that a word can mean, or None.

    >>> meant_play("♥10"), meant_play("10♠"), meant_play("s10"), meant_play("★"), meant_play("S1")
    ('HT', 'ST', 'ST', 'JK', None)
    """
    simple = _DOUBLED.sub(r"\1", in_letters(word).translate(_AROUND).replace("10", "T"))
    for joker in _JOKERS:
        simple = simple.replace(joker, JOKER)
    turned = simple[1::-1] + simple[2:]
    return next((each for each in (simple, turned) if each in _PARTS and each != word), None)


def no_card(word: str) -> str:
    """Return a message saying that a word is not a card, and suggesting the intended one.

    >>> no_card("♥10"), no_card("S10")
    ("'♥10' is not a card: write ♥T", "'S10' is not a card: write ST")
    >>> no_card("S1")
    "'S1' is not a card: expected a suit and a rank, or the joker"
    >>> no_card("Mighty")
    'the Mighty is ♠A, or ♦A if spades are trump: write the card'
    """
    if word.startswith(MIGHTY):
        return "the Mighty is ♠A, or ♦A if spades are trump: write the card"
    meant = meant_play(word)
    if meant is None:
        return f"{word!r} is not a card: expected a suit and a rank, or the joker"
    return f"{word!r} is not a card: write {meant if word.isascii() else symbol(meant)}"


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort cards by suit and rank; the joker comes last, followed only by hidden cards.

    >>> in_order(["??", "JK", "D2", "ST", "SA"])
    ('SA', 'ST', 'D2', 'JK', '??')
    """
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def points(cards: Iterable[str]) -> int:
    """Count the point cards.

    >>> points(["SA", "HT", "H9", "JK"])
    2
    """
    return sum(card in POINT_CARDS for card in cards)


def mighty(trump: str) -> str:
    """Return the Mighty: ♠A, but ♦A if spades are trump (III.5.1)."""
    return "DA" if trump == "S" else "SA"


def caller(trump: str, when_clubs: str) -> str:
    """Return the joker caller: ♣3, but another 3 if clubs are trump (III.5.3)."""
    return when_clubs if trump == "C" else "C3"


def known(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards that are known."""
    return tuple([card for card in cards if card != HIDDEN])
