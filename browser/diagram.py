"""Diagrams of positions, for drawing pictures: seats around a table, things and facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

Mark: TypeAlias = Literal["", "lead", "wins", "leads and wins"]

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "N": "no-trump"}
"""The signs of suits, and the word for no trump."""


class Card(Struct, frozen=True):
    """A card, or its back if it has neither rank nor suit; the mark shows that it leads or wins."""

    rank: str = ""
    suit: str = ""
    mark: Mark = ""


class Piece(Struct, frozen=True):
    """A piece by its digit; 9 is hidden. A face-down piece may still be known."""

    digit: str
    face_down: bool = False


Thing: TypeAlias = Card | Piece


class Seat(Struct, frozen=True):
    """A seat: its player, notes such as a role, its hand, and whatever is laid out in front of it.

    `laid` holds groups that stay together; `caption` is a line of text below them.
    """

    name: str
    notes: tuple[str, ...] = ()
    hand: tuple[Thing, ...] = ()
    laid: tuple[tuple[Thing, ...], ...] = ()
    caption: str = ""


class Pile(Struct, frozen=True):
    """A pile in the middle of the table, or an empty space there, with its name."""

    name: str
    things: tuple[Thing, ...] = ()


class Diagram(Struct, frozen=True, kw_only=True):
    """A diagram of a position: its seats in order, and the things on the table.

    `trick` holds the card of each seat that has played one. The order of seats is clockwise unless
    the game is played counterclockwise.
    """

    seats: tuple[Seat, ...]
    trick: tuple[Card | None, ...] = ()
    piles: tuple[Pile, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    clockwise: bool = True


def name_of(names: Sequence[str] | None, seat: int) -> str:
    """Return the name of a player.

    >>> name_of(["Aki"], 0), name_of(None, 1)
    ('Aki', 'Player 1')
    """
    known = names or ()
    return known[seat] if seat < len(known) else f"Player {seat}"


def noted(**notes: object) -> tuple[str, ...]:
    """Return the names of the notes that are true, with spaces in place of underscores.

    >>> noted(dealer=True, to_lead=False)
    ('dealer',)
    """
    return tuple(name.replace("_", " ") for name, holds in notes.items() if holds)


def signed(number: int) -> str:
    """Return a number as text, with a typographic minus sign.

    >>> signed(-3), signed(2)
    ('−3', '2')
    """
    return f"−{-number}" if number < 0 else str(number)
