"""Checks the result of a deal: how it ended, points, score and payoffs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ...findings import Finding
from ..check import Place
from . import codes
from .cards import SEATS, TRUMPS, symbol
from .marks import as_marked
from .options import Options
from .record import Deal, Result
from .rules.auction import contract_of
from .rules.exchange import NONE
from .rules.mighty import MightyRules
from .rules.scoring import ALL_POINTS, bids_for, paid_president, payoffs, settled, shares
from .rules.state import End, Outcome, State

_ENDS = {"won": "is won", "lost": "is lost", "thrown-in": "is thrown in"}


def outcomes(rules: MightyRules, deal: Deal, end: State) -> list[Outcome]:
    """How a deal that was played out ended: by its play, and where they differ, by its marks.

    Wrong marks are reported; what follows from them is not reported once more.
    """
    if end.outcome is None:
        return []
    found = [end.outcome]
    if len(end.tricks) == len(deal.tricks) and end.outcome.president is not None:
        marked = as_marked(deal, end)
        if (marked.tricks, marked.friend_player) != (end.tricks, end.friend_player):
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
    if not possible:
        by_result = unplayed(options, deal, result, state)
        possible = [] if by_result is None else [by_result]
    if not possible:
        yield from _unfinished(result, place)
        return
    outcome, by_points = possible[0], _by_points(options, deal, result, possible[0])
    ends = (*(each.end for each in possible), *(each.end for each in by_points))
    if outcome.end is not None and result.end is not None and result.end not in ends:
        why = f"the result says {result.end!r}, but the deal {_ENDS[outcome.end]}"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end")
    elif outcome.end is None and result.end in ("unfinished", "thrown-in"):
        why = f"the result says {result.end!r}, but all tricks were played"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end")
    elif outcome.end is None and not deal.tricks:
        yield from _impossible_points(result, outcome, place)
    thrown_in = outcome.end == "thrown-in"
    points = 0 if thrown_in else outcome.points
    counted = (points, *(each.points for each in possible))
    if result.points is not None and points is not None and result.points not in counted:
        why = f"the result says {result.points} points, but the side took {points}"
        yield place.finding(codes.WRONG_POINTS, why, "/result/points")
    score = result.score if outcome.score is None else outcome.score
    score = 0 if thrown_in else score
    scores = (score, *(each.score for each in (*possible, *by_points)))
    if result.score is not None and result.score not in scores:
        why = f"the score is given as {result.score}, but the formula gives {score}"
        yield place.finding(codes.WRONG_SCORE, why, "/result/score")
    elif outcome.score is None and not thrown_in:
        yield from _impossible_score(options, deal, result, outcome, place)
    if result.payoffs not in [*_paid(result, possible), *(each.payoffs for each in by_points)]:
        yield from _payoffs(result, outcome, score, place)


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


def _impossible_score(
    options: Options, deal: Deal, result: Result, outcome: Outcome, place: Place
) -> Iterator[Finding]:
    """Find a score, or payoffs, that no contract gives; the contract of the deal is not known."""
    value, field = result.score, "score"
    if value is None and result.payoffs is not None:
        president = outcome.president
        president = paid_president(result.payoffs) if president is None else president
        paid, field = None if president is None else shares(result.payoffs, president), "payoffs"
        value = None if paid is None else paid[0]
    if value is None:
        return
    if outcome.points is None:
        # Who was the friend is not known; what the result says is then taken for right.
        outcome = replace(outcome, points=result.points)
    ends = _ends_of(options, deal, outcome, value)
    if not ends:
        rule = codes.WRONG_SCORE if field == "score" else codes.WRONG_PAYOFFS
        contract = outcome.contract
        of = "" if contract is None else f" of {contract.points or '?'}{symbol(contract.trump)}"
        points = "" if outcome.points is None else f" to a side with {outcome.points} points"
        why = f"no contract{of} gives a score of {value}{points}"
        yield place.finding(rule, why, f"/result/{field}")
    elif outcome.end is None and result.end not in (None, *ends):
        why = f"the result says {result.end!r}, but with a score of {value} it {_ENDS[ends[0]]}"
        yield place.finding(codes.WRONG_OUTCOME, why, "/result/end")


def _ends_of(options: Options, deal: Deal, outcome: Outcome, value: int) -> list[End]:
    """How a deal may have ended that gives this score, as far as contract and points are known."""
    contract, solos = outcome.contract, deal.declared_solo
    trumps = TRUMPS if contract is None else contract.trump
    points = range(ALL_POINTS + 1) if outcome.points is None else (outcome.points,)
    found = set[End]()
    for trump in trumps:
        for taken in points:
            bids = bids_for(options, trump, taken, value, solos)
            if contract is not None and contract.points is not None:
                bids = [bid for bid in bids if bid == contract.points]
            found.update("won" if taken >= bid else "lost" for bid in bids)
    return sorted(found)


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


def _impossible_points(result: Result, outcome: Outcome, place: Place) -> Iterator[Finding]:
    """Find points that no side takes, or with which the contract ends otherwise than is said."""
    if result.points is None:
        return
    if not 0 <= result.points <= ALL_POINTS:
        why = f"the result says {result.points} points, but there are {ALL_POINTS} in all"
        yield place.finding(codes.WRONG_POINTS, why, "/result/points")
    elif outcome.contract is not None and outcome.contract.points is not None:
        due: End = "won" if result.points >= outcome.contract.points else "lost"
        if result.end in ("won", "lost") and result.end != due:
            why = f"the result says {result.end!r}, but with {result.points} points it {_ENDS[due]}"
            yield place.finding(codes.WRONG_OUTCOME, why, "/result/end")


def unplayed(options: Options, deal: Deal, result: Result, state: State) -> Outcome | None:
    """The outcome by the recorded points, where the play was not written down."""
    if result.end == "thrown-in":
        decided = (deal.bids, deal.president, deal.discard, deal.contract, deal.friend)
        nothing = not deal.tricks and all(each is None for each in decided)
        return Outcome(end="thrown-in") if nothing else None
    if result.end == "unfinished" or deal.tricks or (deal.bids and state.phase == "auction"):
        return None
    sides_known = deal.friend_player is not None or deal.friend == NONE
    outcome = Outcome(
        end=None,
        president=deal.president if sides_known else None,
        friend=deal.friend_player,
        contract=contract_of(deal.contract or ""),
        points=result.points,
    )
    if outcome.president is None or outcome.contract is None or outcome.points is None:
        return outcome
    return settled(options, outcome, solo=deal.friend == NONE)


def outcome_by_result(options: Options, deal: Deal, state: State) -> Outcome | None:
    """The outcome of a deal whose play was not written down, by all that its result says.

    The payoffs tell president and friend. None where the deal is not known to have ended.
    """
    result = deal.result
    outcome = None if result is None else unplayed(options, deal, result, state)
    if result is None or outcome is None or outcome.payoffs is not None or result.payoffs is None:
        return outcome
    president = outcome.president
    if president is None:
        president = paid_president(result.payoffs) if deal.president is None else deal.president
    paid = None if president is None else shares(result.payoffs, president)
    if paid is None:
        return outcome
    value, friend = paid
    if value == 0:
        friend = deal.friend_player
    return replace(outcome, president=president, friend=friend, payoffs=result.payoffs)


def _payoffs(
    result: Result, outcome: Outcome, score: int | None, place: Place
) -> Iterator[Finding]:
    if result.payoffs is None:
        return
    president, known = outcome.president, outcome.points is not None
    due: Sequence[int] | None = None
    if outcome.end == "thrown-in":
        due = (0,) * len(result.payoffs)
    elif score is not None and president is not None and known:
        due = payoffs(score, president, outcome.friend)
    elif president is not None and shares(result.payoffs, president) is None:
        paid = _show(result.payoffs)
        why = f"no score is paid as {paid}: P{president} gets twice it and the friend"
        yield place.finding(
            codes.WRONG_PAYOFFS, f"{why} once, or four times it when alone", "/result/payoffs"
        )
        return
    elif president is not None and known:
        value, _ = shares(result.payoffs, president) or (0, None)
        due = payoffs(value, president, outcome.friend)
    if due is not None and result.payoffs != due:
        why = f"the payoffs are {_show(result.payoffs)}, but by the score they are {_show(due)}"
        yield place.finding(codes.WRONG_PAYOFFS, why, "/result/payoffs")
    elif due is None and sum(result.payoffs):
        why = f"the payoffs sum to {sum(result.payoffs)}, and not to zero"
        yield place.finding(codes.WRONG_PAYOFFS, why, "/result/payoffs")
    elif due is None and president is None and not _payable(result.payoffs, score):
        of = "no score" if score is None else f"no score of {score}"
        why = f"{of} is paid as {_show(result.payoffs)}: the president gets twice it and the friend"
        yield place.finding(
            codes.WRONG_PAYOFFS, f"{why} once, or four times it when alone", "/result/payoffs"
        )


def _payable(paid: Sequence[int], score: int | None) -> bool:
    """Whether a score is paid like this to some president; any score where it is not known."""
    found = [shares(paid, seat) for seat in SEATS]
    return any(each is not None and score in (None, each[0]) for each in found)


def _show(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
