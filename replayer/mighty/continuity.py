"""From one deal to the next: who deals, and the running totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ...findings import Finding
from ..place import Place
from . import codes
from .record import Deal
from .state import State


class Played(Struct, frozen=True):
    """A deal, and the state after it where it was played to its end without a fault."""

    deal: Deal
    end: State | None


def follows(before: Played | None, now: Deal, place: Place) -> Iterator[Finding]:
    """What in the head of a deal does not follow from the deal before it."""
    if now.totals is not None and sum(now.totals) != 0:
        why = f"the totals {_show(now.totals)} sum to {sum(now.totals)}, and not to zero"
        yield place.finding(codes.TOTALS_DO_NOT_FOLLOW, why, "/totals")
    elif before is not None and not now.gap:
        yield from _totals(before, now, place)
    end = None if before is None or now.gap else before.end
    dealer = None if end is None else next_dealer(end)
    if dealer is not None and now.dealer is not None and now.dealer != dealer:
        why = f"P{now.dealer} deals, but after deal {place.number - 1} it is P{dealer}"
        yield place.finding(codes.DEALER_DOES_NOT_FOLLOW, why, "/dealer", player=now.dealer)


def next_dealer(end: State) -> int | None:
    """Who deals after a deal, None where it is not known who was the friend."""
    outcome = end.outcome
    known = outcome is not None and (outcome.end == "thrown-in" or outcome.points is not None)
    return end.dealer if known else None


def _totals(before: Played, now: Deal, place: Place) -> Iterator[Finding]:
    end, start = before.end, before.deal.totals
    outcome = None if end is None else end.outcome
    if now.totals is None or start is None or outcome is None or outcome.end is None:
        return
    paid = outcome.payoffs or (0,) * len(start)
    due = tuple(map(sum, zip(start, paid, strict=False)))
    if now.totals != due:
        number = place.number - 1
        why = f"the totals are {_show(now.totals)}, but after deal {number} {_show(due)}"
        yield place.finding(codes.TOTALS_DO_NOT_FOLLOW, why, "/totals")


def _show(totals: Sequence[int]) -> str:
    return " ".join(map(str, totals))
