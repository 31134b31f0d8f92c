"""What a picture of a position shows: the seats around a table, what lies on it, and facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

Mark: TypeAlias = Literal["", "lead", "wins", "leads and wins"]

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "N": "no-trump"}
"""How suits are written, and the lack of a trump."""


class Card(Struct, frozen=True):
    """A card; without a rank and a suit, its back. Its lead or its win is marked."""

    rank: str = ""
    suit: str = ""
    mark: Mark = ""


class Piece(Struct, frozen=True):
    """A piece by its digit; 9 is a hidden one. It may lie face-down, known or not."""

    digit: str
    face_down: bool = False


Thing: TypeAlias = Card | Piece


class Seat(Struct, frozen=True):
    """A seat: its player, notes such as its role, its hand, and what lies before it.

    What lies before it is in groups, which stay together; `told` is a line of text below.
    """

    name: str
    notes: tuple[str, ...] = ()
    hand: tuple[Thing, ...] = ()
    laid: tuple[tuple[Thing, ...], ...] = ()
    told: str = ""


class Pile(Struct, frozen=True):
    """What lies in the middle of the table, or an empty place there, and what it is called."""

    name: str
    things: tuple[Thing, ...] = ()


class Diagram(Struct, frozen=True, kw_only=True):
    """A position as a picture shows it: what lies before whom, in the order of the seats.

    `trick` has the card of each seat that has played one. Seats follow one another clockwise
    unless the game goes round the other way.
    """

    seats: tuple[Seat, ...]
    trick: tuple[Card | None, ...] = ()
    piles: tuple[Pile, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    clockwise: bool = True


def name_of(names: Sequence[str] | None, seat: int) -> str:
    """What a player is called.

    >>> name_of(["Aki"], 0), name_of(None, 1)
    ('Aki', 'Player 1')
    """
    known = names or ()
    return known[seat] if seat < len(known) else f"Player {seat}"


def noted(**notes: object) -> tuple[str, ...]:
    """The notes that hold, with spaces for what joins their words.

    >>> noted(dealer=True, to_lead=False)
    ('dealer',)
    """
    return tuple(name.replace("_", " ") for name, holds in notes.items() if holds)


def signed(number: int) -> str:
    """A number as it is printed, with a minus sign.

    >>> signed(-3), signed(2)
    ('−3', '2')
    """
    return f"−{-number}" if number < 0 else str(number)
