"""Annotations on a match, a round, a line of play, or one of its plies.

Strings are kept as written, including line endings and spaces, and even if empty.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

from ...findings.shown import short_struct

Number: TypeAlias = int | float
"""A number as in JSON; 3.0 always becomes 3."""


def _whole(struct: Struct, *fields: str) -> None:
    """Convert whole floats in fields of a new struct to ints, as reading JSON does."""
    for field in fields:
        value: object = getattr(struct, field)
        if isinstance(value, float) and value.is_integer():
            force_setattr(struct, field, int(value))


Shape: TypeAlias = Literal[
    "circle",
    "square",
    "triangle",
    "cross",
    "dot",
    "arrow",
    "line",
    "label",
    "highlight",
    "dim",
]
"""How a place is marked: with the shapes of SGF, or with the coloured squares and arrows of PGN."""


class Evaluation(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An evaluation of a position, and of the action that led to it.

    `score` is in the game's unit, from the point of view of player 0: higher is better for that
    player. `mate` is the number of moves to a forced end, negative if player 0 loses. `depth` is
    how far a program looked ahead. `loss` is how much the action cost its player, compared with the
    best one; `accuracy` is its accuracy in percent.
    """

    score: Number | None = None
    mate: int | None = None
    depth: int | None = None
    loss: Number | None = None
    accuracy: Number | None = None

    __repr__ = short_struct

    def __post_init__(self) -> None:
        _whole(self, "score", "loss", "accuracy")


class Mark(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A mark drawn on the board at some places, which are named as in the game: `e4`, `player 2`.

    An arrow or a line goes from the first place to the second.

    A label shows its `text`.
    """

    shape: Shape
    at: tuple[str, ...]
    colour: str | None = None
    text: str | None = None

    __repr__ = short_struct


class Property(Struct, frozen=True, gc=False, kw_only=True):
    """Data from a notation that kifu does not interpret, under its own key."""

    key: str
    values: tuple[str, ...] = ()

    __repr__ = short_struct


class Annotation(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An annotation on one ply or, without a `ply`, on the whole match, round or variation.

    Plies are numbered throughout the round, from 1; 0 is a decision before the first ply, or the
    position before it. `before` and `after` are comments before and after the action. `glyphs` are
    numbers of the PGN table (`glyphs.glyphs`). Times are in seconds: the time used for the action,
    and the time left after it. `properties` keep their order and duplicates.
    """

    ply: int | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    glyphs: tuple[int, ...] = ()
    time_used: Number | None = None
    time_left: Number | None = None
    evaluation: Evaluation | None = None
    marks: tuple[Mark, ...] = ()
    properties: tuple[Property, ...] = ()

    __repr__ = short_struct

    def __post_init__(self) -> None:
        left, used = self.time_left, self.time_used
        if (isinstance(left, float) and left.is_integer()) or isinstance(used, float):
            _whole(self, "time_used", "time_left")
