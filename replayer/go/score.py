"""Scores of final positions with marked territory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from ..play.annotation import Annotation
from .options import Scoring
from .points import LETTERS, area
from .record import Round
from .state import State

Place = tuple[int, int]


class Territory(Struct, frozen=True):
    """The points of Black and White that a record marks, as columns and rows."""

    black: frozenset[Place]
    white: frozenset[Place]


MARKS = ("TB", "TW")
"""The properties of SGF that mark territory; a value is a point, or two corners of a rectangle."""


def marked(played: Round, end: State) -> Territory | None:
    """Return the territory marked at the end of a game, or None if some of it is not marked.

    Dead stones are marked as the other player's territory, so a player's territory cannot be beside
    unmarked stones of the other player.
    """
    black, white = (set(map(_place, each)) for each in territory(played.annotations, played.plies))
    if not (black or white) or black & white:
        return None
    rows = end.rows
    for points, other in ((black, "W"), (white, "B")):
        for here in points:
            for column, row in (here, *_around(here, rows)):
                inside = row < len(rows) and column < len(rows[0])
                if not inside or (rows[row][column] == other and (column, row) not in points):
                    return None
    return Territory(frozenset(black), frozenset(white))


def territory(
    annotations: Iterable[Annotation], ply: int | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the points that annotations on a ply mark as territory of Black and of White."""
    said = [one for each in annotations if each.ply == ply for one in each.properties]
    black, white = (
        tuple(
            dict.fromkeys(
                point
                for one in said
                if one.key == key
                for value in one.values
                for point in area(value) or ()
            )
        )
        for key in MARKS
    )
    return black, white


def _place(name: str) -> Place:
    return LETTERS.index(name[0]), LETTERS.index(name[1])


def score(end: State, territory: Territory, scoring: Scoring) -> int:
    """Return Black's points minus White's on the board."""
    rows, total = end.rows, 0
    for points, own, sign in ((territory.black, "B", 1), (territory.white, "W", -1)):
        for column, row in points:
            dead = rows[row][column] not in (".", own)
            total += sign * (2 if dead and scoring == "territory" else 1)
    if scoring == "territory":
        return total + end.prisoners[0] - end.prisoners[1]
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if sign == "B" and (column, row) not in territory.white | territory.black:
                total += 1
            elif sign == "W" and (column, row) not in territory.white | territory.black:
                total -= 1
    return total


def _around(here: Place, rows: Sequence[str]) -> Iterator[Place]:
    """Yield the neighbours of a point."""
    column, row = here
    for x, y in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
        if 0 <= y < len(rows) and 0 <= x < len(rows[0]):
            yield x, y
