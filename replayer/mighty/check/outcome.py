"""Checks the result of a deal: how it ended, points, score and payoffs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from .. import codes
from ..cards import PLAYERS
from ..options import Options
from ..record import Deal, Result
from ..rules.auction import contract_of
from ..rules.exchange import NONE
from ..rules.mighty import MightyRules
from ..rules.scoring import ALL_POINTS, paid_president, payoffs, settled, shares
from ..rules.state import Outcome, State
from .marks import as_marked
from .settlements import ENDS, check_settlement, show, unsettled


def outcomes(rules: MightyRules, deal: Deal, end: State) -> list[Outcome]:
    """How a deal that was played out ended: by its play, and where they differ, by its marks.

    Wrong marks are reported; what follows from them is not reported once more.
    """
    if end.outcome is None:
        return []
    found = [end.outcome]
    if len(end.tricks) == len(deal.tricks) and end.outcome.president is not None:
        marked = as_marked(deal, end)
        if marked is not None:
            found.append(rules.outcome(marked))
    return found


def check_result(rules: MightyRules, deal: Deal, state: State, place: Place) -> Iterator[Finding]:
    """Compare the result of a deal with its play, which is replayed up to `state`.

    What is written may follow from other figures that are: only the first wrong one is reported.
    """
    result, options = deal.result, rules.options
    if result is None:
        return
    possible = outcomes(rules, deal, state)
    if not possible and deal.ended is not None:
        yield from _points(result, place)  # Nothing else follows from a rule.
        return
    if not possible:
        by_result = unplayed(deal, result, state)
        possible = [] if by_result is None else [by_result]
    if not possible:
        found = list(_unfinished(result, place))
        yield from found
        if found and result.end is not None and deal.tricks and state.phase == "play":
            # Whatever else is played, the figures must fit together.
            figures = replace(deal, tricks=())
            yield from (
                each
                for each in check_result(rules, figures, state, place)
                if each.rule in (codes.WRONG_SCORE, codes.WRONG_PAYOFFS)
            )
        return
    outcome = possible[0]
    if outcome.end is not None:
        yield from _settled(options, deal, result, possible, place)
    elif deal.tricks and result.end in ("unfinished", "thrown-in"):
        why = f"the result says {result.end!r}, but all tricks were played"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end")
    else:
        found = [
            list(check_settlement(unsettled(options, deal, each), result, place))
            for each in possible
        ]
        yield from min(found, key=len)


def _settled(
    options: Options, deal: Deal, result: Result, possible: Sequence[Outcome], place: Place
) -> Iterator[Finding]:
    """Compare a result with what follows from the play: the first outcome that is `possible`."""
    outcome = possible[0]
    accepted = [*possible, *_by_points(options, deal, result, outcome)]
    thrown_in = outcome.end == "thrown-in"
    points, value = (0, 0) if thrown_in else (outcome.points, outcome.score)
    if result.end is not None and result.end not in [each.end for each in accepted]:
        why = f"the result says {result.end!r}, but the deal {ENDS[outcome.end or 'won']}"
        fix = place.right(outcome.end, "/result/end")
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end", fix=fix)
    if result.points not in [None, points, *(each.points for each in possible)]:
        why = f"the result says {result.points} points, but the side took {points}"
        fix = place.right(points, "/result/points")
        yield place.finding(codes.WRONG_POINTS, why, "/result/points", fix=fix)
    if result.score not in [None, value, *(each.score for each in accepted)]:
        why = f"the score is given as {result.score}, but the formula gives {value}"
        fix = place.right(value, "/result/score")
        yield place.finding(codes.WRONG_SCORE, why, "/result/score", fix=fix)
    paid = [*_paid(result, possible), *(each.payoffs for each in accepted)]
    due = (0,) * PLAYERS if thrown_in else outcome.payoffs or ()
    if result.payoffs is not None and result.payoffs not in [due, *paid]:
        why = f"the payoffs are {show(result.payoffs)}, but by the score they are {show(due)}"
        fix = place.right(due, "/result/payoffs") if due else None
        yield place.finding(codes.WRONG_PAYOFFS, why, "/result/payoffs", fix=fix)


def _by_points(options: Options, deal: Deal, result: Result, outcome: Outcome) -> list[Outcome]:
    """The outcome that follows from the points as they are written, where they are."""
    unknown = outcome.contract is None or outcome.contract.points is None
    if unknown or outcome.president is None or None in (result.points, outcome.points):
        return []
    counted = replace(outcome, points=result.points)
    return [settled(options, counted, solo=deal.friend == NONE)]


def _paid(result: Result, possible: Sequence[Outcome]) -> Iterator[tuple[int, ...]]:
    """The payoffs that follow from the score as it is written, where it is."""
    for each in possible:
        if result.score is not None and each.points is not None and each.president is not None:
            yield payoffs(result.score, each.president, each.friend)
        if each.payoffs is not None:
            yield each.payoffs


def _unfinished(result: Result, place: Place) -> Iterator[Finding]:
    if result.end is None:
        why = "a result is given, but the deal is not finished"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result")
    elif result.end != "unfinished":
        why = f"the result says {result.end!r}, but the deal is not finished"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end")
    elif result.score is not None or result.payoffs is not None:
        why = "the result says 'unfinished', but it gives a score: that of a finished deal"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end")
    else:
        yield from _points(result, place)


def _points(result: Result, place: Place) -> Iterator[Finding]:
    """Whether there are so many points, where it is not known who took them."""
    if not 0 <= (result.points or 0) <= ALL_POINTS:
        why = f"the result says {result.points} points, but there are {ALL_POINTS} in all"
        yield place.finding(codes.WRONG_POINTS, why, "/result/points")


def unplayed(deal: Deal, result: Result, state: State) -> Outcome | None:
    """What is known of the outcome where the play was not written down.

    None where the deal has not ended.
    """
    if result.end == "thrown-in":
        return None if deal.has_president else Outcome(end="thrown-in")
    if result.end == "unfinished" or deal.tricks or (deal.bids and state.phase == "auction"):
        return None
    bid = deal.highest_bid
    president = deal.president if bid is None else bid[0]
    return Outcome(
        end=None,
        president=president,
        friend=None if deal.friend_player == president else deal.friend_player,
        contract=contract_of(deal.contract or ""),
    )


def outcome_by_result(options: Options, deal: Deal, state: State) -> Outcome | None:
    """The outcome of a deal whose play was not written down, by all that its result says.

    The payoffs tell president and friend. None where the deal is not known to have ended.
    """
    result = deal.result
    outcome = None if result is None else unplayed(deal, result, state)
    if result is None or outcome is None or outcome.end == "thrown-in":
        return outcome
    solo = deal.friend == NONE
    president, friend, contract = outcome.president, outcome.friend, outcome.contract
    if president is not None and (friend is not None or solo):
        if contract is not None and contract.points is not None and result.points is not None:
            return settled(options, replace(outcome, points=result.points), solo)
        if result.score is not None:
            return replace(outcome, payoffs=payoffs(result.score, president, friend))
    if result.payoffs is None:
        return outcome if friend is not None or solo else replace(outcome, president=None)
    president = paid_president(result.payoffs) if president is None else president
    paid = None if president is None else shares(result.payoffs, president)
    if paid is None:
        return replace(outcome, president=None)
    value, friend = paid
    friend = friend if value else deal.friend_player
    if deal.friend_player not in (None, friend):
        # One of them is wrong.
        return replace(outcome, friend=deal.friend_player)
    return replace(outcome, president=president, friend=friend, payoffs=result.payoffs)
