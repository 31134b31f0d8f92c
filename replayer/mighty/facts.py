"""The facts of a deal of Mighty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ..facts import Call, Declaration, RoundFacts
from .cards import PLAYERS, SEATS
from .record import Deal, Record
from .rules.state import Outcome, State


def facts(record: Record, ends: Sequence[State | None]) -> Iterator[RoundFacts]:
    """Return the facts of each deal, according to its replay or otherwise as recorded."""
    for deal, end in zip(record.deals, ends, strict=True):
        yield _facts(deal, end, None if end is None else end.outcome)


def _facts(deal: Deal, end: State | None, outcome: Outcome | None) -> RoundFacts:
    dealer = deal.dealer if end is None else end.dealer
    bids = [call(each.player, each.call) for each in deal.bids or ()]
    if outcome is not None and outcome.end == "thrown-in":
        return thrown_in(dealer, bids)
    result, points = _result(deal, outcome)
    president, friend = _side(deal, outcome)
    contract = None if outcome is None else outcome.contract
    said = deal.contract if contract is None else str(contract)
    return played(result, dealer, president, friend, points, bids, said, deal.friend)


@lru_cache(maxsize=4096)
def call(player: int | None, said: str) -> Call:
    """Return a player's call in the auction; equal calls share one object."""
    return Call(player, said)


def thrown_in(dealer: int | None, bids: Sequence[Call]) -> RoundFacts:
    """Return the facts of a deal that was thrown in."""
    return RoundFacts(
        result="thrown-in",
        roles=_roles(dealer, None, None),
        points=(0,) * PLAYERS,
        winners=(),
        bids=tuple(bids),
    )


def played(
    result: str | None,
    dealer: int | None,
    president: int | None,
    friend: int | None,
    points: tuple[int, ...] | None,
    bids: Sequence[Call],
    contract: str | None,
    named: str | None,
) -> RoundFacts:
    """Return the facts of a deal; `named` is how its friend was named, `friend` is who that was."""
    roles = _roles(dealer, president, friend)
    return RoundFacts(
        result=result,
        roles=roles,
        points=points,
        winners=_winners(result, roles, points),
        bids=tuple(bids),
        declarations=_declarations(president, contract, named),
    )


@lru_cache(maxsize=1024)
def _roles(dealer: int | None, president: int | None, friend: int | None) -> Mapping[str, int]:
    parts = {"dealer": dealer, "president": president, "friend": friend}
    return {role: who for role, who in parts.items() if who is not None and who in SEATS}


def _result(deal: Deal, outcome: Outcome | None) -> tuple[str | None, tuple[int, ...] | None]:
    """Return how a deal ended, and the points that it brought each player."""
    result, points = (None, None) if outcome is None else (outcome.end, outcome.payoffs)
    said = deal.result
    if said is None or said.end == "unfinished":
        return result, points
    return result or said.end, said.payoffs if points is None else points


def _side(deal: Deal, outcome: Outcome | None) -> tuple[int | None, int | None]:
    """Return the president and the friend."""
    if outcome is not None and outcome.president is not None:
        return outcome.president, outcome.friend
    bid = deal.highest_bid
    president = deal.president if bid is None else bid[0]
    return president, deal.friend_player


def _winners(
    result: str | None, roles: Mapping[str, int], points: Sequence[int] | None
) -> tuple[int, ...] | None:
    """Return the side that won, or nobody if the deal was not played.

    If a deal is lost and the points are unknown, a friend who was never revealed counts as a
    winner.
    """
    if result == "thrown-in":
        return ()
    if result not in ("won", "lost") or "president" not in roles:
        return None
    if points is not None and any(points):
        return tuple([player for player, each in enumerate(points) if each > 0])
    side = {roles[each] for each in ("president", "friend") if each in roles}
    return tuple([player for player in SEATS if (player in side) == (result == "won")])


@lru_cache(maxsize=4096)
def _declarations(
    president: int | None, contract: str | None, named: str | None
) -> tuple[Declaration, ...]:
    """Return the contract that was played, and how the friend was named."""
    said = {"contract": contract, "friend": named}
    return tuple(
        [Declaration(president, kind, what) for kind, what in said.items() if what is not None]
    )
