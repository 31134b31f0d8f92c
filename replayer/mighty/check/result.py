"""Checks the result of a deal: how it ended, its points, its score and its payoffs.

A result must agree with a possible settlement of the deal. After a complete play, there is only
one; if the play or the contract was not recorded, there are many. If the result agrees with none,
either some of its fields are wrong (as few as can explain this), or it was calculated from another
wrong value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from .. import codes
from ..options import Options
from ..record import Deal, Result
from ..rules.auction import contract_of
from ..rules.mighty import MightyRules
from ..rules.scoring import ALL_POINTS
from ..rules.state import Outcome, State
from .marks import as_marked
from .settlements import FIELDS, Way, ways, without

_RULES = {
    "end": codes.WRONG_OUTCOME,
    "score": codes.WRONG_SCORE,
    "points": codes.WRONG_POINTS,
    "payoffs": codes.WRONG_PAYOFFS,
}
_ENDS = {"won": "was won", "lost": "was lost", "thrown-in": "was thrown in"}
_SIDE = "the president's side"


def check_result(rules: MightyRules, deal: Deal, state: State, place: Place) -> Iterator[Finding]:
    """Compare the result of a deal with its play, which is replayed up to `state`."""
    result = deal.result
    possible = [] if result is None else outcomes(rules, deal, state)
    if result is None or any(_agrees(each, result) for each in possible):
        return
    if not possible and deal.ended is None:
        by_result = unplayed(deal, result, state)
        possible = [] if by_result is None else [by_result]
    if possible:
        yield from _unlike(rules.options, deal, possible, result, place)
    elif deal.ended is not None:
        yield from _points(result, place)  # The rules determine nothing else.
    else:
        yield from _unfinished(result, place)
        if result.end not in (None, "unfinished") and deal.tricks and state.phase == "play":
            # The numbers must fit together, whatever was played.
            figures = check_result(rules, replace(deal, tricks=()), state, place)
            of_score = (codes.WRONG_SCORE, codes.WRONG_PAYOFFS)
            yield from (each for each in figures if each.rule in of_score)


def _unlike(
    options: Options, deal: Deal, possible: Sequence[Outcome], result: Result, place: Place
) -> Iterator[Finding]:
    """Yield the errors in a result, which agrees with none of the possible outcomes."""
    end, over = possible[0].end, possible[0].end is not None or bool(deal.tricks)
    if over and result.end in ("unfinished", "thrown-in") and end != result.end:
        is_so = "all tricks were played" if end != "thrown-in" else f"the deal {_ENDS[end]}"
        fix = None if end is None else place.right(end, "/result/end")
        why = f"the result is {result.end!r}, but {is_so}"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end", fix=fix)
        return
    # The way with the fewest errors is the most likely one.
    found = [
        (each, each.doubted(result))
        for outcome in possible
        for each in ways(options, deal, outcome, result, place)
    ]
    fewest = min(found, key=lambda each: len(each[1]) + (each[0].slip is not None))
    yield from _wrong(*fewest, result, place)


def _agrees(outcome: Outcome, result: Result) -> bool:
    """Return whether all fields of a result agree with the outcome of a complete play."""
    fields = (getattr(result, each) in (None, getattr(outcome, each)) for each in FIELDS)
    return outcome.end is not None and all(fields)


def _wrong(way: Way, doubted: Sequence[str], result: Result, place: Place) -> Iterator[Finding]:
    """Yield the errors in a result settled this way, given its wrong fields."""
    if way.slip is not None:
        yield way.slip
    left = way.agreeing(without(result, doubted))
    if "score" in doubted and way.is_paid(result):
        doubted = [field for field in doubted if field != "payoffs"]
    for field in doubted:
        right, where = way.right(field, left), f"/result/{field}"
        sure = right is not None and (len(doubted) == 1 or len(way.settlements) == 1)
        fix = place.right(right, where) if sure else None
        yield place.finding(_RULES[field], _why(way, result, field, right), where, fix=fix)


def _why(way: Way, result: Result, field: str, right: Any) -> str:
    """Return why a field of a result is wrong; `right` is the correct value, or None if unknown."""
    match field:
        case "end":
            is_so = "ends differently" if right is None else _ENDS[right]
            return f"the result is {result.end!r}, but the deal {is_so}"
        case "points":
            why = f"the result has {result.points} points, but"
            if right is None or not 0 <= (result.points or 0) <= ALL_POINTS:
                return f"{why} there are {ALL_POINTS} in all"
            return f"{why} {f'{_SIDE} took' if way.known else 'the score is for'} {right}"
        case "score":
            if right is None:
                return f"no contract gives a score of {result.score}"
            by = "the formula gives" if way.known else "the payoffs are for"
            by = "the formula gives" if result.payoffs is None else by
            return f"the score is {result.score}, but {by} {right}"
        case _:
            paid = result.payoffs or ()
            if right is not None:
                return f"the payoffs are {show(paid)}, but the score gives {show(right)}"
            if sum(paid):
                return f"the payoffs sum to {sum(paid)}, not to zero"
            why = "the president gets twice the score and the friend once, or four times if alone"
            return f"no score leads to the payoffs {show(paid)}: {why}"


def _unfinished(result: Result, place: Place) -> Iterator[Finding]:
    end = result.end
    why = f"{'there is a result' if end is None else f'the result has {end!r}'}, but"
    if end == "unfinished" and result.score is None and result.payoffs is None:
        yield from _points(result, place)
        return
    other = (
        "also the score of a finished deal" if end == "unfinished" else "the deal is not finished"
    )
    where = "/result" if end is None else "/result/end"
    yield place.finding(codes.WRONG_OUTCOME, f"{why} {other}", where)


def _points(result: Result, place: Place) -> Iterator[Finding]:
    """Check that the points are possible if it is unknown who took them."""
    if not 0 <= (result.points or 0) <= ALL_POINTS:
        why = f"the result has {result.points} points, but there are {ALL_POINTS} in all"
        yield place.finding(codes.WRONG_POINTS, why, "/result/points")


def show(numbers: Sequence[int]) -> str:
    """Return the players' numbers as in a table."""
    return " ".join(map(str, numbers))


def outcomes(rules: MightyRules, deal: Deal, end: State) -> list[Outcome]:
    """Return the outcomes of a deal according to its play and, if different, its marks.

    Wrong marks are reported elsewhere, so their consequences are accepted here.
    """
    if end.outcome is None:
        return [Outcome(end="thrown-in")] if deal.is_misdeal else []
    found = [end.outcome]
    if len(end.tricks) == len(deal.tricks) and end.outcome.president is not None:
        marked = as_marked(deal, end)
        if marked is not None:
            found.append(rules.outcome(marked))
    return found


def unplayed(deal: Deal, result: Result, state: State) -> Outcome | None:
    """Return what is known of the outcome if the play was not recorded.

    None if the deal has not ended.
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
