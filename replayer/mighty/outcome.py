"""Whether a deal ended as its record says: points, outcome, score and payoffs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...findings import Finding
from ..place import Place
from . import codes
from .cards import TRUMPS
from .options import Options
from .record import Deal, Result, declared_solo
from .rules.auction import contract_of
from .rules.exchange import NONE
from .rules.scoring import bids_for, payoffs, settled, shares
from .rules.state import Outcome, State

_ENDS = {"won": "is won", "lost": "is lost", "thrown-in": "is thrown in"}


def check_result(options: Options, deal: Deal, state: State, place: Place) -> Iterator[Finding]:
    """Compare a result with what came of the play, which is replayed up to `state`."""
    said, outcome = deal.result, state.outcome
    if said is None:
        return
    if outcome is None:
        outcome = _told(options, deal, said, state)
    if outcome is None:
        yield from _unfinished(said, place)
        return
    if outcome.end is not None and said.end not in (None, outcome.end):
        why = f"the result says {said.end!r}, but the deal {_ENDS[outcome.end]}"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end")
    elif outcome.end is None and said.end in ("unfinished", "thrown-in"):
        why = f"the result says {said.end!r}, but all tricks were played"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end")
    thrown_in = outcome.end == "thrown-in"
    points = 0 if thrown_in else outcome.points
    if said.points is not None and points is not None and said.points != points:
        why = f"the result says {said.points} points, but the side took {points}"
        yield place.finding(codes.WRONG_POINTS, why, "/result/points")
    score = said.score if outcome.score is None else outcome.score
    score = 0 if thrown_in else score
    if said.score is not None and said.score != score:
        why = f"the score is given as {said.score}, but the formula gives {score}"
        yield place.finding(codes.WRONG_SCORE, why, "/result/score")
    elif outcome.score is None and points is not None and not thrown_in:
        yield from _of_no_contract(options, deal, said, outcome, place)
    yield from _payoffs(said, outcome, score, place)


def _of_no_contract(
    options: Options, deal: Deal, said: Result, outcome: Outcome, place: Place
) -> Iterator[Finding]:
    """A score, or payoffs, that no contract gives, where that of the deal is not known."""
    contract, points = outcome.contract, outcome.points or 0
    value, field = said.score, "score"
    if value is None and said.payoffs is not None and outcome.president is not None:
        paid, field = shares(said.payoffs, outcome.president), "payoffs"
        value = None if paid is None else paid[0]
    if value is None:
        return
    trumps = TRUMPS if contract is None else contract.trump
    solos = declared_solo(deal)
    if not any(bids_for(options, trump, points, value, solos) for trump in trumps):
        rule = codes.WRONG_SCORE if field == "score" else codes.WRONG_PAYOFFS
        why = f"no contract gives a score of {value} to a side with {points} points"
        yield place.finding(rule, why, f"/result/{field}")


def _unfinished(said: Result, place: Place) -> Iterator[Finding]:
    if said.end is None:
        why = "a result is given, but the deal is not finished"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result")
    elif said.end != "unfinished":
        why = f"the result says {said.end!r}, but the deal is not finished"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end")


def _told(options: Options, deal: Deal, said: Result, state: State) -> Outcome | None:
    """What a result would be by its own points, where nobody wrote down how it came about."""
    if said.end == "thrown-in":
        decided = (deal.bids, deal.president, deal.discard, deal.contract, deal.friend)
        untold = not deal.tricks and all(each is None for each in decided)
        return Outcome(end="thrown-in") if untold else None
    if said.end == "unfinished" or deal.tricks or (deal.bids and state.phase == "auction"):
        return None
    sides_known = deal.friend_player is not None or deal.friend == NONE
    told = Outcome(
        end=None,
        president=deal.president if sides_known else None,
        friend=deal.friend_player,
        contract=contract_of(deal.contract or ""),
        points=said.points,
    )
    return settled(options, told, solo=deal.friend == NONE)


def _payoffs(said: Result, outcome: Outcome, score: int | None, place: Place) -> Iterator[Finding]:
    if said.payoffs is None:
        return
    president, known = outcome.president, outcome.points is not None
    due: Sequence[int] | None = None
    if outcome.end == "thrown-in":
        due = (0,) * len(said.payoffs)
    elif score is not None and president is not None and known:
        due = payoffs(score, president, outcome.friend)
    elif president is not None and shares(said.payoffs, president) is None:
        why = (
            f"no score is paid as {_show(said.payoffs)}: P{president} gets twice it and the friend"
        )
        yield place.finding(
            codes.WRONG_PAYOFFS, f"{why} once, or four times it when alone", "/result/payoffs"
        )
        return
    elif president is not None and known:
        value, _ = shares(said.payoffs, president) or (0, None)
        due = payoffs(value, president, outcome.friend)
    if due is not None and said.payoffs != due:
        why = f"the payoffs are {_show(said.payoffs)}, but by the score they are {_show(due)}"
        yield place.finding(codes.WRONG_PAYOFFS, why, "/result/payoffs")
    elif due is None and sum(said.payoffs):
        why = f"the payoffs sum to {sum(said.payoffs)}, and not to zero"
        yield place.finding(codes.WRONG_PAYOFFS, why, "/result/payoffs")


def _show(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
