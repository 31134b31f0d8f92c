"""Leduc poker in the browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..diagram import Card, Row, name_of
from ..games import Table

HIDDEN = "??"


def tries(position: Mapping[str, Any], player: int) -> Iterable[str]:
    """All that there is to do in the game."""
    return "fold", "call", "raise"


def rows(position: Mapping[str, Any], names: Sequence[str] | None) -> Iterator[Row]:
    """The private cards, the public card, and the pot."""
    for seat in range(2):
        held = position["cards"][seat : seat + 1]
        note = f"in the pot {position['stakes'][seat]}; total {position['totals'][seat]}"
        yield Row(name_of(names, seat), note, tuple(map(_card, held)))
    public = position["public"]
    things = () if public is None else (_card(public),)
    bets = "; ".join(", ".join(each) for each in position["betting"] if each)
    yield Row(f"Pot {sum(position['stakes'])}", bets, things)


def _card(text: str) -> Card:
    return Card() if text == HIDDEN else Card(text[0], text[1].upper())


TABLE = Table(tries=tries, rows=rows)
