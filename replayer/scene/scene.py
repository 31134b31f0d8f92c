"""A position as plain data: seats, piles, tricks, a grid, facts and words about them.

Things (cards, pieces, stones) are named by short texts; `Scenes.shape` says what each looks like.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .texts import Text

Tone: TypeAlias = Literal["", "red", "blue", "gold"]
Things: TypeAlias = tuple[str, ...]


class Fact(Struct, frozen=True, omit_defaults=True):
    """A name and a value; a wide one takes a whole line."""

    name: Text
    value: Text
    wide: bool = False


class Badge(Struct, frozen=True, omit_defaults=True):
    """A note beside a player's name, such as a role; `sign` is a short form of it."""

    text: Text
    tone: Tone = ""
    sign: str = ""


class Group(Struct, frozen=True, omit_defaults=True):
    """Things laid together, the first `down` of them face-down, with a badge.

    `new` marks the things that were laid last.
    """

    things: Things
    down: int = 0
    badge: Badge | None = None
    new: bool = False


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat: badges, the things held, groups laid in front of it, things taken, and facts.

    There is room for `places` groups of two things, empty ones included. `hand` is None if there
    is nothing to hold yet, and `taken` if nothing is ever taken.
    """

    badges: tuple[Badge, ...] = ()
    hand: Things | None = None
    laid: tuple[Group, ...] = ()
    places: int = 0
    taken: Things | None = None
    facts: tuple[Fact, ...] = ()


class Pile(Struct, frozen=True, omit_defaults=True):
    """A pile in the middle of the table, or an empty space there, with its name."""

    name: Text
    things: Things = ()


class Trick(Struct, frozen=True, omit_defaults=True):
    """A trick: its leader, the things played in order, and its winner, None until it is over."""

    lead: int
    plays: Things
    winner: int | None = None


class Mark(Struct, frozen=True, omit_defaults=True):
    """A mark on one place of a grid or more, as in annotations; an `area` belongs to a colour."""

    shape: str
    at: tuple[str, ...]
    colour: str = ""
    text: str = ""


class Grid(Struct, frozen=True, omit_defaults=True):
    """A board of squares, or of the points where lines cross.

    Each row, from the top, has a character for each place: a dot if it is empty, or the thing on
    it. A place is called by the names of its column and its row (`D4`). `heads` and `sides` are the
    labels of columns and rows for people, if they differ from these names. `stars` are marked
    points (hoshi), and `checkered` squares alternate in colour. Things on `faded` places are drawn
    as if they were gone, such as dead stones.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    lines: tuple[str, ...]
    heads: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    points: bool = False
    checkered: bool = False
    stars: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    faded: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places, row by row."""
        return tuple(column + line for line in self.lines for column in self.columns)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all places for people, row by row."""
        heads, sides = self.heads or self.columns, self.sides or self.lines
        return tuple(head + side for side in sides for head in heads)


class Scene(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A position.

    The order of seats is clockwise unless the game is played counterclockwise. `part` changes where
    a new part of the round begins, such as a trick; `mode` says what actions mean (`Scenes.act`).

    `tricks` are all tricks so far, with the current one last; None if the game has none, or if they
    have not begun. `facts` are shown beside the table, `middle` in it, and `ending` says how the
    round ended. `gone` are the things known to be out of play (`Scenes.deck`).
    """

    seats: tuple[Seat, ...]
    clockwise: bool = True
    part: str = ""
    mode: str = ""
    tricks: tuple[Trick, ...] | None = None
    piles: tuple[Pile, ...] = ()
    grid: Grid | None = None
    middle: tuple[Fact, ...] = ()
    facts: tuple[Fact, ...] = ()
    gone: Things | None = None
    ending: tuple[Text, ...] = ()
