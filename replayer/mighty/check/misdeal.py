"""Checks a misdeal claimed after the friend is named and before the first card is played."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Finding
from ...check import Place
from .. import codes
from ..cards import SEATS
from ..record import Deal
from ..rules.auction import MISDEAL
from ..rules.mighty import MightyRules
from ..rules.state import State


def check_misdeal(rules: MightyRules, deal: Deal, state: State, place: Place) -> Iterator[Finding]:
    """Check a claim of a misdeal after the auction, replayed up to `state`."""
    if not deal.claims_misdeal or state.engine is None:
        return
    yield from _check_fields(deal, place)
    player = None if deal.ended is None else deal.ended.by
    if player is None or player not in SEATS or state.outcome is not None:
        return  # reported for every game
    worth, reason = state.engine.least_half_points(player), None
    if rules.options.misdeal != "half-point-before-play":
        reason = 3
    elif deal.tricks or (deal.friend is None and _says_how_far(deal)):
        reason = 4
    elif worth > 1 and (player != state.president or deal.discard is not None):
        reason = 2
    if reason is not None:
        said = codes.MISDEAL_NOT_ALLOWED.reasons[reason]
        why = said.format(player=player, worth=f"{worth / 2:g}")
        yield place.finding(codes.MISDEAL_NOT_ALLOWED, why, "/ended", player=player)


def _says_how_far(deal: Deal) -> bool:
    """Return whether a deal without a named friend shows which decision was the last one."""
    return any(each is not None for each in (deal.bids, deal.discard, deal.contract))


def _check_fields(deal: Deal, place: Place) -> Iterator[Finding]:
    """Check the fields of an end that are required for the claim of a misdeal."""
    ended = deal.ended
    assert ended is not None
    for field, written, right in (("how", ended.how, "claim"), ("claim", ended.claim, MISDEAL)):
        if written != right:
            fix = place.fix(f"write {right}", f"/ended/{field}", right, safe=False)
            why = f"a misdeal is claimed: expected {right!r}, found {written!r}"
            where = f"/ended/{field}"
            yield place.finding(codes.MISDEAL_NOT_ALLOWED, why, where, player=ended.by, fix=fix)
    if ended.accepted is False:
        why = "a misdeal that is not accepted does not end the deal"
        where = "/ended/accepted"
        yield place.finding(codes.MISDEAL_NOT_ALLOWED, why, where, player=ended.by)
