"""Checks a result where the play does not tell how the deal was settled.

Play or contract were not written down, so several settlements are possible: how the deal ended, the
points of the president's side, the score, and who was paid. What the result says must agree with
one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from .. import codes
from ..cards import PLAYERS, SEATS, TRUMPS, symbol
from ..options import Options
from ..record import Deal, Result
from ..rules.exchange import NONE, contracts_from, possible_contracts, seat_named
from ..rules.scoring import ALL_POINTS, paid_president, payoffs, score, shares
from ..rules.state import Contract, End, Outcome

ENDS = {"won": "is won", "lost": "is lost", "thrown-in": "is thrown in"}

_FIELDS = ("end", "score", "points", "payoffs")
"""What a result says, from what is most easily wrong to what hardly can be: payoffs are five
numbers that fit together.
"""


class Settlement(Struct, frozen=True):
    """How a deal may have ended: the points of the president's side, and the score."""

    end: End
    points: int
    score: int
    solo: bool = False


THROWN_IN = Settlement("thrown-in", 0, 0)


class Unsettled(Struct, frozen=True):
    """The possible settlements of a deal, its possible presidents, and the possible friends of each
    (None: nobody). `contract` and `points` are what is known of them; where the contract is,
    `others` are the settlements of those that may have been meant, by their points.
    """

    contract: Contract | None
    points: Sequence[int]
    settlements: Sequence[Settlement]
    friends: dict[int, frozenset[int | None]]
    others: dict[int, Sequence[Settlement]] = {}

    def agreeing(self, result: Result) -> list[Settlement]:
        """The settlements that agree with a result."""
        found = [
            each
            for each in self.settlements
            if result.end in (None, each.end)
            and result.points in (None, each.points)
            and result.score in (None, each.score)
        ]
        paid = result.payoffs
        return found if paid is None else [each for each in found if self._pays(each, paid)]

    def contracts_agreeing(self, result: Result) -> list[int]:
        """The points of the other contracts that agree with a result."""
        return [
            points
            for points, settlements in self.others.items()
            if replace(self, settlements=settlements).agreeing(result)
        ]

    def is_paid(self, result: Result) -> bool:
        """Whether the payoffs of a result follow from its score."""
        paid = [shares(result.payoffs or (), president) for president in self.friends]
        return any(each is not None and each[0] == result.score for each in paid)

    def _pays(self, settlement: Settlement, paid: Sequence[int]) -> bool:
        """Whether players may be paid so after a settlement."""
        if not any(paid):
            return len(paid) == PLAYERS and settlement.score == 0
        for president, friends in self.friends.items():
            found = shares(paid, president)
            if found is not None and found[0] == settlement.score and found[1] in friends:
                # A friend who is marked in spite of a declared solo is reported as such.
                return found[1] is None or not settlement.solo or None not in friends
        return False


def unsettled(options: Options, deal: Deal, outcome: Outcome) -> Unsettled:
    """What is possible in a deal of which the `outcome` is known only in part."""
    contract, solos = outcome.contract, deal.declared_solo
    points = (*range(ALL_POINTS + 1),) if outcome.points is None else (outcome.points,)
    found = list(_settlements(options, _contracts(options, deal, contract), points, solos))
    presidents = SEATS if outcome.president is None else (outcome.president,)
    if outcome.president is None and deal.friend_player is not None:
        presidents = [seat for seat in SEATS if seat != deal.friend_player]
    if not deal.has_president:
        found.append(THROWN_IN)
    friends = {seat: _friends(deal, outcome, seat) for seat in presidents}
    others = dict[int, Sequence[Settlement]]()
    if contract is not None and contract.points is not None:
        unknown = replace(deal, contract=None)
        for each in _contracts(options, unknown, replace(contract, points=None)):
            if each != (contract.points, contract.trump):
                others[each[0]] = [*_settlements(options, frozenset([each]), points, solos)]
    return Unsettled(contract, points, found, friends, others)


def _contracts(
    options: Options, deal: Deal, contract: Contract | None
) -> frozenset[tuple[int, str]]:
    """The points and trumps that a contract may have of which this is known."""
    bid = deal.highest_bid
    possible = possible_contracts(options) if bid is None else contracts_from(options, bid[1])
    allowed = {(each.points, each.trump) for each in possible if each.points is not None}
    points = deal.points if contract is None or contract.points is None else contract.points
    trump = deal.trump if contract is None else contract.trump
    found = {each for each in allowed if points in (None, each[0]) and trump in (None, each[1])}
    if found or points is None:
        return frozenset(found)
    # The contract is reported. The score may be reckoned with it, or with the one that was meant.
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
    """Who may be the friend of a president."""
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


def check_settlement(possible: Unsettled, result: Result, place: Place) -> Iterator[Finding]:
    """Find what is wrong with a result: the fewest of its fields without which the rest agrees."""
    written = [field for field in _FIELDS if getattr(result, field) is not None]
    for size in range(len(written) + 1):
        for doubted in combinations(written, size):
            others = replace(result, **dict.fromkeys(doubted))
            left = possible.agreeing(others)
            if left:
                meant = possible.contracts_agreeing(result) if size > 1 else []
                if len(meant) == 1:
                    yield _wrong_contract(possible, meant[0], place)
                    return
                if "score" in doubted and possible.is_paid(result):
                    doubted = [field for field in doubted if field != "payoffs"]
                for field in doubted:
                    rule, message = _WRONG[field]
                    doubt = replace(others, **{field: getattr(result, field)})
                    why, where = message(possible, doubt, left), f"/result/{field}"
                    due = _due(possible, field, left)
                    fix = None if due is None or len(doubted) > 1 else place.right(due, where)
                    yield place.finding(rule, why, where, fix=fix)
                return


def _wrong_contract(possible: Unsettled, points: int, place: Place) -> Finding:
    assert possible.contract is not None
    meant = _word(replace(possible.contract, points=points))
    why = f"the contract is {_word(possible.contract)}, but the result is that of {meant}"
    fix = place.right(str(replace(possible.contract, points=points)), "/contract")
    return place.finding(codes.WRONG_CONTRACT, why, "/contract", fix=fix)


def _due(possible: Unsettled, field: str, left: Sequence[Settlement]) -> object:
    """The only value that a field of a result can have by the settlements left, None if several."""
    if field != "payoffs":
        due = {getattr(each, field) for each in left}
        return due.pop() if len(due) == 1 else None
    scores = {each.score for each in left}
    pairs = [(one, friend) for one, friends in possible.friends.items() for friend in friends]
    return payoffs(scores.pop(), *pairs[0]) if len(scores) == 1 == len(pairs) else None


# What is wrong with a field of a result, where the others `left` some settlements


def _wrong_end(possible: Unsettled, result: Result, left: Sequence[Settlement]) -> str:
    by = "" if result.payoffs is None else "by its payoffs "
    by = by if result.points is None else f"with {result.points} points "
    by = by if result.score is None else f"with a score of {result.score} "
    return f"the result says {result.end!r}, but {by}it {ENDS[left[0].end]}"


def _wrong_points(possible: Unsettled, result: Result, left: Sequence[Settlement]) -> str:
    says, due = f"the result says {result.points} points", {each.points for each in left}
    if not 0 <= (result.points or 0) <= ALL_POINTS:
        return f"{says}, but there are {ALL_POINTS} in all"
    if len(possible.points) == 1:
        return f"{says}, but the side took {possible.points[0]}"
    by = f"the score is that of {due.pop()}" if len(due) == 1 else "the score is that of others"
    return f"{says}, but {by}"


def _wrong_score(possible: Unsettled, result: Result, left: Sequence[Settlement]) -> str:
    due = {each.score for each in left}
    if len(due) == 1:
        by = "the formula gives" if result.payoffs is None else "the payoffs are those of"
        return f"the score is given as {result.score}, but {by} {due.pop()}"
    return _no_contract(possible, result, result.score)


def _no_contract(possible: Unsettled, result: Result, value: int | None) -> str:
    points = possible.points[0] if len(possible.points) == 1 else result.points
    to = "" if points is None else f" to a side with {points} points"
    of = "" if possible.contract is None else f" of {_word(possible.contract)}"
    return f"no contract{of} gives a score of {value}{to}"


def _word(contract: Contract) -> str:
    return f"{contract.points or '?'}{symbol(contract.trump)}"


def _wrong_payoffs(possible: Unsettled, result: Result, left: Sequence[Settlement]) -> str:
    paid, presidents = result.payoffs or (), [*possible.friends]
    written, due = show(paid), {each.score for each in left}
    known = presidents[0] if len(presidents) == 1 else None
    friends = {friend for each in possible.friends.values() for friend in each}
    if known is not None and len(friends) == 1 and len(due) == 1:
        right = payoffs(due.pop(), known, *friends)
        return f"the payoffs are {written}, but by the score they are {show(right)}"
    president = paid_president(paid)
    found = None if president is None else shares(paid, president)
    if found is None and known is None and sum(paid):
        return f"the payoffs sum to {sum(paid)}, and not to zero"
    if found is None and any(paid):
        gets = "the president" if known is None else f"P{known}"
        why = f"no score is paid as {written}: {gets} gets twice it and the friend once"
        return f"{why}, or four times it when alone"
    value, friend = found or (0, None)
    if president is not None and president not in possible.friends:
        right = "the friend" if known is None else f"P{known}"
        return f"P{president} is paid as the president, but that is {right}"
    if president is not None and friend not in possible.friends[president]:
        right = [f"P{each}" for each in SEATS if each in possible.friends[president]]
        is_paid = "nobody is" if friend is None else f"P{friend} is"
        return f"{is_paid} paid as the friend, but that is {' or '.join(right) or 'nobody'}"
    if result.score is not None:
        return f"the payoffs are those of a score of {value}, and not of {result.score}"
    return _no_contract(possible, result, value)


def show(numbers: Sequence[int]) -> str:
    """Numbers of the players, as a table has them."""
    return " ".join(map(str, numbers))


_WRONG = {
    "end": (codes.WRONG_OUTCOME, _wrong_end),
    "points": (codes.WRONG_POINTS, _wrong_points),
    "score": (codes.WRONG_SCORE, _wrong_score),
    "payoffs": (codes.WRONG_PAYOFFS, _wrong_payoffs),
}
