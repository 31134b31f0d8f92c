"""The score of a deal, and who pays whom.

Source: the paper, III.4.5 (scoring), read so that its brackets balance and the loser pays; for the
other formula, Pagat's rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..cards import NO_TRUMP, PLAYERS, SEATS
from ..engine.numbers import NOBODY
from ..engine.settling import share
from ..options import Options
from .state import Contract, Outcome, lowest

ALL_POINTS = 20


class Term(Struct, frozen=True):
    """One component of a score: (`high` - `low` + `more`) units, each worth `worth`."""

    high: int
    low: int
    more: int
    worth: int


class Score(Struct, frozen=True):
    """A score and its components.

    The sum of the `terms` is multiplied by the `factors`, each a name and a number. `reckoned` is
    the product, which is negative if the deal is lost; `value` is the score that is paid.
    """

    value: int
    reckoned: int
    won: bool
    terms: tuple[Term, ...]
    factors: tuple[tuple[str, int], ...] = ()


def score(options: Options, contract: Contract, points: int, solo: bool) -> Score:
    """Return the score of the president's side, negative if it loses.

    `points` are that side's points; `solo` is true if the president declared to play without a
    friend. Raises ValueError if the contract's points are unknown.

    >>> score(Options(), Contract(15, "H"), 17, solo=False).value
    1500
    >>> score(Options(), Contract(15, "H"), 13, solo=False).value
    -1300
    """
    bid = contract.points
    if bid is None:
        raise ValueError("the points of the contract are unknown")
    won = points >= bid
    if options.formula == "seed":
        risk = Term(bid, options.base, 1, options.risk)
        margin = Term(points, bid, 1, options.card) if won else Term(bid, points, 0, options.card)
        terms = (risk, margin)
    elif won:
        terms = (Term(bid, options.bid_min, 0, 2), Term(points, bid, 0, 1))
    else:
        terms = (Term(bid, points, 0, 1),)
    possible = (
        ("no-trump", options.mult_no_trump, contract.trump == NO_TRUMP),
        ("run", options.mult_run, won and points == ALL_POINTS),
        ("backrun", options.mult_backrun, not won and ALL_POINTS - points >= options.backrun_at),
        ("solo", options.mult_solo, solo),
    )
    factors = tuple((name, factor) for name, factor, holds in possible if holds and factor != 1)
    if options.multipliers == "highest":
        factors = tuple(sorted(factors, key=lambda named: named[1])[-1:])
    reckoned = sum((term.high - term.low + term.more) * term.worth for term in terms)
    for _, factor in factors:
        reckoned *= factor
    reckoned = reckoned if won else -reckoned
    # A winner with fewer than `bid_min` points (option nt_min_offset) does not pay.
    value = max(0, reckoned) if won and options.formula == "pagat" else reckoned
    cap = score_cap(options, contract.trump)
    if cap is not None:
        value = max(-cap, min(value, cap))
    return Score(value, reckoned, won, terms, factors)


def score_cap(options: Options, trump: str) -> int | None:
    """Return the maximum score, won or lost, of a deal with this trump.

    >>> score_cap(Options(score_cap=2000, score_cap_no_trump=3000), "N")
    3000
    """
    own = options.score_cap_no_trump if trump == NO_TRUMP else None
    return options.score_cap if own is None else own


def bids_for(
    options: Options, trump: str, points: int, value: int, solos: Sequence[bool]
) -> list[int]:
    """Return the points of all contracts that lead to this score for a side with these points.

    `solos` are the possible values of `solo`, as in `score`.

    >>> bids_for(Options(), "H", 15, 900, [False]), bids_for(Options(), "H", 15, 901, [False])
    ([13], [])
    """

    def gives(number: int, solo: bool) -> bool:
        return score(options, Contract(number, trump), points, solo).value == value

    numbers = range(lowest(options, trump), options.bid_max + 1)
    return [number for number in numbers if any(gives(number, solo) for solo in solos)]


def settled(options: Options, outcome: Outcome, solo: bool) -> Outcome:
    """Complete an outcome with the consequences of its points: its end, score and payoffs.

    Raises ValueError if points, contract or president are unknown.
    """
    contract, points, president = outcome.contract, outcome.points, outcome.president
    if contract is None or points is None or president is None:
        raise ValueError("contract, points and president must be known")
    found = score(options, contract, points, solo)
    return replace(
        outcome,
        end="won" if found.won else "lost",
        score=found.value,
        payoffs=payoffs(found.value, president, outcome.friend),
    )


def payoffs(value: int, president: int, friend: int | None) -> tuple[int, ...]:
    """Return the points of each player for a score of the president's side; they sum to zero.

    >>> payoffs(100, 0, 3), payoffs(-100, 0, None)
    ((200, -100, -100, 100, -100), (-400, 100, 100, 100, 100))
    """
    named = NOBODY if friend is None else friend
    return tuple([value * share(seat, president, named) for seat in SEATS])


def shares(paid: Sequence[int], president: int) -> tuple[int, int | None] | None:
    """Find the score and the friend from the payoffs of the players; None if no score fits.

    No score fits a president who does not exist, as a record may claim.

    >>> shares((200, -100, -100, 100, -100), 0), shares((-400, 100, 100, 100, 100), 1)
    ((100, 3), None)
    """
    if len(paid) != PLAYERS or president not in SEATS:
        return None
    for friend in (None, *SEATS):
        value = paid[president] // (PLAYERS - 1 if friend is None else 2)
        if friend is not None and (friend == president or paid[friend] != value):
            continue
        if tuple(paid) == payoffs(value, president, friend):
            return value, friend
    return None


def paid_president(paid: Sequence[int]) -> int | None:
    """Return the player paid as the president; None if there is none, or the score is 0.

    >>> paid_president((200, -100, -100, 100, -100)), paid_president((0, 0, 0, 0, 0))
    (0, None)
    """
    found = [seat for seat in SEATS if shares(paid, seat) is not None]
    return found[0] if len(found) == 1 else None
