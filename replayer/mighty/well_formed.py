"""Checks that a deal can be played at all: that every card, seat and contract in it exists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..game import IllegalAction
from . import codes
from .cards import HIDDEN_HANDS, HIDDEN_KITTY, PLAYERS, SEATS, TRUMPS
from .record import Deal
from .rules.auction import trump_breach
from .rules.deal import verify_deal
from .rules.state import Contract

_CONTRACT = re.compile(r"(0|[1-9][0-9]{0,2}|\?)([A-Z]|\?)")


def malformed(deal: Deal) -> tuple[str, IllegalAction] | None:
    """Find what keeps a deal from being played: the field (a JSON pointer in the deal) and why."""
    hands = HIDDEN_HANDS if deal.hands is None else deal.hands
    kitty = HIDDEN_KITTY if deal.kitty is None else deal.kitty
    try:
        verify_deal([*hands, kitty])
    except IllegalAction as breach:
        return _field(breach), breach
    for field, seat in _seats(deal):
        if seat is not None and seat not in SEATS:
            why = f"{seat} is no player: players are 0 to 4"
            return field, IllegalAction(codes.PLAYER_OUT_OF_RANGE, why)
    breach = None if deal.contract is None else _contract_breach(deal.contract)
    return None if breach is None else ("/contract", breach)


def _field(breach: IllegalAction) -> str:
    """The pile that is wrong, and the card in it, if it is a single one."""
    if breach.part is None:
        return "/hands"
    pile = f"/hands/{breach.part}" if breach.part < PLAYERS else "/kitty"
    return pile if breach.offset is None else f"{pile}/{breach.offset}"


def _seats(deal: Deal) -> Iterator[tuple[str, int | None]]:
    yield "/dealer", deal.dealer
    yield "/president", deal.president
    yield "/friend_player", deal.friend_player
    for number, bid in enumerate(deal.bids or ()):
        yield f"/bids/{number}/0", bid.player
    for number, trick in enumerate(deal.tricks):
        yield f"/tricks/{number}/lead", trick.lead
        yield f"/tricks/{number}/winner", trick.winner


def _contract_breach(word: str) -> IllegalAction | None:
    found = _CONTRACT.fullmatch(word)
    if found is None:
        why = f"{word!r} is no contract: a number and a trump are due, such as 15H or 16N"
        return IllegalAction(codes.NOT_A_BID, why)
    trump = found[2]
    return None if trump in (*TRUMPS, "?") else trump_breach(Contract(None, trump))
