"""A trick on numbers: which suit is to be followed, and who wins.

Source: the paper, III.4.4 (rounding) and III.5 (special cards).
"""

from __future__ import annotations

from collections.abc import Sequence

from .numbers import BITS, CALL_UNIT, CARD, JOKER, NOBODY, OF_JOKER, OF_SUIT, SUIT_OF, SUIT_UNIT
from .variant import Variant


def is_called(plays: Sequence[int]) -> bool:
    """Whether the joker was called in a trick."""
    return len(plays) > 0 and plays[0] >= CALL_UNIT


def led_suit(plays: Sequence[int]) -> int:
    """The suit to follow, NOBODY before it is settled.

    >>> led_suit([0, 20]), led_suit([52 + 64 * 2]), led_suit([52]), led_suit([52, 51])
    (0, 1, -1, 3)
    """
    if not plays:
        return NOBODY
    first = plays[0] & CARD
    if first != JOKER:
        return SUIT_OF[first]
    named = plays[0] % CALL_UNIT // SUIT_UNIT
    if named:
        return named - 1
    return SUIT_OF[plays[1] & CARD] if len(plays) > 1 else NOBODY


def winning(variant: Variant, trump: int, number: int, plays: Sequence[int]) -> int:
    """The place of the winning play of the trick with this number, from 1; the leader's is 0."""
    special, laid = variant.trump(trump), 0
    for play in plays:
        laid |= BITS[play & CARD]
    best = laid & special.mighty
    if not best and laid & OF_JOKER:
        best = 0 if variant.joker_is_dead(number) or is_called(plays) else OF_JOKER
    if not best:
        best = laid & special.trumps
    if not best:
        led = led_suit(plays)
        best = laid & OF_SUIT[led] if led >= 0 else 0
    if not best:
        # A dead joker was led, and nobody played the Mighty, a trump or the suit.
        return 1 if variant.second_wins and len(plays) > 1 else 0
    best &= -best
    place = 0
    while BITS[plays[place] & CARD] != best:
        place += 1
    return place
