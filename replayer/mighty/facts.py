"""The facts of a deal of Mighty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..facts import Call, Declaration, RoundFacts
from .cards import PLAYERS, SEATS
from .record import Deal, Record
from .rules.state import Outcome, State


def facts(record: Record, ends: Sequence[State | None]) -> Iterator[RoundFacts]:
    """The facts of each deal; what its replay does not tell is as it was recorded."""
    for deal, end in zip(record.deals, ends, strict=True):
        yield _facts(deal, end, None if end is None else end.outcome)


def _facts(deal: Deal, end: State | None, outcome: Outcome | None) -> RoundFacts:
    thrown_in = outcome is not None and outcome.end == "thrown-in"
    result, points = _result(deal, outcome)
    president, friend = (None, None) if thrown_in else _side(deal, outcome)
    parts = {
        "dealer": deal.dealer if end is None else end.dealer,
        "president": president,
        "friend": friend,
    }
    roles = {role: who for role, who in parts.items() if who is not None and who in SEATS}
    return RoundFacts(
        result=result,
        roles=roles,
        points=points,
        winners=_winners(result, roles, points),
        bids=tuple([Call(each.player, each.call) for each in deal.bids or ()]),
        declarations=() if thrown_in else tuple(_declarations(deal, outcome, president)),
    )


def _result(deal: Deal, outcome: Outcome | None) -> tuple[str | None, tuple[int, ...] | None]:
    """How a deal ended, and what it brought each player."""
    if outcome is not None and outcome.end == "thrown-in":
        return outcome.end, (0,) * PLAYERS
    result, points = (None, None) if outcome is None else (outcome.end, outcome.payoffs)
    said = deal.result
    if said is None or said.end == "unfinished":
        return result, points
    return result or said.end, said.payoffs if points is None else points


def _side(deal: Deal, outcome: Outcome | None) -> tuple[int | None, int | None]:
    """The president, and who turned out to be the friend."""
    if outcome is not None and outcome.president is not None:
        return outcome.president, outcome.friend
    bid = deal.highest_bid
    president = deal.president if bid is None else bid[0]
    return president, deal.friend_player


def _winners(
    result: str | None, roles: dict[str, int], points: Sequence[int] | None
) -> tuple[int, ...] | None:
    """The side that won; nobody where there was no play.

    Unless points tell it, a lost deal may have been won by a friend who never showed.
    """
    if result == "thrown-in":
        return ()
    if result not in ("won", "lost") or "president" not in roles:
        return None
    if points is not None and any(points):
        return tuple([player for player, each in enumerate(points) if each > 0])
    side = {roles[each] for each in ("president", "friend") if each in roles}
    return tuple([player for player in SEATS if (player in side) == (result == "won")])


def _declarations(
    deal: Deal, outcome: Outcome | None, president: int | None
) -> Iterator[Declaration]:
    """The contract that was played, and how the friend was named."""
    contract = None if outcome is None else outcome.contract
    said = deal.contract if contract is None else str(contract)
    if said is not None:
        yield Declaration(president, "contract", said)
    if deal.friend is not None:
        yield Declaration(president, "friend", deal.friend)
