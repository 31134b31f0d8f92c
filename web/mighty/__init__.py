"""Mighty in the browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...findings import amount
from ..diagram import Card, Row, name_of
from ..games import Table
from ..tricks import HIDDEN, trick_rows, tries

SEATS = 5
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "N": "no-trump"}


def rows(position: Mapping[str, Any], names: Sequence[str] | None) -> Iterator[Row]:
    """The hands, the trick, and the contract."""
    for seat in range(SEATS):
        hand = position["hands"][seat] if position["hands"] else ()
        points = position["points"]["players"][seat]
        notes = [
            "president" if position["president"] == seat else "",
            "friend" if position["friend_player"] == seat else "",
            "dealer" if position["dealer"] == seat else "",
            amount(points, "point") if points else "",
        ]
        note = ", ".join(filter(None, notes))
        turn = position["turn"] == seat
        yield Row(name_of(names, seat), note, tuple(map(_card, hand)), turn)
    if position["kitty"]:
        yield Row("Kitty", "", tuple(map(_card, position["kitty"])))
    over = position["tricks"][-1]["plays"] if position["tricks"] else ()
    table, last = (list(map(_card, cards)) for cards in (position["table"], over))
    yield from trick_rows(position, table, last, SEATS)
    contract, points = position["contract"], position["points"]
    if contract is not None:
        trump = SIGNS[contract["trump"]]
        side = f"president's side {points['president']}, others {points['others']}"
        yield Row(f"{contract['points'] or '?'} {trump}", side)


def _card(text: str) -> Card:
    if text == HIDDEN:
        return Card()
    return Card("☆", " ") if text.startswith("JK") else Card(text[1], text[0])


TABLE = Table(tries=tries, rows=rows)
