"""Checks the result of a deal: how it ended, its points, its score and its payoffs.

A result must agree with a possible settlement of the deal. After a complete play, there is only
one; if the play or the contract was not recorded, there are many. If the result agrees with none,
either some of its fields are wrong (as few as can explain this), or it was calculated from another
wrong value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from .. import codes
from ..cards import PLAYERS, SEATS, TRUMPS, symbol
from ..options import Options
from ..record import Deal, Result
from ..rules.auction import contract_of
from ..rules.exchange import NONE, contracts_from, possible_contracts, seat_named
from ..rules.mighty import MightyRules
from ..rules.scoring import ALL_POINTS, payoffs, score, shares
from ..rules.state import Contract, End, Outcome, State
from .marks import as_marked

_RULES = {
    "end": codes.WRONG_OUTCOME,
    "score": codes.WRONG_SCORE,
    "points": codes.WRONG_POINTS,
    "payoffs": codes.WRONG_PAYOFFS,
}
"""The fields of a result, from the most to the least error-prone.

Payoffs come last, since they are five numbers that fit together.
"""

_ENDS = {"won": "was won", "lost": "was lost", "thrown-in": "was thrown in"}
_SIDE = "the president's side"


class Settlement(Struct, frozen=True):
    """A possible settlement of a deal: the points of the president's side, and the score."""

    end: End
    points: int
    score: int
    solo: bool = False


class Way(Struct, frozen=True):
    """One way in which a deal may have been settled, with the possible settlements.

    `friends` are the possible friends of each possible president (None: nobody). `slip` is anything
    else that would be wrong if the deal was settled this way. `known` says whether the play
    determines the points.
    """

    settlements: Sequence[Settlement]
    friends: dict[int, frozenset[int | None]]
    known: bool
    slip: Finding | None = None

    def doubted(self, result: Result) -> tuple[str, ...]:
        """Return the smallest set of fields that must be wrong for the others to agree."""
        written = [field for field in _RULES if getattr(result, field) is not None]
        for size in range(len(written) + 1):
            for doubted in combinations(written, size):
                if self.agreeing(without(result, doubted)):
                    return doubted
        return tuple(written)

    def agreeing(self, result: Result) -> list[Settlement]:
        """Return the settlements that agree with a result."""
        found = [
            each
            for each in self.settlements
            if result.end in (None, each.end)
            and result.points in (None, each.points)
            and result.score in (None, each.score)
        ]
        paid = result.payoffs
        return found if paid is None else [each for each in found if self._pays(each, paid)]

    def is_paid(self, result: Result) -> bool:
        """Return whether the payoffs of a result agree with its score."""
        paid = [(one, shares(result.payoffs or (), one)) for one in self.friends]
        return any(
            found is not None and found[0] == result.score and found[1] in self.friends[president]
            for president, found in paid
        )

    def _pays(self, settlement: Settlement, paid: Sequence[int]) -> bool:
        """Return whether a settlement allows these payoffs."""
        if not any(paid):
            return len(paid) == PLAYERS and settlement.score == 0
        for president, friends in self.friends.items():
            found = shares(paid, president)
            if found is not None and found[0] == settlement.score and found[1] in friends:
                # If a solo was declared, a friend's mark is reported elsewhere.
                return found[1] is None or not settlement.solo or None not in friends
        return False

    def right(self, field: str, left: Sequence[Settlement]) -> Any:
        """Return a field's value in the remaining settlements, or None if they differ."""
        if field != "payoffs":
            right = {getattr(each, field) for each in left}
            return right.pop() if len(right) == 1 else None
        scores = {each.score for each in left}
        pairs = [(one, friend) for one, friends in self.friends.items() for friend in friends]
        if scores == {0}:
            return (0,) * PLAYERS
        return payoffs(scores.pop(), *pairs[0]) if len(scores) == 1 == len(pairs) else None


def without(result: Result, fields: Sequence[str]) -> Result:
    """Return a result without some of its fields."""
    return replace(result, **dict.fromkeys(fields))


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
    ways = [
        (each, each.doubted(result))
        for outcome in possible
        for each in _ways(options, deal, outcome, result, place)
    ]
    fewest = min(ways, key=lambda each: len(each[1]) + (each[0].slip is not None))
    yield from _wrong(*fewest, result, place)


def _agrees(outcome: Outcome, result: Result) -> bool:
    """Return whether all fields of a result agree with the outcome of a complete play."""
    fields = (getattr(result, each) in (None, getattr(outcome, each)) for each in _RULES)
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


# Possible settlements


def _ways(
    options: Options, deal: Deal, outcome: Outcome, result: Result, place: Place
) -> Iterator[Way]:
    """Yield the ways in which the deal may have been settled, given a partly known `outcome`."""
    presidents = SEATS if outcome.president is None else (outcome.president,)
    if outcome.president is None and deal.friend_player is not None:
        presidents = [seat for seat in SEATS if seat != deal.friend_player]
    friends = {seat: _friends(deal, outcome, seat) for seat in presidents}
    if outcome.end == "thrown-in":
        yield Way([_THROWN_IN], friends, True)
        return
    contract, solos = outcome.contract, deal.declared_solo
    points = (*range(ALL_POINTS + 1),) if outcome.points is None else (outcome.points,)
    known = len(points) == 1
    found = _settlements(options, _contracts(options, deal, contract), points, solos)
    if not deal.has_president:
        found = found | {_THROWN_IN}
    yield Way([*found], friends, known)
    if known and contract is not None and result.points not in (None, outcome.points):
        # The score may have been calculated from the written points.
        why = f"the result has {result.points} points, but {_SIDE} took {outcome.points}"
        fix = place.right(outcome.points, "/result/points")
        slip = place.finding(codes.WRONG_POINTS, why, "/result/points", fix=fix)
        counted = (result.points or 0,)
        found = _settlements(options, _contracts(options, deal, contract), counted, solos)
        yield Way([*found], friends, known, slip)
    if contract is None or contract.points is None:
        return
    meant = list[tuple[Contract, Way]]()
    unknown = replace(deal, contract=None)
    for each in _contracts(options, unknown, replace(contract, points=None)):
        found = _settlements(options, frozenset([each]), points, solos)
        way = Way([*found], friends, known)
        if each != (contract.points, contract.trump) and way.agreeing(result):
            meant.append((Contract(*each), way))
    if len(meant) == 1:
        ((right, way),) = meant
        why = f"the contract is {_word(contract)}, but the result is for {_word(right)}"
        fix = place.right(str(right), "/contract")
        yield replace(way, slip=place.finding(codes.WRONG_CONTRACT, why, "/contract", fix=fix))


_THROWN_IN = Settlement("thrown-in", 0, 0)


def _contracts(
    options: Options, deal: Deal, contract: Contract | None
) -> frozenset[tuple[int, str]]:
    """Return the possible points and trumps of a partly known contract."""
    bid = deal.highest_bid
    possible = possible_contracts(options) if bid is None else contracts_from(options, bid[1])
    allowed = {(each.points, each.trump) for each in possible if each.points is not None}
    points = deal.points if contract is None or contract.points is None else contract.points
    trump = deal.trump if contract is None else contract.trump
    found = {each for each in allowed if points in (None, each[0]) and trump in (None, each[1])}
    if found or points is None:
        return frozenset(found)
    # The contract is reported elsewhere. The score may be calculated from it or from the intended
    # one.
    found = {(points, each) for each in TRUMPS if trump in (None, each)}
    return frozenset(found if bid is None else found | allowed)


@lru_cache(maxsize=256)
def _settlements(
    options: Options,
    contracts: frozenset[tuple[int, str]],
    points: tuple[int, ...],
    solos: tuple[bool, ...],
) -> frozenset[Settlement]:
    found = set[Settlement]()
    for bid, trump in contracts:
        for taken in points:
            for solo in solos:
                scored = score(options, Contract(bid, trump), taken, solo)
                found.add(Settlement("won" if scored.won else "lost", taken, scored.value, solo))
    return frozenset(found)


def _friends(deal: Deal, outcome: Outcome, president: int) -> frozenset[int | None]:
    """Return the players who may be the friend of a president."""
    if deal.tricks and outcome.points is not None:
        return frozenset([outcome.friend])
    if deal.friend == NONE:
        return frozenset([None])
    if deal.friend_player not in (None, president):
        return frozenset([deal.friend_player])
    named = deal.friend or ""
    holders = [seat for seat, hand in enumerate(deal.hands or ()) if named in hand]
    holders += [president] if named in (deal.kitty or ()) else []
    seat = seat_named(named)
    holders += [] if seat is None else [seat]
    if holders:
        return frozenset(None if each == president else each for each in holders)
    return frozenset([None, *SEATS]) - {president}


def _word(contract: Contract) -> str:
    return f"{contract.points or '?'}{symbol(contract.trump)}"


def show(numbers: Sequence[int]) -> str:
    """Return the players' numbers as in a table."""
    return " ".join(map(str, numbers))


# The outcome according to the play, the marks, or the result alone


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
