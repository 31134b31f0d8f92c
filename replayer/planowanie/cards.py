"""Cards of any deck: a rank and a suit, one character each (`TD` is the ten of D).

Source: the tournament's rules, "set_deck" and "set_cards".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias
from unicodedata import category

from ...findings import amount
from ..rules import IllegalAction
from ..spelling import in_letters
from . import codes

Cards: TypeAlias = tuple[str, ...]

TOURNAMENT_RANKS = "23456789TJQKA"
TOURNAMENT_SUITS = "CDHS"

HIDDEN = "??"
"""A card that is not known."""

NONE = -1
"""Stands for no card or player among the numbers of the engine."""


def hidden_in(ranks: str, suits: str) -> str:
    """Return the symbol for an unknown card: `??`, unless the deck has that card.

    In that case, the symbol is one that cannot be a card, and it is never written.

    >>> hidden_in("?K", "CD"), hidden_in("?K", "?D")
    ('??', '?')
    """
    return HIDDEN[0] if HIDDEN[0] in ranks and HIDDEN[1] in suits else HIDDEN


MOST_CARDS = 1000
"""The maximum number of cards in a deck; a short text could describe more than fit in memory."""


def deck_fault(ranks: str, suits: str) -> str | None:
    """Return what is wrong with a deck, if anything.

    >>> deck_fault("QK", "CD") is None, deck_fault("QQ", "CD")
    (True, "the ranks have 'Q' twice")
    """
    fault = _known_fault if len(ranks) + len(suits) <= MOST_CARDS + 1 else _fault
    return fault(ranks, suits)


def _fault(ranks: str, suits: str) -> str | None:
    return next(_faults(ranks, suits), None)


def _faults(ranks: str, suits: str) -> Iterator[str]:
    for name, characters in (("ranks", ranks), ("suits", suits)):
        if not characters:
            yield f"the deck has no {name}"
        for character, times in Counter(characters).most_common(1):
            if times > 1:
                yield f"the {name} have {character!r} twice"
        for blank in filter(_is_blank, characters):
            yield f"{blank!r} is one of the {name}: spaces and control characters separate cards"
    size = len(ranks) * len(suits)
    if size > MOST_CARDS:
        yield f"the deck has {size} cards: at most {MOST_CARDS} are allowed"


_known_fault = lru_cache(maxsize=64)(_fault)


def _is_blank(character: str) -> bool:
    return character.isspace() or category(character) == "Cc"


@lru_cache(maxsize=64)
def cards_of(ranks: str, suits: str) -> tuple[str, ...]:
    """Return all cards of a deck, suit by suit, low to high.

    >>> cards_of("QK", "CD")
    ('QC', 'KC', 'QD', 'KD')
    """
    return tuple(rank + suit for suit in suits for rank in ranks)


def is_card(ranks: str, suits: str, card: str) -> bool:
    """Return whether a deck has a card.

    >>> is_card("QK", "CD", "QD"), is_card("QK", "CD", "QKD")
    (True, False)
    """
    return len(card) == 2 and card[0] in ranks and card[1] in suits


def strangers(ranks: str, suits: str, cards: Iterable[str]) -> set[str]:
    """Return the ranks and suits among these cards that a deck does not have.

    >>> sorted(strangers("QK", "CD", ["QC", "QH", "JH", "??", "no card"]))
    ['H', 'J']
    """
    shaped = (card for card in cards if len(card) == 2 and card != HIDDEN)
    return {each for card in shaped for each in card}.difference(ranks, suits)


def meant_card(ranks: str, suits: str, word: str) -> str | None:
    """Return the only card of a deck that a word can mean, or None.

    >>> meant_card(TOURNAMENT_RANKS, TOURNAMENT_SUITS, "10S")
    'TS'
    >>> meant_card(TOURNAMENT_RANKS, TOURNAMENT_SUITS, "♠a")
    'AS'
    """
    simple = in_letters(word).replace("10", "T")
    found = [each for each in (simple, simple[::-1]) if is_card(ranks, suits, each)]
    return found[0] if len(set(found)) == 1 and found[0] != word else None


def no_card(ranks: str, suits: str, word: str) -> tuple[str, str | None]:
    """Return why a word is not a card of a deck, and the only card that it can mean.

    >>> no_card("QK", "CD", "dq")
    ("'dq' is not a card of the deck QK CD: write QD", 'QD')
    """
    meant = meant_card(ranks, suits, word)
    expected = "" if meant is None else f": write {meant}"
    return f"{word!r} is not a card of the deck {ranks} {suits}{expected}", meant


def known(cards: Iterable[str], hidden: str = HIDDEN) -> tuple[str, ...]:
    """Return the cards with the unknown ones as `hidden`."""
    return tuple(card for card in cards if card != hidden)


def deal_breaches(
    deck: tuple[str, str], players: int, cards: int, hands: Sequence[Cards]
) -> Iterator[IllegalAction]:
    """Yield why hands cannot be dealt from a deck (its ranks and suits), reporting each slip once.

    If all hands have the same wrong size, only the first is reported, since the plan may be wrong.
    Otherwise, the cards in hands of the wrong size are not checked.
    """
    if len(hands) != players:
        why = f"there are {len(hands)} hands: expected {players}, one for each player"
        yield IllegalAction(codes.WRONG_SIZE, why)
        return
    same_size = len({len(hand) for hand in hands}) == 1
    owner, hidden = dict[str, int](), hidden_in(*deck)
    for seat, hand in enumerate(hands):
        if len(hand) != cards:
            if not same_size or seat == 0:
                why = f"player {seat} must get {amount(cards, 'card')}, not {len(hand)}"
                yield IllegalAction(codes.WRONG_SIZE, why, seat)
            if not same_size:
                continue
        for place, card in enumerate(hand):
            if card == hidden:
                continue
            if not is_card(*deck, card):
                why, meant = no_card(*deck, card)
                yield IllegalAction(codes.CARD_NOT_IN_DECK, why, seat, place, meant)
            elif card in owner:
                also = f"twice: to player {owner[card]} and to player {seat}"
                if owner[card] == seat:
                    also = f"twice to player {seat}"
                if card == HIDDEN:
                    also += "; in this deck it is a card, not an unknown one"
                yield IllegalAction(codes.CARD_TWICE, f"{card} is dealt {also}", seat, place)
            owner[card] = seat
