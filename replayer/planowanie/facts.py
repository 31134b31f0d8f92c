"""The facts of a deal of Planowanie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from ..facts import Declaration, RoundFacts, with_most
from .record import TOURNAMENT, Deck, Record
from .state import State

TRICKS = "tricks"
"""The declaration of how many tricks a player is going to take."""


def facts(record: Record, ends: Sequence[State | None]) -> Iterator[RoundFacts]:
    """The facts of each deal; a fault ends the last one, unless that was over."""
    seats, game_end = range(record.seats), record.result
    for number, (deal, end) in enumerate(zip(record.deals, ends, strict=True)):
        points = None if end is None else end.points
        result = None if points is None else "complete"
        parts: dict[str, int | None] = {}
        if number < len(record.plan):
            parts["leader"] = record.plan[number].start
        is_last = number + 1 == len(record.deals)
        if game_end is not None and game_end.end == "fault" and is_last and result is None:
            result, parts["at fault"] = "fault", game_end.player
        yield RoundFacts(
            result=result,
            roles={role: who for role, who in parts.items() if who is not None and who in seats},
            points=points,
            winners=None if points is None else with_most(points),
            declarations=tuple(
                [
                    Declaration(player, TRICKS, str(said))
                    for player, said in enumerate(deal.declarations or ())
                    if said is not None
                ]
            ),
        )


def options_of(record: Record) -> Mapping[str, Any]:
    """What is not as in the tournament: the number of players, the deck, the plan."""
    deck, default = record.deck, Deck()
    values = {
        "seats": (record.seats, 4),
        "ranks": (deck.ranks, default.ranks),
        "suits": (deck.suits, default.suits),
    }
    found: dict[str, Any] = {name: said for name, (said, usual) in values.items() if said != usual}
    if record.plan != TOURNAMENT:
        found["plan"] = to_builtins(record.plan)
    return found
