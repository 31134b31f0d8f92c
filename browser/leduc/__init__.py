"""Leduc poker in the browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..diagram import Card, Diagram, Pile, Seat, name_of, noted, signed
from ..games import Table

HIDDEN = "??"


def tries(position: Mapping[str, Any], player: int) -> Iterable[str]:
    """Return all actions in the game."""
    return "fold", "call", "raise"


def diagram(position: Mapping[str, Any], names: Sequence[str] | None) -> Diagram:
    """Return a diagram of the private cards, the public card, the pot and the betting."""
    public = position["public"]
    betting: Sequence[Sequence[str]] = position["betting"]
    return Diagram(
        seats=tuple(_seat(position, names, seat) for seat in range(2)),
        piles=(Pile("public card", () if public is None else (_card(public),)),),
        facts=(
            ("Pot", f"{sum(position['stakes'])}"),
            *((f"Round {at + 1}", ", ".join(each)) for at, each in enumerate(betting) if each),
        ),
    )


def _seat(position: Mapping[str, Any], names: Sequence[str] | None, seat: int) -> Seat:
    returns = (position["returns"] or (0, 0))[seat]
    result = f", {signed(returns)} in this hand" if position["returns"] else ""
    total = signed(position["totals"][seat])
    return Seat(
        name=name_of(names, seat),
        notes=noted(folds=position["end"] == "fold" and returns < 0, wins=returns > 0),
        hand=tuple(map(_card, position["cards"][seat : seat + 1])),
        caption=f"in the pot {position['stakes'][seat]}{result}; total {total}",
    )


def _card(text: str) -> Card:
    return Card() if text == HIDDEN else Card(text[0], text[1].upper())


TABLE = Table(tries=tries, diagram=diagram)
