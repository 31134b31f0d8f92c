"""How a deal may have been settled, as far as its record and its play show."""

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
from ..rules.exchange import NONE, contracts_from, possible_contracts, seat_named
from ..rules.scoring import ALL_POINTS, payoffs, score, shares
from ..rules.state import Contract, End, Outcome

FIELDS = ("end", "score", "points", "payoffs")
"""The fields of a result, from the most to the least error-prone.

Payoffs come last, since they are five numbers that fit together.
"""


class Settlement(Struct, frozen=True):
    """A possible settlement of a deal: the points of the president's side, and the score."""

    end: End
    points: int
    score: int
    solo: bool = False


_THROWN_IN = Settlement("thrown-in", 0, 0)


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
        written = [field for field in FIELDS if getattr(result, field) is not None]
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


def ways(
    options: Options, deal: Deal, outcome: Outcome, result: Result, place: Place
) -> Iterator[Way]:
    """Yield the ways in which the deal may have been settled, given a partly known `outcome`."""
    friends = _friends_by_president(deal, outcome)
    if outcome.end == "thrown-in":
        yield Way([_THROWN_IN], friends, True)
        return
    contracts = _contracts(options, deal, outcome.contract)
    found = _settlements(options, contracts, _points(outcome), deal.declared_solo)
    if not deal.has_president:
        found = found | {_THROWN_IN}
    way = Way([*found], friends, outcome.points is not None)
    yield way
    yield from _with_written_points(options, deal, outcome, way, result, place)
    yield from _with_another_contract(options, deal, outcome, way, result, place)


def _with_written_points(
    options: Options, deal: Deal, outcome: Outcome, way: Way, result: Result, place: Place
) -> Iterator[Way]:
    """Yield the way in which the score was calculated from wrong points, as written."""
    taken, written = outcome.points, result.points
    if outcome.contract is None or taken is None or written in (None, taken):
        return
    why = f"the result has {written} points, but the president's side took {taken}"
    fix = place.right(taken, "/result/points")
    slip = place.finding(codes.WRONG_POINTS, why, "/result/points", fix=fix)
    contracts = _contracts(options, deal, outcome.contract)
    found = _settlements(options, contracts, (written or 0,), deal.declared_solo)
    yield replace(way, settlements=[*found], slip=slip)


def _with_another_contract(
    options: Options, deal: Deal, outcome: Outcome, way: Way, result: Result, place: Place
) -> Iterator[Way]:
    """Yield the way in which the contract is wrong, if the result fits exactly one other."""
    contract, unknown = outcome.contract, replace(deal, contract=None)
    if contract is None or contract.points is None:
        return
    meant = list[tuple[Contract, Way]]()
    for each in _contracts(options, unknown, replace(contract, points=None)):
        found = _settlements(options, frozenset([each]), _points(outcome), deal.declared_solo)
        other = replace(way, settlements=[*found])
        if each != (contract.points, contract.trump) and other.agreeing(result):
            meant.append((Contract(*each), other))
    if len(meant) == 1:
        ((right, other),) = meant
        why = f"the contract is {_word(contract)}, but the result is for {_word(right)}"
        fix = place.right(str(right), "/contract")
        yield replace(other, slip=place.finding(codes.WRONG_CONTRACT, why, "/contract", fix=fix))


def _points(outcome: Outcome) -> tuple[int, ...]:
    """Return the points that the president's side may have taken."""
    return (*range(ALL_POINTS + 1),) if outcome.points is None else (outcome.points,)


def _friends_by_president(deal: Deal, outcome: Outcome) -> dict[int, frozenset[int | None]]:
    """Return the possible presidents, each with the possible friends."""
    presidents = SEATS if outcome.president is None else (outcome.president,)
    if outcome.president is None and deal.friend_player is not None:
        presidents = [seat for seat in SEATS if seat != deal.friend_player]
    return {seat: _friends(deal, outcome, seat) for seat in presidents}


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
    # The contract is reported elsewhere; the score may be calculated from it or the intended one.
    found = {(points, each) for each in TRUMPS if trump in (None, each)}
    return frozenset(found if bid is None else found | allowed)


@lru_cache(maxsize=256)
def _settlements(
    options: Options,
    contracts: frozenset[tuple[int, str]],
    points: tuple[int, ...],
    solos: tuple[bool, ...],
) -> frozenset[Settlement]:
    """Return all settlements with one of the contracts, numbers of points, and kinds of solo."""
    found = set[Settlement]()
    for bid, trump in contracts:
        for taken in points:
            for solo in solos:
                scored = score(options, Contract(bid, trump), taken, solo)
                found.add(Settlement("won" if scored.won else "lost", taken, scored.value, solo))
    return frozenset(found)


def _word(contract: Contract) -> str:
    return f"{contract.points or '?'}{symbol(contract.trump)}"
