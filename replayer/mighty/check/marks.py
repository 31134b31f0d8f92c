"""Checks the marks of a deal: leaders, winners, president and friend.

Source: the paper, IV.2.3 (gibo). Marks are checked against the rules, never trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from ...tricks import contradictions
from .. import codes
from ..cards import card_of, parts, symbol
from ..options import Options
from ..record import Deal
from ..rules.exchange import NONE, seat_named
from ..rules.state import State
from ..rules.tricks import winning


class Mark(Struct, frozen=True):
    """A wrong mark: the marked player, and the `right` one (None if no player should be marked).

    `role` is a field of the deal or of the trick `number` (from 0). `follows` is true if a lead
    agrees with the marked winner of the previous trick.
    """

    role: str
    number: int
    marked: int
    right: int | None
    follows: bool = False


def wrong_lead(deal: Deal, state: State) -> int | None:
    """Return the player who is wrongly marked as leading the current trick, if any.

    If a rule is broken in such a trick, the wrong mark is the slip.
    """
    under_way = deal.tricks[state.number - 1 : state.number] if state.phase == "play" else ()
    return next((each.lead for each in under_way if each.lead not in (None, state.lead)), None)


def wrong_marks(deal: Deal, last: State, broken: bool) -> Iterator[Mark]:
    """Yield the wrong marks of a deal, given its replay; `broken` says if that broke a rule."""
    tricks, president = last.tricks, last.president
    if president is not None and deal.president not in (None, president):
        yield Mark("president", 0, deal.president, president)
    winners = (None, *(trick.winner for trick in deal.tricks))
    leads = [tricks[0].lead if tricks else last.lead, *(trick.winner for trick in tricks)]
    begun = len(tricks) + (last.phase == "play")
    for number, (marked, lead) in enumerate(zip(deal.tricks[:begun], leads, strict=False)):
        if marked.lead not in (None, lead):
            yield Mark("lead", number, marked.lead, lead, marked.lead == winners[number])
        winner = tricks[number].winner if number < len(tricks) else None
        if marked.winner not in (None, winner) and not (winner is None and broken):
            yield Mark("winner", number, marked.winner, winner)
    friend = deal.friend_player
    if friend is not None and not broken and last.phase != "auction":
        known, right = (True, last.friend_player) if deal.tricks else _holder(deal, president)
        swapped = friend == president and deal.president not in (None, friend)
        # If marks are swapped, only the president's is reported.
        if known and friend != right and not (swapped and right in (None, deal.president)):
            yield Mark("friend_player", len(tricks), friend, right)


def _holder(deal: Deal, president: int | None) -> tuple[bool, int | None]:
    """Return whether the holder of the named card is known before the play, and who that is.

    A player who may hold it is assumed to hold it if marked as the friend.
    """
    marked, named = deal.friend_player, deal.friend or ""
    seat = seat_named(named)
    holders = [seat] if seat is not None else []
    holders += [seat for seat, hand in enumerate(deal.hands or ()) if named in hand]
    if marked == president or named == NONE or holders not in ([], [marked]):
        return True, next((seat for seat in holders if seat != president), None)
    return named in (*(deal.kitty or ()), *(deal.discard or ())), None


def check_marks(deal: Deal, last: State, broken: bool, place: Place) -> Iterator[Finding]:
    """Yield the errors in the marks of a deal."""
    for each in wrong_marks(deal, last, broken):
        if each.follows:
            continue
        of_deal, right = each.role in ("president", "friend_player"), each.right
        where = f"/{each.role}" if of_deal else f"/tricks/{each.number}/{each.role}"
        rule = {"lead": codes.WRONG_LEAD, "winner": codes.WRONG_WINNER}.get(
            each.role, codes.WRONG_ROLE
        )
        why = f"P{each.marked} is marked as {_WORDS[each.role]}, but {_instead(each, deal, last)}"
        swapped = each.role == "president" and deal.friend_player == right
        why += ", and is marked as the friend: are the marks swapped?" if swapped else ""
        fix = None if right is None or swapped else place.right(right, where)
        yield place.finding(rule, why, where, player=each.marked, fix=fix)


_WORDS = {
    "lead": "leading",
    "winner": "winning",
    "president": "the president",
    "friend_player": "the friend",
}


def _instead(mark: Mark, deal: Deal, last: State) -> str:
    """Return what should be marked instead, for a message about a wrong mark."""
    right = mark.right
    match mark.role:
        case "lead":
            why = "as the president" if mark.number == 0 else f"having won trick {mark.number}"
            return f"P{right} leads, {why}"
        case "winner":
            return "the trick is not complete" if right is None else f"P{right} wins the trick"
        case "president":
            return f"P{right} {'leads the first trick' if deal.bids is None else 'won the auction'}"
        case _ if mark.marked == last.president:
            return "is the president"
        case _:
            return (
                "nobody was revealed as the friend" if right is None else f"the friend is P{right}"
            )


def check_behind(
    options: Options, trump: str, deal: Deal, broken: int, place: Place
) -> Iterator[Finding]:
    """Yield the contradictions after trick `broken` (from 0), in which a rule is broken."""

    def wins(at: int, table: Sequence[str]) -> int | None:
        sound = all(parts(play) is not None for play in table)
        return winning(options, trump, at + 1, table) if sound else None

    for each in contradictions(deal.tricks, broken, wins, card_of):
        rule, field = codes.CARD_NOT_IN_HAND, f"/tricks/{each.at}/{each.of}"
        match each.of:
            case "lead":
                rule, expected = codes.WRONG_LEAD, f"P{each.expected} won trick {each.at}"
                why = f"P{each.seat} is marked as leading, but {expected} according to its mark"
            case "winner":
                rule = codes.WRONG_WINNER
                why = f"P{each.seat} is marked as winning, but P{each.expected} wins the trick"
            case "card":
                card = card_of(deal.tricks[each.at].cards[each.seat] or "")
                why = f"{symbol(card)} was played already, in trick {each.expected + 1}"
                field = f"/tricks/{each.at}/cards/{each.seat}"
        yield place.finding(rule, why, field, player=each.seat)


def as_marked(deal: Deal, end: State) -> State | None:
    """Return the end of a deal with the friend and the winners of tricks as marked.

    None if the marks agree with the play, or there are none.
    """
    tricks = [
        taken if marked.winner is None else replace(taken, winner=marked.winner)
        for marked, taken in zip(deal.tricks, end.tricks, strict=True)
    ]
    if tricks == [*end.tricks] and deal.friend_player in (None, end.friend_player):
        return None
    return end.knowing(tricks=tricks, friend_player=deal.friend_player)
