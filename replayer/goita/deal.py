"""Finds errors in the hands of a deal."""

from __future__ import annotations

from collections.abc import Sequence

from ...findings import Rule, amount
from ..rules import IllegalAction
from . import codes
from .pieces import DECK, HAND_SIZE, HIDDEN, KINDS, POINTS, in_ascii, meant, named

_SORTED = list(DECK)


def verify_deal(hands: Sequence[str], hidden: bool = True) -> None:
    """Raise IllegalAction unless four hands make up the deck, or could if pieces are unknown.

    Unknown pieces are only allowed if `hidden` is true.
    """
    if len(hands) != 4:
        why = f"there must be four hands, not {len(hands)}"
        raise IllegalAction(codes.NOT_FOUR_HANDS, why)
    if list(map(len, hands)) == [HAND_SIZE] * 4 and sorted("".join(hands)) == _SORTED:
        return
    for seat, hand in enumerate(hands):
        for offset, digit in enumerate(hand):
            if digit not in POINTS and not (hidden and digit == HIDDEN):
                why = not_a_piece(digit)
                raise IllegalAction(digit_rule(digit), why, seat, offset, meant(hand))
    for seat, hand in enumerate(hands):
        if len(hand) != HAND_SIZE:
            why = f"the hand of player {seat} must have 8 pieces, not {len(hand)}"
            raise IllegalAction(codes.WRONG_HAND_SIZE, why, seat)
    dealt = "".join(hands)
    surplus = [kind for kind in KINDS if dealt.count(kind) > DECK.count(kind)]
    unknown = HIDDEN in dealt
    if not surplus and unknown:
        return
    missing = [kind for kind in KINDS if dealt.count(kind) < DECK.count(kind)]
    counts = ", ".join(
        f"{named(kind)} {amount(dealt.count(kind), 'time')}, not {DECK.count(kind)}"
        for kind in (surplus if unknown else sorted(surplus + missing))
    )
    holding = [seat for seat, hand in enumerate(hands) if any(kind in hand for kind in surplus)]
    why = f"the four hands do not make up the deck: {counts}"
    raise IllegalAction(codes.WRONG_DECK, why, holding[0])


def not_a_piece(digit: str) -> str:
    """Return a message saying that a character is not a known piece."""
    if digit == HIDDEN:
        return "a piece is hidden here, though the record is not a view"
    right = meant(digit)
    expected = f"expected one of {named(KINDS)}" if right is None else f"write {right}"
    return f"{digit!r} is not a piece: {expected}"


def digit_rule(digit: str) -> Rule:
    """Return the rule that a digit breaks if it is not a piece."""
    return codes.UNKNOWN_DIGIT if digit == in_ascii(digit) else codes.FULL_WIDTH_DIGIT
