"""From one deal to the next: who deals, who was the last president, and the totals.

What a match carries over is for `MightyRules.next_round` to say. Where a deal was played out, the
next one is checked against that; where the record leaves something out, it is inferred.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Finding
from ..place import Place
from . import codes
from .cards import PLAYERS, SEATS
from .options import Options
from .record import Deal
from .rules.auction import MISDEAL, first_bidder, highest
from .rules.exchange import NONE
from .rules.mighty import MightyRules
from .rules.state import Outcome, State

# What follows from a deal that was played out


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


# What a record leaves out

LOOK_BACK = 50
"""The number of deals that are looked back at. So many are never thrown in one after the other, and
the time for a deal stays the same however long its match is.
"""


class Before(Struct, frozen=True):
    """What the deals before one say about it, as far as their records say it."""

    dealer: int | None = None
    last_president: int | None = None
    certain: bool = True
    """Whether no deal is missing that could have had a president."""


def before_of(rules: MightyRules, earlier: Sequence[Deal]) -> Before:
    """What some deals say about the one that follows them."""
    before = Before(certain=len(earlier) <= LOOK_BACK)
    for deal in earlier[-LOOK_BACK:]:
        before = after(rules, before, deal)
    return before


def after(rules: MightyRules, before: Before, deal: Deal) -> Before:
    """What a deal, and those before it, say about the one that follows."""
    bid = deal.highest_bid
    president = deal.president if bid is None else bid[0]
    if any(bid.call == MISDEAL for bid in deal.bids or ()):
        president = None
    friend = None if deal.friend == NONE else deal.friend_player
    dealer = before.dealer if deal.dealer is None else deal.dealer
    end = State(
        dealer=dealer or 0,
        last_president=before.last_president,
        outcome=Outcome(end=None, president=president, friend=friend),
    )
    following = rules.next_round(end)
    if president is not None:
        known = friend is not None or deal.friend == NONE
        return Before(following.dealer if known else None, following.last_president)
    thrown_in = deal.result is None or deal.result.end == "thrown-in"
    certain = before.certain and thrown_in and not deal.gap
    return Before(None if dealer is None else following.dealer, following.last_president, certain)


def dealer_of(options: Options, deal: Deal, before: Before) -> int | None:
    """Who deals: as is written, or follows from the auction, or from the deal before."""
    if deal.dealer is not None:
        return deal.dealer
    bids = list(deal.bids or ())
    first = bids[0].player if bids else None
    if first is not None and options.first_bidder == "dealer":
        return first
    if first is not None and options.first_bidder == "left-of-dealer":
        return (first - 1) % PLAYERS
    minimum = options.all_pass == "dealer-plays-minimum" and len(bids) > PLAYERS
    if minimum and highest(bids[:PLAYERS]) is None:
        return bids[PLAYERS].player
    return None if deal.gap else before.dealer


def _last_president(options: Options, deal: Deal, before: Before) -> int | None:
    """The president of the deal before, where that decides who bids first."""
    if options.first_bidder != "previous-president":
        return None
    unknown = before.last_president is None and not before.certain
    if (deal.gap or unknown or deal.dealer is None) and deal.bids:
        return deal.bids[0].player if deal.bids[0].player in SEATS else None
    return before.last_president


def start_of(options: Options, deal: Deal, before: Before) -> State:
    """The state in which a deal begins."""
    dealer = dealer_of(options, deal, before) or 0
    last_president = _last_president(options, deal, before)
    totals = deal.totals
    if totals is None or len(totals) != PLAYERS:
        return State(dealer=dealer, last_president=last_president)
    return State(dealer=dealer, last_president=last_president, totals=totals)
