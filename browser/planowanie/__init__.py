"""Planowanie in the browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..diagram import SIGNS, Card, Diagram, Seat, name_of, noted, signed
from ..games import Table
from ..tricks import HIDDEN, trick, tries

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def diagram(position: Mapping[str, Any], names: Sequence[str] | None) -> Diagram:
    """Return a diagram of the hands with tricks declared and taken, and the current trick."""
    seats, trump = len(position["totals"]), str(position["trump"])
    return Diagram(
        seats=tuple(_seat(position, names, seat) for seat in range(seats)),
        trick=trick(position, "cards", _card, seats),
        facts=(
            ("Trump", f"{SIGNS[trump]} {SUITS[trump]}" if trump in SUITS else trump),
            ("Cards for each", f"{position['cards']}"),
            ("Leads first", name_of(names, position["starts"])),
            ("Finished tricks", f"{len(position['tricks'])}"),
            *_end(position, names),
        ),
    )


def _seat(position: Mapping[str, Any], names: Sequence[str] | None, seat: int) -> Seat:
    declared = position["declarations"][seat] if position["declarations"] else None
    points = f", +{position['points'][seat]}" if position["points"] else ""
    return Seat(
        name=name_of(names, seat),
        notes=noted(leads=position["lead"] == seat, wins=seat in position["winners"]),
        hand=tuple(map(_card, position["hands"][seat] if position["hands"] else ())),
        caption=f"declared {'–' if declared is None else declared}, took {position['taken'][seat]}"
        f"{points}; total {signed(position['totals'][seat])}",
    )


def _end(position: Mapping[str, Any], names: Sequence[str] | None) -> Iterator[tuple[str, str]]:
    """Yield the winners of a game played to the end, or the player whose fault ended it."""
    if position["winners"]:
        yield "Wins the game", " and ".join(name_of(names, each) for each in position["winners"])
    result = position["result"]
    if result and result["end"] == "fault" and result["player"] is not None:
        yield "Loses by a fault", name_of(names, result["player"])


def _card(text: str) -> Card:
    return Card() if text == HIDDEN else Card(text[0], text[1])


TABLE = Table(tries=tries, diagram=diagram)
