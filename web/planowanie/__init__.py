"""Planowanie in the browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..diagram import Card, Row, name_of, trick
from ..games import Table

HIDDEN = "??"


def tries(position: Mapping[str, Any], player: int) -> Iterator[str]:
    """Every card of the hand, in the play."""
    if position["phase"] == "play":
        yield from (card for card in position["hands"][player] if card != HIDDEN)


def rows(position: Mapping[str, Any], names: Sequence[str] | None) -> Iterator[Row]:
    """The hands with what was declared and taken, and the trick."""
    seats = len(position["totals"])
    for seat in range(seats):
        hand = position["hands"][seat] if position["hands"] else ()
        declared = position["declarations"][seat] if position["declarations"] else None
        told = "" if declared is None else f"declared {declared}, "
        note = f"{told}took {position['taken'][seat]}; total {position['totals'][seat]}"
        turn = position["turn"] == seat
        yield Row(name_of(names, seat), note, tuple(map(_card, hand)), turn)
    if position["table"]:
        cards = list(map(_card, position["table"]))
        yield Row("Trick", "", trick(position["lead"], cards, None, seats))
    elif position["tricks"]:
        last = position["tricks"][-1]
        cards = list(map(_card, last["cards"]))
        yield Row("Last trick", "", trick(last["lead"], cards, last["winner"], seats))


def _card(text: str) -> Card:
    return Card() if text == HIDDEN else Card(text[0], text[1])


TABLE = Table(tries=tries, rows=rows)
