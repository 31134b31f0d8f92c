"""Scores of final positions: of marked territory, or where no stone can be dead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from ..play.annotation import Annotation
from .options import Scoring
from .points import LETTERS, place, point
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
    """Return the territory marked at the end of a game; None if not all of it is marked.

    A dead stone is marked as territory of the other player, so no stone beside a player's territory
    can be the other player's.
    """
    black, white = (set(map(_place, each)) for each in territory(played.annotations, played.plies))
    rows = end.rows
    if not (black or white) or black & white:
        return None
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
                point(*each)
                for one in said
                if one.key == key
                for value in one.values
                for each in _places(value)
            )
        )
        for key in MARKS
    )
    return black, white


def _place(name: str) -> Place:
    return LETTERS.index(name[0]), LETTERS.index(name[1])


def _places(value: str) -> Iterator[Place]:
    """Yield the points of a value of `TB` or `TW`."""
    first, _, last = value.partition(":")
    one, other = place(first), place(last or first)
    if one is not None and other is not None:
        for column in range(one[0], other[0] + 1):
            for row in range(one[1], other[1] + 1):
                yield column, row


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


def certain_area(end: State) -> int | None:
    """Return Black's area minus White's if no stone can ever be taken, or else None.

    A player's chains cannot be taken if each has two eyes among the regions that they enclose
    (Benson, "Life in the game of Go", 1976).
    """
    rows = end.rows
    stones = sum(len(row) - row.count(".") for row in rows)
    if not stones or not all(_all_live(rows, colour) for colour in "BW"):
        return None
    return end.table.area()


def _all_live(rows: Sequence[str], colour: str) -> bool:
    """Return whether no chain of a player can ever be taken."""
    chains, regions = list[set[Place]](), list[set[Place]]()
    seen = set[Place]()
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if (column, row) not in seen:
                own = sign == colour
                found = _connected((column, row), rows, colour, own)
                seen |= found
                (chains if own else regions).append(found)
    borders = [{at for here in region for at in _around(here, rows)} for region in regions]
    return all(
        sum(
            _is_vital(region, chain, rows)
            for region, border in zip(regions, borders, strict=True)
            if border & chain
        )
        > 1
        for chain in chains
    )


def _is_vital(region: Collection[Place], chain: Collection[Place], rows: Sequence[str]) -> bool:
    """Return whether each empty point of a region is a liberty of a chain."""
    return all(
        any(at in chain for at in _around((column, row), rows))
        for column, row in region
        if rows[row][column] == "."
    )


def _connected(start: Place, rows: Sequence[str], colour: str, own: bool) -> set[Place]:
    """Return the points connected to a point: a player's stones, or everything else."""
    found, left = {start}, [start]
    while left:
        for at in _around(left.pop(), rows):
            if at not in found and (rows[at[1]][at[0]] == colour) == own:
                found.add(at)
                left.append(at)
    return found


def _around(here: Place, rows: Sequence[str]) -> Iterator[Place]:
    """Yield the neighbours of a point."""
    column, row = here
    for x, y in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
        if 0 <= y < len(rows) and 0 <= x < len(rows[0]):
            yield x, y
