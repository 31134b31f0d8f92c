"""Hands that do not make up the deck: which of them is wrong, and what of them is certain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from ...rules import IllegalAction
from .. import codes
from ..deal import verify_deal
from ..pieces import DECK, HAND_SIZE, HIDDEN, POINTS, in_order
from ..record import Round
from ..rules import GoitaRules
from .recorded import agrees, replay_as_written


def wrong_piece(rules: GoitaRules, played: Round) -> tuple[int, int] | None:
    """The seat and the place in its hand of a piece that cannot be right.

    That is known where one piece is too many, and the round goes as it says with only one hand
    changed; of several, it is the one that the piece keeps from being in order. None otherwise.
    """
    dealt, deck = Counter("".join(played.hands)), Counter(DECK)
    surplus, missing = list((dealt - deck).elements()), list((deck - dealt).elements())
    if len(surplus) != 1 or len(missing) != 1:
        return None
    found: list[int] = []
    for seat, hand in enumerate(played.hands):
        if surplus[0] in hand:
            changed = in_order(hand.replace(surplus[0], missing[0], 1))
            hands = (*played.hands[:seat], changed, *played.hands[seat + 1 :])
            now = replay_as_written(rules, replace(played, hands=hands), masked=False)
            if now.sound and agrees(now):
                found.append(seat)
    disordered = {seat: _disorders(played.hands[seat], surplus[0], missing[0]) for seat in found}
    if len(found) > 1:
        found = [seat for seat in found if disordered[seat]]
    if len(found) != 1:
        return None
    (seat,) = found
    return seat, (disordered[seat] or [played.hands[seat].rindex(surplus[0])])[-1]


def _disorders(hand: str, wrong: str, right: str) -> list[int]:
    """Where in a hand a piece stands that keeps it from being in order, which it is with another.

    >>> _disorders("12448678", "4", "5"), _disorders("12445678", "4", "3")
    ([], [])
    >>> _disorders("12844678", "8", "3")
    [2]
    """
    if _is_in_order(hand):
        return []
    places = (at for at, piece in enumerate(hand) if piece == wrong)
    return [at for at in places if _is_in_order(hand[:at] + right + hand[at + 1 :])]


def _is_in_order(hand: str) -> bool:
    return list(hand) in (sorted(hand), sorted(hand, reverse=True))


def certain(hands: Sequence[str], breach: IllegalAction) -> tuple[list[str], list[IllegalAction]]:
    """Four hands in which is hidden what `breach` and others make doubtful; and the others."""
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
        # A piece that lies in the wrong hand is too many in one and missing in another.
        moved = sorted("".join(hands)) == sorted(DECK)
        wrong = [seat for seat, hand in enumerate(hands) if len(hand) != HAND_SIZE]
        doubtful = wrong if moved else wrong[:1]
        return [HIDDEN * HAND_SIZE if seat in doubtful else hand for seat, hand in enumerate(hands)]
    return [_legible(hand) for hand in hands]


def _legible(hand: str) -> str:
    """A hand whose characters that are no pieces are hidden: all, if that makes its size wrong."""
    shown = "".join(each if each in POINTS else HIDDEN for each in hand)
    return HIDDEN * HAND_SIZE if HIDDEN in shown and len(hand) != HAND_SIZE else shown
