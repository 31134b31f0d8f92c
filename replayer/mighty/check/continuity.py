"""Checks what carries over from the previous deal: the dealer and the totals.

`MightyRules.next_round` decides what carries over; this compares it with the record, if the
previous deal was played out or its result was recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from .. import codes
from ..cards import PLAYERS
from ..options import Options
from ..record import Deal
from ..rules.auction import first_bidder
from ..rules.exchange import NONE
from ..rules.mighty import MightyRules
from ..rules.scoring import paid_president, payoffs, shares
from ..rules.state import Outcome, State
from .outcome import outcome_by_result, outcomes


class Played(Struct, frozen=True):
    """The values that carry over from a deal to the next one, as far as they are known.

    `end` is its last state, if it was played out. `dealer` and `last_president` are those of the
    next deal; `totals` are those before it. `other_dealers` and `other_totals` are those that
    follow from wrong totals, payoffs, scores, dealers or marks, which are reported where they are.
    """

    end: State | None = None
    dealer: int | None = None
    other_dealers: tuple[int | None, ...] = ()
    last_president: int | None = None
    totals: tuple[int, ...] | None = None
    other_totals: tuple[tuple[int, ...] | None, ...] = ()


def played(rules: MightyRules, before: Played | None, deal: Deal, last: State) -> Played:
    """Return what carries over from a deal, after its replay up to the state `last`.

    If only the result of a deal was recorded, the result is used.
    """
    over = last.outcome is not None
    outcome = last.outcome if over else outcome_by_result(rules.options, deal, last)
    if outcome is None or (deal.ended is not None and not over):
        return Played()
    following = rules.next_round(replace(last, outcome=outcome))
    expected, written = _totals_before(before, deal), deal.totals
    thrown_in = outcome.end == "thrown-in"
    paid = (0,) * PLAYERS if thrown_in else outcome.payoffs
    others = [*(outcomes(rules, deal, last) if over else ()), *_by_figures(deal, outcome)]
    dealers = [rules.next_round(replace(last, outcome=each)).dealer for each in others]
    if thrown_in:
        dealers = [due_dealer(before, deal)]
    known = _dealer_follows(deal, outcome)
    payments = {paid, *(each.payoffs for each in others)}
    return Played(
        end=last if over else None,
        dealer=following.dealer if known else None,
        other_dealers=tuple(dealers) if known else (),
        last_president=following.last_president,
        totals=_sum(expected, paid),
        other_totals=tuple(
            [_sum(before, each) for before in {expected, written} for each in payments]
        ),
    )


def _by_figures(deal: Deal, outcome: Outcome) -> Iterator[Outcome]:
    """Yield the outcome by the payoffs of the result, and by its score."""
    result, president = deal.result, outcome.president
    if result is not None and result.payoffs is not None:
        paid = paid_president(result.payoffs)
        _, friend = (None if paid is None else shares(result.payoffs, paid)) or (None, None)
        by_payoffs = replace(outcome, payoffs=result.payoffs)
        yield by_payoffs if paid is None else replace(by_payoffs, president=paid, friend=friend)
    if result is not None and result.score is not None and president is not None:
        yield replace(outcome, payoffs=payoffs(result.score, president, outcome.friend))


def _totals_before(before: Played | None, deal: Deal) -> tuple[int, ...] | None:
    """Return the totals before a deal, or None if unknown; a match begins with zeros."""
    if before is None and not deal.gap and deal.totals is None:
        return (0,) * PLAYERS
    expected = None if before is None or deal.gap else before.totals
    if expected is None and deal.totals is not None and sum(deal.totals) == 0:
        return deal.totals
    return expected


def _dealer_follows(deal: Deal, outcome: Outcome) -> bool:
    """Return whether the next dealer is known: the friend, or the dealer of a misdeal."""
    if outcome.end == "thrown-in":
        return deal.dealer is not None
    is_settled = (
        outcome.points is not None or outcome.friend is not None or any(outcome.payoffs or ())
    )
    return outcome.president is not None and (is_settled or deal.friend == NONE)


def _sum(totals: Sequence[int] | None, paid: Sequence[int] | None) -> tuple[int, ...] | None:
    if totals is None or paid is None or len(totals) != len(paid):
        return None
    return tuple(total + more for total, more in zip(totals, paid, strict=True))


def follows(
    before: Played | None, written: Deal, now: Deal, read: Deal, place: Place
) -> list[Finding]:
    """Yield what in a deal does not follow from the previous deal.

    The deal is `written` like this; what is known of it is `now`, and it is `read` with this
    dealer.
    """
    totals, dealer = list(_totals(before, now, place)), list(_dealer(before, written, now, place))
    if not (totals and dealer and read.dealer == now.dealer):
        return [*dealer, *totals]
    # Totals and dealer jump together: that is one slip, and probably in neither of them.
    why = f"{dealer[0].message}, and {totals[0].message}: is a deal missing?"
    return [totals[0].but(message=why, fix=None)]


def _dealer(before: Played | None, written: Deal, now: Deal, place: Place) -> Iterator[Finding]:
    expected = due_dealer(before, now)
    if before is None or expected is None or now.dealer in (None, expected, *before.other_dealers):
        return
    if written.dealer is None and not now.bids:
        return  # this dealer was inferred
    why, field = (
        f"P{now.dealer} deals, but after deal {place.number - 1} it is P{expected}",
        "/dealer",
    )
    if written.dealer is None and now.bids:
        first, field = now.bids[0].player, "/bids/0"
        as_if = f"P{first} bids first, as if P{now.dealer} had dealt"
        why = f"{as_if}, but after deal {place.number - 1} P{expected} deals"
    fix = place.right(expected, field) if field == "/dealer" else None
    yield place.finding(codes.DEALER_DOES_NOT_FOLLOW, why, field, player=now.dealer, fix=fix)


def due_dealer(before: Played | None, now: Deal) -> int | None:
    """Return who deals after the previous deal, or None if unknown."""
    return None if before is None or now.gap else before.dealer


def with_due_dealer(options: Options, before: Played | None, now: Deal) -> Deal:
    """Return the deal with the expected dealer, if the auction contradicts the named one."""
    expected = due_dealer(before, now)
    if before is None or expected is None or not now.bids:
        return now
    if now.dealer in (None, expected, *before.other_dealers):
        return now
    confirmed = now.bids[0].player == first_bidder(options, expected, before.last_president)
    return replace(now, dealer=expected) if confirmed else now


def _totals(before: Played | None, now: Deal, place: Place) -> Iterator[Finding]:
    before = None if now.gap else before
    expected = None if before is None else before.totals
    if now.totals is None or (before and now.totals in (expected, *before.other_totals)):
        return
    if sum(now.totals) != 0:
        why = f"the totals {_show(now.totals)} sum to {sum(now.totals)}, not to zero"
        fix = None if expected is None else place.right(expected, "/totals")
        yield place.finding(codes.TOTALS_DO_NOT_FOLLOW, why, "/totals", fix=fix)
    elif expected is not None:
        after = f"after deal {place.number - 1} {_show(expected)}"
        why = f"the totals are {_show(now.totals)}, but {after}"
        fix = place.right(expected, "/totals")
        yield place.finding(codes.TOTALS_DO_NOT_FOLLOW, why, "/totals", fix=fix)


def _show(totals: Sequence[int]) -> str:
    return " ".join(map(str, totals))
