"""Checks the marks of a deal: leaders, winners, president and friend.

Source: the paper, IV.2.3 (gibo). Marks are checked against the rules, never trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ....findings import Finding, Rule
from ...check import Place
from ...tricks import contradictions
from .. import codes
from ..cards import card_of, parts, symbol
from ..options import Options
from ..record import Deal
from ..rules.exchange import NONE, seat_named
from ..rules.state import State, Taken
from ..rules.tricks import winning


def wrong_lead(deal: Deal, state: State) -> int | None:
    """Return the player who is wrongly marked as leading the current trick, if any.

    If a rule is broken in such a trick, the mark is the slip.
    """
    if state.phase != "play" or state.number > len(deal.tricks):
        return None
    lead = deal.tricks[state.number - 1].lead
    return None if lead in (None, state.lead) else lead


def check_marks(deal: Deal, last: State, broken: bool, place: Place) -> Iterator[Finding]:
    """Compare the marks of a deal with its replay, which may have `broken` off at a state."""
    tricks = last.tricks
    yield from _president(deal, last, place)
    expected: tuple[int | None, ...] = (tricks[0].lead if tricks else last.lead,)
    for number, (marked, taken) in enumerate(zip(deal.tricks, tricks, strict=False)):
        yield from _lead(marked.lead, expected, number, place)
        yield from _winner(marked.winner, taken, number, place)
        # The player marked as winning, rightly or not, may be marked as leading the next trick.
        expected = (taken.winner, marked.winner)
    if last.phase == "play" and last.number <= len(deal.tricks):
        number = len(tricks)
        marked = deal.tricks[number]
        yield from _lead(marked.lead, expected, number, place)
        if marked.winner is not None and not broken:
            why = f"P{marked.winner} is marked as winning, but the trick is not complete"
            yield _finding(codes.WRONG_WINNER, why, number, "winner", marked.winner, place)
    if broken or last.phase == "auction":
        return
    if deal.tricks:
        yield from _friend(deal, last, last.friend_player, place)
    else:
        # The play was not recorded, but the holder of the named card may be known.
        yield from _holder(deal, last, place)


def check_behind(
    options: Options, trump: str, deal: Deal, broken: int, place: Place
) -> Iterator[Finding]:
    """Yield the contradictions in tricks after number `broken` (from 0), where a rule is broken."""

    def wins(at: int, table: Sequence[str]) -> int | None:
        sound = all(parts(play) is not None for play in table)
        return winning(options, trump, at + 1, table) if sound else None

    for each in contradictions(deal.tricks, broken, wins, card_of):
        match each.of:
            case "lead":
                expected = f"P{each.expected} won trick {each.at}"
                why = f"P{each.seat} is marked as leading, but {expected} according to its mark"
                yield _finding(codes.WRONG_LEAD, why, each.at, "lead", each.seat, place)
            case "winner":
                why = f"P{each.seat} is marked as winning, but P{each.expected} wins the trick"
                yield _finding(codes.WRONG_WINNER, why, each.at, "winner", each.seat, place)
            case "card":
                card = card_of(deal.tricks[each.at].cards[each.seat] or "")
                why = f"{symbol(card)} was played already, in trick {each.expected + 1}"
                field = f"cards/{each.seat}"
                yield _finding(codes.CARD_NOT_IN_HAND, why, each.at, field, each.seat, place)


def _lead(
    marked: int | None, expected: Sequence[int | None], number: int, place: Place
) -> Iterator[Finding]:
    if marked not in (None, *expected):
        before = "as the president" if number == 0 else f"having won trick {number}"
        why = f"P{marked} is marked as leading, but P{expected[0]} leads, {before}"
        yield _finding(codes.WRONG_LEAD, why, number, "lead", marked, place, expected[0])


def as_marked(deal: Deal, end: State) -> State | None:
    """Return the end of a deal with the friend and the winners of tricks as marked.

    None if the marks agree with the play, or there are none.
    """
    winners = [
        taken.winner if marked.winner is None else marked.winner
        for marked, taken in zip(deal.tricks, end.tricks, strict=True)
    ]
    right = [taken.winner for taken in end.tricks]
    if winners == right and deal.friend_player in (None, end.friend_player):
        return None
    tricks = [
        replace(taken, winner=winner) for taken, winner in zip(end.tricks, winners, strict=True)
    ]
    return end.knowing(tricks=tricks, friend_player=deal.friend_player)


def _winner(marked: int | None, taken: Taken, number: int, place: Place) -> Iterator[Finding]:
    if marked not in (None, taken.winner):
        why = f"P{marked} is marked as winning, but P{taken.winner} wins the trick"
        yield _finding(codes.WRONG_WINNER, why, number, "winner", marked, place, taken.winner)


def _president(deal: Deal, state: State, place: Place) -> Iterator[Finding]:
    marked, right = deal.president, state.president
    if right is not None and marked not in (None, right):
        did = "leads the first trick" if deal.bids is None else "won the auction"
        why = f"P{marked} is marked as the president, but P{right} {did}"
        if deal.friend_player == right:
            why = f"{why}, and is marked as the friend: are the marks swapped?"
        fix = None if deal.friend_player == right else place.right(right, "/president")
        yield place.finding(codes.WRONG_ROLE, why, "/president", player=marked, fix=fix)


def _friend(deal: Deal, state: State, right: int | None, place: Place) -> Iterator[Finding]:
    marked = deal.friend_player
    swapped = marked == state.president and deal.president not in (None, marked)
    if marked in (None, right) or (swapped and right in (None, deal.president)):
        return  # swapped marks are reported for the president
    if marked == state.president:
        why = f"P{marked} is marked as the friend, but is the president"
    elif right is not None:
        why = f"P{marked} is marked as the friend, but the friend is P{right}"
    else:
        why = f"P{marked} is marked as the friend, but nobody was revealed as the friend"
    fix = None if right is None else place.right(right, "/friend_player")
    yield place.finding(codes.WRONG_ROLE, why, "/friend_player", player=marked, fix=fix)


def _holder(deal: Deal, state: State, place: Place) -> Iterator[Finding]:
    marked, named = deal.friend_player, deal.friend or ""
    if marked is None:
        return
    seat = seat_named(named)
    holders = [seat] if seat is not None else []
    holders += [seat for seat, hand in enumerate(deal.hands or ()) if named in hand]
    if marked == state.president or named == NONE or holders not in ([], [marked]):
        others = [seat for seat in holders if seat != state.president]
        yield from _friend(deal, state, next(iter(others), None), place)
    elif named in (*(deal.kitty or ()), *(deal.discard or ())):
        yield from _friend(deal, state, None, place)


def _finding(
    rule: Rule,
    why: str,
    number: int,
    field: str,
    player: int | None,
    place: Place,
    expected: int | None = None,
) -> Finding:
    where = f"/tricks/{number}/{field}"
    fix = None if expected is None else place.right(expected, where)
    return place.finding(rule, why, where, player=player, fix=fix)
