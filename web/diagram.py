"""What a picture of a position shows: rows of cards and pieces, one for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct


class Card(Struct, frozen=True):
    """A card; without a rank and a suit, its back. Its lead or its win is marked."""

    rank: str = ""
    suit: str = ""
    mark: Literal["", "lead", "wins", "leads and wins"] = ""


class Piece(Struct, frozen=True):
    """A piece by its digit; 9 is a hidden one. It may lie face-down, known or not."""

    digit: str
    face_down: bool = False


class Gap(Struct, frozen=True):
    """A space between cards or pieces."""


class Row(Struct, frozen=True):
    """A row: its name, what is said of it, and what lies in it. The row of who acts is marked."""

    name: str
    note: str = ""
    things: tuple[Card | Piece | Gap, ...] = ()
    acts: bool = False


def name_of(names: Sequence[str] | None, seat: int) -> str:
    """What a player is called.

    >>> name_of(["Aki"], 0), name_of(None, 1)
    ('Aki', 'Player 1')
    """
    known = names or ()
    return known[seat] if seat < len(known) else f"Player {seat}"
