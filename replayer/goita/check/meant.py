"""Plausible edits of a round that cannot be played as written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from ...check import Place
from ...hypotheses import Hypothesis
from ...rules import IllegalAction
from .. import codes
from ..pieces import DECK, HAND_SIZE, HIDDEN, POINTS, in_order
from ..record import Round
from ..rules import GoitaRules, verify_deal
from .recorded import Replayed, agrees, from_dealer, replay

Meanings: TypeAlias = Iterator[Hypothesis[Round]]


def of_round(rules: GoitaRules, now: Replayed, dealers: Collection[int], place: Place) -> Meanings:
    """Return the slips that may explain what was found in a round.

    `dealers` are the players who may deal after the previous round; a wrong dealer is reported
    elsewhere.
    """
    played = now.round
    if now.last is None:
        yield from _with_other_piece(rules, now, place)
    elif not now.sound:
        yield from _with_hands_from_dealer(rules, played, place)
        if not dealers:
            yield from _with_other_dealer(rules, played, place)
        elif played.dealer not in dealers:
            yield from (Hypothesis(replace(played, dealer=each)) for each in dealers)


def _with_hands_from_dealer(rules: GoitaRules, played: Round, place: Place) -> Meanings:
    """Yield the round with its hands read as starting with the dealer's."""
    other = from_dealer(played)
    if other is None:
        return
    why = f"the hands start with the dealer (player {played.dealer}), but must start with"
    # A few plies may fit by chance, and the marks of kings would have to move with the hands.
    turned = place.fix("rotate the hands into seat order", "/hands", [*other.hands], safe=False)
    ended = replay(rules, other).end is not None
    slip = place.finding(
        codes.HANDS_IN_DEALER_ORDER,
        f"{why} player 0: the round can only be played in that order",
        "/hands",
        fix=turned if ended and not played.kings else None,
    )
    yield Hypothesis(other, (slip,), whole=True)


def _with_other_dealer(rules: GoitaRules, played: Round, place: Place) -> Meanings:
    """Yield the round with another dealer, if only that one makes it end as recorded."""
    others = [replace(played, dealer=each) for each in range(4) if each != played.dealer]
    found = [each for each in others if _ends_as_said(rules, each)]
    if len(found) == 1:
        right, why = (
            found[0].dealer,
            f"player {played.dealer} is named as the dealer, but the round",
        )
        slip = place.finding(
            codes.WRONG_DEALER,
            f"{why} can only be played if player {right} deals",
            "/dealer",
            player=played.dealer,
            fix=place.right(right, "/dealer"),
        )
        yield Hypothesis(found[0], (slip,))


def _with_other_piece(rules: GoitaRules, now: Replayed, place: Place) -> Meanings:
    """Yield the round with the missing piece in place of one that is dealt too often.

    This is certain only if there is just one hand where the round then fits, or if the wrong piece
    breaks the order of just one of these hands.
    """
    played, breach = now.round, now.breach
    dealt, deck = Counter("".join(played.hands)), Counter(DECK)
    surplus, missing = list((dealt - deck).elements()), list((deck - dealt).elements())
    if breach is None or breach.rule is not codes.WRONG_DECK:
        return
    if len(surplus) != 1 or len(missing) != 1:
        return
    found = dict[int, Round]()
    for seat, hand in enumerate(played.hands):
        changed = in_order(hand.replace(surplus[0], missing[0], 1))
        hands = (*played.hands[:seat], changed, *played.hands[seat + 1 :])
        other = replace(played, hands=hands, kings="")  # marks of kings cover all hands
        now = replay(rules, other, masked=False)
        if surplus[0] in hand and now.sound and agrees(now):
            found[seat] = other
    disordered = {seat: _disorders(played.hands[seat], surplus[0], missing[0]) for seat in found}
    seats = [seat for seat in found if len(found) == 1 or disordered[seat]]
    if len(seats) == 1:
        (seat,) = seats
        at = (disordered[seat] or [played.hands[seat].rindex(surplus[0])])[-1]
        where, why = f"/hands/{seat}", str(breach)
        slip = place.finding(breach.rule, why, where, player=seat, offset=at, length=1)
        yield Hypothesis(found[seat], (slip,), whole=True)


def _ends_as_said(rules: GoitaRules, played: Round) -> bool:
    """Return whether a round that hides nothing ends as recorded."""
    if any(HIDDEN in hand for hand in played.hands):
        return False
    now = replay(rules, played, masked=False)
    return now.end is not None and agrees(now)


def _disorders(hand: str, wrong: str, right: str) -> list[int]:
    """Return the places where replacing a piece with another puts a hand in order.

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


# Hands that do not make up the deck


def certain(hands: Sequence[str], breach: IllegalAction) -> tuple[list[str], list[IllegalAction]]:
    """Return the four hands with all doubtful pieces hidden, and the other slips in them."""
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
        # If a piece is in the wrong hand, one hand has a piece too many and another one too few.
        moved = sorted("".join(hands)) == sorted(DECK)
        wrong = [seat for seat, hand in enumerate(hands) if len(hand) != HAND_SIZE]
        doubtful = wrong if moved else wrong[:1]
        return [HIDDEN * HAND_SIZE if seat in doubtful else hand for seat, hand in enumerate(hands)]
    return [_legible(hand) for hand in hands]


def _legible(hand: str) -> str:
    """Return a hand with invalid characters hidden, or all hidden if its size is also wrong."""
    shown = "".join(each if each in POINTS else HIDDEN for each in hand)
    return HIDDEN * HAND_SIZE if HIDDEN in shown and len(hand) != HAND_SIZE else shown
