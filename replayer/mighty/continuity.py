"""Checks what a deal takes over from the deal before: who deals, and the totals.

What that is, `MightyRules.next_round` says; this compares it with the record, where the deal before
was played out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Finding
from ..check import Place
from . import codes
from .options import Options
from .record import Deal
from .rules.auction import first_bidder
from .rules.state import State


class Played(Struct, frozen=True):
    """A replayed deal; if it was played out, its last state, and the first of the next deal."""

    deal: Deal
    end: State | None = None
    following: State | None = None


def follows(before: Played | None, now: Deal, place: Place) -> Iterator[Finding]:
    """What in a deal does not follow from the deal before."""
    if now.totals is not None and sum(now.totals) != 0:
        why = f"the totals {_show(now.totals)} sum to {sum(now.totals)}, and not to zero"
        yield place.finding(codes.TOTALS_DO_NOT_FOLLOW, why, "/totals")
    elif before is not None and not now.gap:
        yield from _totals(before, now, place)
    dealer = due_dealer(before, now)
    if dealer is not None and now.dealer is not None and now.dealer != dealer:
        why = f"P{now.dealer} deals, but after deal {place.number - 1} it is P{dealer}"
        yield place.finding(codes.DEALER_DOES_NOT_FOLLOW, why, "/dealer", player=now.dealer)


def due_dealer(before: Played | None, now: Deal) -> int | None:
    """Who deals after the deal before; None where that is not known."""
    if before is None or before.following is None or before.end is None or now.gap:
        return None
    outcome = before.end.outcome
    # Where it is not known who was the friend, it is not known who deals.
    known = outcome is not None and (outcome.end == "thrown-in" or outcome.points is not None)
    return before.following.dealer if known else None


def with_due_dealer(options: Options, before: Played | None, now: Deal) -> Deal:
    """The deal with the dealer who is due, where the auction shows that a wrong one is named."""
    due = due_dealer(before, now)
    if due is None or now.dealer in (None, due) or not now.bids or before is None:
        return now
    last = None if before.following is None else before.following.last_president
    confirmed = now.bids[0].player == first_bidder(options, due, last)
    return replace(now, dealer=due) if confirmed else now


def _totals(before: Played, now: Deal, place: Place) -> Iterator[Finding]:
    end, following = before.end, before.following
    outcome = None if end is None else end.outcome
    known = outcome is not None and outcome.end is not None and before.deal.totals is not None
    if now.totals is None or following is None or not known or now.totals == following.totals:
        return
    due, number = _show(following.totals), place.number - 1
    why = f"the totals are {_show(now.totals)}, but after deal {number} {due}"
    yield place.finding(codes.TOTALS_DO_NOT_FOLLOW, why, "/totals")


def _show(totals: Sequence[int]) -> str:
    return " ".join(map(str, totals))
