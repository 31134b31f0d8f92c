"""Scores of final positions with marked territory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..play.annotation import Annotation
from .options import Scoring
from .points import COLOURS, LETTERS, area
from .record import Round
from .state import State

Place: TypeAlias = tuple[int, int]

Territory: TypeAlias = tuple[set[Place], set[Place]]
"""The points of Black and White that a record marks, as columns and rows."""

_HERE_OR_BESIDE = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))

MARKS = ("TB", "TW")
"""The properties of SGF that mark territory; a value is a point, or two corners of a rectangle."""


def marked(played: Round, end: State) -> Territory | None:
    """Return the territory marked at the end of a game, or None if some of it is not marked.

    Dead stones are marked as the other player's territory, so a player's territory cannot be beside
    unmarked stones of the other player.
    """
    black, white = (
        {(LETTERS.index(name[0]), LETTERS.index(name[1])) for name in each}
        for each in territory(played.annotations, played.plies)
    )
    board = _board(end) if black or white else {}
    if not (black or white) or black & white or not black | white <= board.keys():
        return None
    for points, other in ((black, "W"), (white, "B")):
        for (column, row), sign in board.items():
            near = ((column + x, row + y) for x, y in _HERE_OR_BESIDE)
            if sign == other and (column, row) not in points and not points.isdisjoint(near):
                return None
    return black, white


def territory(
    annotations: Iterable[Annotation], ply: int | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the points that annotations on a ply mark as territory of Black and of White."""
    found: dict[str, dict[str, None]] = {key: {} for key in MARKS}
    for each in annotations:
        for said in each.properties if each.ply == ply else ():
            if said.key in found:
                for value in said.values:
                    found[said.key] |= dict.fromkeys(area(value) or ())
    black, white = map(tuple, found.values())
    return black, white


def score(end: State, marks: Territory, scoring: Scoring) -> int:
    """Return Black's points minus White's on the board."""
    board, total, dead_or_empty = _board(end), 0, marks[0] | marks[1]
    for own, points, sign in zip(COLOURS, marks, (1, -1), strict=True):
        if scoring == "territory":
            more = sum(board[each] not in (".", own) for each in points)
            more += end.prisoners[COLOURS.index(own)]
        else:
            alive = (each for each, stone in board.items() if stone == own)
            more = sum(each not in dead_or_empty for each in alive)
        total += sign * (len(points) + more)
    return total


def _board(end: State) -> dict[Place, str]:
    """Return the contents of each point, by its column and row."""
    return {(c, r): sign for r, row in enumerate(end.rows) for c, sign in enumerate(row)}
