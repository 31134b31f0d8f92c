"""A trick as numbers: the suit to follow, and the winner.

If a compiler is available, this file is compiled with the types in `tricks.pxd`.

Source: the paper, III.4.4 (rounding) and III.5 (special cards).
"""

from __future__ import annotations

from collections.abc import Sequence

from .numbers import CALL_UNIT, CARD, JOKER, NOBODY, OF_JOKER, SUIT_UNIT
from .variant import Trump, Variant

# In the compiled module, shifting a literal would truncate it to 32 bits.
_ONE = 1
_OF_SPADES = 0b1_1111_1111_1111


def is_called(plays: Sequence[int]) -> bool:
    """Return whether the joker was called in a trick."""
    return len(plays) > 0 and plays[0] >= CALL_UNIT


def suit_led(first: int, second: int) -> int:
    """Return the suit to follow after two plays; the second may be NOBODY.

    >>> suit_led(0, 20), suit_led(52 + 64 * 2, -1), suit_led(52, -1), suit_led(52, 51)
    (0, 1, -1, 3)
    """
    card = first & CARD
    if card < JOKER:
        return card // 13
    named = first % CALL_UNIT // SUIT_UNIT
    if named and card == JOKER:
        return named - 1
    if card > JOKER or second < 0 or second & CARD >= JOKER:
        return NOBODY
    return (second & CARD) // 13


def winning(variant: Variant, trump: int, number: int, plays: Sequence[int]) -> int:
    """Return the place of the winning play in trick `number`, from 1; the leader's is 0."""
    cards = 0
    for play in plays:
        cards |= _ONE << (play & CARD)
    second = plays[1] if len(plays) > 1 else NOBODY
    best = winning_card(variant, variant.trump(trump), number, plays[0], second, cards)
    return [best >> (play & CARD) & 1 for play in plays].index(1)


def winning_card(
    variant: Variant, special: Trump, number: int, first: int, second: int, cards: int
) -> int:
    """Return the winning card of trick `number`, from 1, as a mask.

    `first` and `second` are its first plays (the second may be NOBODY); `cards` are all its cards.
    """
    best = cards & special.mighty
    if best:
        return best
    if cards & OF_JOKER and first < CALL_UNIT and not variant.joker_is_dead(number):
        return OF_JOKER
    best = cards & special.trumps
    if not best:
        led = suit_led(first, second)
        best = cards & (_OF_SPADES << 13 * led) if led >= 0 else 0
    if best:
        return best & -best
    # a dead joker was led, and nobody played the Mighty, a trump or the suit it named
    return _ONE << ((second if variant.second_wins and second >= 0 else first) & CARD)
