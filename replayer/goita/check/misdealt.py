"""Hands that do not make up the deck, and what is certain about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...rules import IllegalAction
from .. import codes
from ..deal import verify_deal
from ..pieces import DECK, HAND_SIZE, HIDDEN, POINTS


def certain(hands: Sequence[str], breach: IllegalAction) -> tuple[list[str], list[IllegalAction]]:
    """Return four hands with the pieces hidden that slips make doubtful, and the other slips."""
    left, found = list(hands), [breach]
    while True:
        left = _without(left, found[-1])
        try:
            verify_deal(left)
        except IllegalAction as another:
            found.append(another.with_traceback(None))
        else:
            return left, found[1:]


def _without(hands: list[str], breach: IllegalAction) -> list[str]:
    if breach.rule is codes.WRONG_DECK:
        dealt = Counter("".join(hands)) - Counter(DECK)
        doubtful = str.maketrans(dict.fromkeys(dealt.keys() - {HIDDEN}, HIDDEN))
        return [hand.translate(doubtful) for hand in hands]
    if breach.rule is codes.WRONG_HAND_SIZE:
        # A piece in the wrong hand is too many in one and missing in another.
        moved = sorted("".join(hands)) == sorted(DECK)
        wrong = [seat for seat, hand in enumerate(hands) if len(hand) != HAND_SIZE]
        doubtful = wrong if moved else wrong[:1]
        return [HIDDEN * HAND_SIZE if seat in doubtful else hand for seat, hand in enumerate(hands)]
    return [_legible(hand) for hand in hands]


def _legible(hand: str) -> str:
    """Return a hand with invalid characters hidden; all pieces if its size is then wrong."""
    shown = "".join(each if each in POINTS else HIDDEN for each in hand)
    return HIDDEN * HAND_SIZE if HIDDEN in shown and len(hand) != HAND_SIZE else shown
