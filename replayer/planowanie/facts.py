"""The facts of a deal of Planowanie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import to_builtins

from ..facts import Declaration, RoundFacts, with_most
from .record import TOURNAMENT, Deck, Planned, Record
from .state import State

COMPLETE = "complete"
"""The result of a deal that was played to its end."""
TRICKS = "tricks"
"""The declaration of the number of tricks that a player will take."""


def facts(record: Record, ends: Sequence[State | None]) -> Iterator[RoundFacts]:
    """Return the facts of each deal; a fault ends the last deal unless it was already over."""
    seats, game_end = range(record.seats), record.result
    for number, (deal, end) in enumerate(zip(record.deals, ends, strict=True)):
        points = None if end is None else end.points
        result = None if points is None else COMPLETE
        leader = record.plan[number].start if number < len(record.plan) else None
        is_last, at_fault = number + 1 == len(record.deals), None
        if game_end is not None and game_end.end == "fault" and is_last and result is None:
            result, at_fault = "fault", game_end.player
        yield deal_facts(
            result,
            leader if leader in seats else None,
            at_fault if at_fault in seats else None,
            points,
            deal.declarations or (),
        )


def deal_facts(
    result: str | None,
    leader: int | None,
    at_fault: int | None,
    points: tuple[int, ...] | None,
    said: Sequence[int | None],
) -> RoundFacts:
    """Return the facts of a deal; `said` are the numbers of tricks that the players declared."""
    return RoundFacts(
        result=result,
        roles=_roles(leader, at_fault),
        points=points,
        winners=None if points is None else _with_most(points),
        declarations=tuple(
            [_declared(player, each) for player, each in enumerate(said) if each is not None]
        ),
    )


_with_most = lru_cache(maxsize=4096)(with_most)


@lru_cache(maxsize=64)
def _roles(leader: int | None, at_fault: int | None) -> Mapping[str, int]:
    parts = {"leader": leader, "at fault": at_fault}
    return {role: who for role, who in parts.items() if who is not None}


@lru_cache(maxsize=1024)
def _declared(player: int, tricks: int) -> Declaration:
    return Declaration(player, TRICKS, str(tricks))


def options_of(record: Record) -> Mapping[str, Any]:
    """Return the number of players, the deck and the plan, if not those of the tournament."""
    return unusual(record.seats, record.deck, record.plan)


def unusual(seats: int, deck: Deck, plan: Sequence[Planned]) -> Mapping[str, Any]:
    """Return those of the players, the deck and the plan that differ from the tournament's."""
    default = Deck()
    values = {
        "seats": (seats, 4),
        "ranks": (deck.ranks, default.ranks),
        "suits": (deck.suits, default.suits),
    }
    found: dict[str, Any] = {name: said for name, (said, usual) in values.items() if said != usual}
    if plan != TOURNAMENT:
        found["plan"] = to_builtins(plan)
    return found
