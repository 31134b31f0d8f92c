"""Values that carry over from the previous deal: the dealer, the last president, the totals.

`MightyRules.next_round` determines these values. They are compared with the record if the previous
deal was played to its end or its result was recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from .. import codes
from ..cards import PLAYERS, SEATS
from ..options import Options
from ..record import Deal
from ..rules.auction import MISDEAL, PASS, first_bidder, highest
from ..rules.exchange import NONE
from ..rules.mighty import MightyRules
from ..rules.scoring import paid_president, payoffs, settled, shares
from ..rules.state import Outcome, State
from .result import outcomes, show, unplayed

# Facts from records

LOOK_BACK = 50
"""The number of previous deals to look at.

So many deals are never thrown in one after another, and the limit keeps the time per deal constant
in a match of any length.
"""


class Before(Struct, frozen=True):
    """Facts about a deal that can be derived from the records of the previous ones."""

    dealer: int | None = None
    last_president: int | None = None
    certain: bool = True
    """Whether all deals that could have had a president are recorded."""


def before_of(rules: MightyRules, earlier: Sequence[Deal]) -> Before:
    """Return what the records of the given deals show about the next deal."""
    before = Before(certain=len(earlier) <= LOOK_BACK)
    for deal in earlier[-LOOK_BACK:]:
        before = after(rules, before, deal)
    return before


def after(rules: MightyRules, before: Before, deal: Deal) -> Before:
    """Return what the record of a deal, and of those before it, shows about the next deal.

    `next_round` determines what carries over. The record may not say how the deal ended.
    """
    thrown_in = _was_thrown_in(rules.options, deal)
    president, friend, known = (None, None, False) if thrown_in else _sides(deal)
    dealer = before.dealer if deal.dealer is None else deal.dealer
    end = State(
        dealer=dealer or 0,
        last_president=_last_president(rules.options, deal, before),
        outcome=Outcome(end=None, president=president, friend=friend),
    )
    following, has_president = rules.next_round(end), president is not None
    return Before(
        dealer=following.dealer if known or (thrown_in and dealer is not None) else None,
        last_president=following.last_president if has_president or thrown_in else None,
        certain=has_president or (thrown_in and before.certain and not deal.gap),
    )


def _was_thrown_in(options: Options, deal: Deal) -> bool:
    """Return whether a deal is known to have been thrown in."""
    calls = [bid.call for bid in deal.bids or ()]
    passed = calls == [PASS] * PLAYERS and options.all_pass == "thrown-in"
    end = None if deal.result is None else deal.result.end
    by_calls = end is None and (passed or MISDEAL in calls)
    return deal.is_misdeal or by_calls or end == "thrown-in"


def _sides(deal: Deal) -> tuple[int | None, int | None, bool]:
    """Return the president and the friend of a deal, if they are marked or were paid.

    The last value says whether it is known who was the friend, if there was one.
    """
    bid = deal.highest_bid
    president = deal.president if bid is None else bid[0]
    marked = None if deal.friend == NONE or deal.friend_player == president else deal.friend_player
    payoffs = None if deal.result is None else deal.result.payoffs
    if payoffs is not None and any(payoffs):
        president = paid_president(payoffs) if president is None else president
        paid = None if president is None or marked is not None else shares(payoffs, president)
        if paid is not None:
            return president, paid[1], True
    return president, marked, president is not None and (marked is not None or deal.friend == NONE)


def dealer_of(options: Options, deal: Deal, before: Before) -> int | None:
    """Return who deals, according to the record, the auction or the previous deal."""
    bids = list(deal.bids or ())
    first, minimum = bids[0].player if bids else None, options.all_pass == "dealer-plays-minimum"
    bidding = None
    if first is not None and options.first_bidder == "dealer":
        bidding = first
    elif first is not None and options.first_bidder == "left-of-dealer":
        bidding = (first - 1) % PLAYERS
    elif minimum and len(bids) > PLAYERS and highest(bids[:PLAYERS]) is None:
        bidding = bids[PLAYERS].player
    possible = (deal.dealer, bidding, None if deal.gap else before.dealer)
    return next((each for each in possible if each is not None), None)


def _last_president(options: Options, deal: Deal, before: Before) -> int | None:
    """Return the president of the previous deal, if that determines who bids first."""
    found = before.last_president
    unknown = found is None and not before.certain
    if deal.bids and (deal.gap or unknown or deal.dealer is None):
        found = deal.bids[0].player if deal.bids[0].player in SEATS else None
    return found if options.first_bidder == "previous-president" else None


def start_of(options: Options, deal: Deal, before: Before) -> State:
    """Return the state in which a deal begins."""
    dealer, last = dealer_of(options, deal, before) or 0, _last_president(options, deal, before)
    state, totals = State(dealer=dealer, last_president=last), deal.totals or ()
    return replace(state, totals=totals) if len(totals) == PLAYERS else state


# Facts from replays


class Played(Struct, frozen=True):
    """The known values that carry over from one deal to the next.

    `end` is the last state of the first deal, if that was played to its end. `dealer` and
    `last_president` are for the next deal, and `totals` are the totals before it. `other_dealers`
    and `other_totals` are accepted too: they result from wrong totals, payoffs, scores, dealers or
    marks, which are reported where they occur.
    """

    end: State | None = None
    dealer: int | None = None
    other_dealers: tuple[int | None, ...] = ()
    last_president: int | None = None
    totals: tuple[int, ...] | None = None
    other_totals: tuple[tuple[int, ...] | None, ...] = ()


def played(rules: MightyRules, before: Played | None, deal: Deal, last: State) -> Played:
    """Return what carries over from a deal, after its replay up to the state `last`.

    If a deal's result was recorded but not its play, the result is used.
    """
    over, outcome = last.outcome is not None, _outcome(rules.options, deal, last)
    if outcome is None:
        return Played()
    following = rules.next_round(replace(last, outcome=outcome))
    # Consequences of a wrong figure are accepted, since the figure itself is reported.
    others = [*(outcomes(rules, deal, last) if over else ()), *_by_figures(deal, outcome)]
    if outcome.end == "thrown-in":  # the dealer deals again: the one named, or the one expected
        paid, dealers = (0,) * PLAYERS, [due_dealer(before, deal)]
    else:
        paid = outcome.payoffs
        dealers = [rules.next_round(replace(last, outcome=each)).dealer for each in others]
    known = _dealer_follows(deal, outcome)
    expected, written = _totals_before(before, deal), deal.totals
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


def _outcome(options: Options, deal: Deal, last: State) -> Outcome | None:
    """Return the outcome of a deal according to its play or else its result; None if unknown."""
    outcome = last.outcome
    if outcome is None and deal.is_misdeal:
        outcome = Outcome(end="thrown-in")
    elif outcome is None and deal.ended is None:
        outcome = _outcome_by_result(options, deal, last)
    return outcome


def _outcome_by_result(options: Options, deal: Deal, state: State) -> Outcome | None:
    """Return the outcome of a deal whose play was not recorded, according to all of its result.

    None if the deal is not known to have ended.
    """
    result = deal.result
    outcome = None if result is None else unplayed(deal, result, state)
    if result is None or outcome is None or outcome.end == "thrown-in":
        return outcome
    president, friend, known = _sides(deal)
    paid = None if president is None else shares(result.payoffs or (), president)
    if president is None or not (known or paid):
        return replace(outcome, president=None)
    marked, contract = outcome.friend is not None or deal.friend == NONE, outcome.contract
    outcome = replace(outcome, president=president, friend=friend)
    if marked:  # the payoffs follow from the points, or from the score, rather than as written
        if contract is not None and contract.points is not None and result.points is not None:
            return settled(options, replace(outcome, points=result.points), deal.friend == NONE)
        if result.score is not None:
            return replace(outcome, payoffs=payoffs(result.score, president, friend))
    # Payoffs as written count only if they are those of this president and friend.
    agrees = paid is not None and (paid[0] == 0 or paid[1] == friend)
    return replace(outcome, payoffs=result.payoffs) if agrees else outcome


def _by_figures(deal: Deal, outcome: Outcome) -> Iterator[Outcome]:
    """Yield the outcome according to the recorded payoffs, and according to the recorded score."""
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
    expected = None if before is None or deal.gap else before.totals
    if expected is None and deal.totals is not None and sum(deal.totals) == 0:
        expected = deal.totals
    begins = before is None and not deal.gap and deal.totals is None
    return (0,) * PLAYERS if begins else expected


def _dealer_follows(deal: Deal, outcome: Outcome) -> bool:
    """Return whether the next dealer is known: the friend, or the dealer of a misdeal."""
    thrown_in = outcome.end == "thrown-in"
    known = deal.dealer if thrown_in else outcome.president
    is_settled = outcome.points is not None or outcome.friend is not None or deal.friend == NONE
    return known is not None and (thrown_in or is_settled or any(outcome.payoffs or ()))


def _sum(totals: Sequence[int] | None, paid: Sequence[int] | None) -> tuple[int, ...] | None:
    if totals is None or paid is None or len(totals) != len(paid):
        return None
    return tuple(total + more for total, more in zip(totals, paid, strict=True))


def follows(
    before: Played | None, written: Deal, now: Deal, read: Deal, place: Place
) -> list[Finding]:
    """Return where a deal contradicts the previous one.

    `written` is the deal as written, `now` is the deal with its known values, and `read` is the
    deal as read.
    """
    totals, dealer = list(_totals(before, now, place)), list(_dealer(before, written, now, place))
    if not (totals and dealer and read.dealer == now.dealer):
        return [*dealer, *totals]
    # If both totals and dealer jump, that is one slip, which is probably elsewhere.
    why = f"{dealer[0].message}, and {totals[0].message}: is a deal missing?"
    return [totals[0].but(message=why, fix=None)]


def _dealer(before: Played | None, written: Deal, now: Deal, place: Place) -> Iterator[Finding]:
    expected = _other_dealer(before, now)
    if expected is None or (written.dealer is None and not now.bids):
        return  # without an auction, a dealer who is not named was inferred
    said, field, fix = f"P{now.dealer} deals", "/dealer", place.right(expected, "/dealer")
    if written.dealer is None and now.bids:
        said = f"P{now.bids[0].player} bids first, as if P{now.dealer} had dealt"
        field, fix = "/bids/0", None
    why = f"{said}, but P{expected} should deal after deal {place.number - 1}"
    yield place.finding(codes.DEALER_DOES_NOT_FOLLOW, why, field, player=now.dealer, fix=fix)


def due_dealer(before: Played | None, now: Deal) -> int | None:
    """Return who deals after the previous deal, or None if unknown."""
    return None if before is None or now.gap else before.dealer


def _other_dealer(before: Played | None, now: Deal) -> int | None:
    """Return who should deal instead of the dealer who is named, or None if that may be right."""
    expected = due_dealer(before, now)
    others = () if before is None else before.other_dealers
    return None if now.dealer in (None, expected, *others) else expected


def with_due_dealer(options: Options, before: Played | None, now: Deal) -> Deal:
    """Return the deal with the expected dealer, if the auction contradicts the named one."""
    expected = _other_dealer(before, now)
    confirmed = (
        before is not None
        and expected is not None
        and bool(now.bids)
        and now.bids[0].player == first_bidder(options, expected, before.last_president)
    )
    return replace(now, dealer=expected) if confirmed else now


def _totals(before: Played | None, now: Deal, place: Place) -> Iterator[Finding]:
    known = None if now.gap else before
    expected = None if known is None else known.totals
    others = () if known is None else known.other_totals
    if now.totals is None or (known is not None and now.totals in (expected, *others)):
        return
    why = ""
    if sum(now.totals) != 0:
        why = f"the totals {show(now.totals)} sum to {sum(now.totals)}, not to zero"
    elif expected is not None:
        after = f"after deal {place.number - 1} {show(expected)}"
        why = f"the totals are {show(now.totals)}, but {after}"
    fix = None if expected is None else place.right(expected, "/totals")
    if why:
        yield place.finding(codes.TOTALS_DO_NOT_FOLLOW, why, "/totals", fix=fix)
