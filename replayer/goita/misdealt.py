"""Which of four hands is wrong where together they do not make up the deck."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from .pieces import DECK, in_order
from .record import Round
from .recorded import agrees, replay_as_written
from .rules import GoitaRules


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
