"""A position as plain data: seats, piles, tricks, a grid, facts and words about them.

Things (cards, pieces, stones) are named by short strings; `Scenes.shape` gives the look of each.

A scene also says what each seat can see, and `seen_by` hides everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from .texts import Text

Tone: TypeAlias = Literal["", "red", "blue", "gold"]
Things: TypeAlias = tuple[str, ...]


class Fact(Struct, frozen=True, omit_defaults=True):
    """A name and a value; a `wide` fact takes a whole line.

    Only the seats in `known_to` know the value (None: all seats); the others see `otherwise`.
    """

    name: Text
    value: Text
    wide: bool = False
    known_to: tuple[int, ...] | None = None
    otherwise: Text = ""


class Badge(Struct, frozen=True, omit_defaults=True):
    """A note beside a player's name, such as a role; `sign` is its short form."""

    text: Text
    tone: Tone = ""
    sign: str = ""


class Group(Struct, frozen=True, omit_defaults=True):
    """Things laid down together, the first `down` of them face-down, with a badge.

    Other seats do not know face-down things unless they were `shown`. `new` marks the things that
    were laid last.
    """

    things: Things
    down: int = 0
    shown: bool = False
    badge: Badge | None = None
    new: bool = False


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat: badges, the things held, groups laid in front of it, things taken, and facts.

    There is room for `places` groups of two things, including empty ones. `hand` is None if there
    is nothing to hold yet; `taken` is None if nothing is ever taken. `shown` is the hand as the
    other seats know it; if it is None, they only know the number of things.
    """

    badges: tuple[Badge, ...] = ()
    hand: Things | None = None
    shown: Things | None = None
    laid: tuple[Group, ...] = ()
    places: int = 0
    taken: Things | None = None
    facts: tuple[Fact, ...] = ()


class Pile(Struct, frozen=True, omit_defaults=True):
    """A pile in the middle of the table, or an empty space for one, with its name.

    Only the seats in `known_to` know the things in it (None: all seats).
    """

    name: Text
    things: Things = ()
    known_to: tuple[int, ...] | None = None


class Trick(Struct, frozen=True, omit_defaults=True):
    """A trick: its leader, the things played in order, and its winner (None until it is over)."""

    lead: int
    plays: Things
    winner: int | None = None


class Mark(Struct, frozen=True, omit_defaults=True):
    """A mark on one or more places of a grid, as in annotations; an `area` belongs to a colour."""

    shape: str
    at: tuple[str, ...]
    colour: str = ""
    text: str = ""


class Grid(Struct, frozen=True, omit_defaults=True):
    """A board of squares, or of the points where lines cross.

    Each row, from the top, has a character for each place: a dot if it is empty, or the thing on
    it. A place is named by its column and its row (`D4`). `heads` and `sides` are the labels of
    columns and rows for people, if they differ from these names. `stars` are marked points (hoshi),
    and `checkered` squares alternate in colour. Things on `faded` places, such as dead stones, are
    drawn as if they were gone.
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

    The order of seats is clockwise unless the game is played counterclockwise. `part` changes when
    a new part of the round begins, such as a trick; `mode` says what actions mean (`Scenes.act`).

    `tricks` are all tricks so far, with the current one last. It is None before the first trick, or
    if the game has no tricks. `facts` are shown beside the table, and `middle` is shown in it.
    `ending` says how the round ended, which only the seats in `ending_known_to` know (None: all
    seats). `gone` are the piles of things that are out of play (`Looks.deck`). `hidden` stands for
    a thing that a seat does not know; without it, every seat sees everything.
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
    gone: tuple[Pile, ...] | None = None
    ending: tuple[Text, ...] = ()
    ending_known_to: tuple[int, ...] | None = None
    hidden: str = ""


def seen_by(scene: Scene, seat: int) -> Scene:
    """Return a scene as a seat sees it.

    The result equals the scene of the position as that seat knows it. In the browser,
    `component/src/scene/seen.ts` does the same.
    """
    hidden = scene.hidden
    if not hidden:
        return scene

    def facts(all_facts: Sequence[Fact]) -> tuple[Fact, ...]:
        return tuple(
            each if _knows(seat, each.known_to) else replace(each, value=each.otherwise)
            for each in all_facts
        )

    def piles(all_piles: Sequence[Pile]) -> tuple[Pile, ...]:
        return tuple(
            each
            if _knows(seat, each.known_to)
            else replace(each, things=(hidden,) * len(each.things))
            for each in all_piles
        )

    def other(its: Seat) -> Seat:
        hand = None if its.hand is None else its.shown or (hidden,) * len(its.hand)
        return replace(its, hand=hand, laid=tuple(map(group, its.laid)))

    def group(its: Group) -> Group:
        down = 0 if its.shown else its.down
        return replace(its, things=(*(hidden,) * down, *its.things[down:]))

    seats = (each if at == seat else other(each) for at, each in enumerate(scene.seats))
    ends = _knows(seat, scene.ending_known_to)
    return replace(
        scene,
        seats=tuple(replace(each, facts=facts(each.facts)) for each in seats),
        piles=piles(scene.piles),
        middle=facts(scene.middle),
        facts=facts(scene.facts),
        gone=None if scene.gone is None else piles(scene.gone),
        ending=scene.ending if ends else (),
        ending_known_to=scene.ending_known_to if ends else None,
    )


def _knows(seat: int, known_to: tuple[int, ...] | None) -> bool:
    return known_to is None or seat in known_to
