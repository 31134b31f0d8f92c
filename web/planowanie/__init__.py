"""Planowanie in the browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..diagram import Card, Row, name_of
from ..games import Table
from ..tricks import HIDDEN, trick_rows, tries


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
    over = position["tricks"][-1]["cards"] if position["tricks"] else ()
    table, last = (list(map(_card, cards)) for cards in (position["table"], over))
    yield from trick_rows(position, table, last, seats)


def _card(text: str) -> Card:
    return Card() if text == HIDDEN else Card(text[0], text[1])


TABLE = Table(tries=tries, rows=rows)
