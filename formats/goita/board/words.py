"""Players, scores and points in words."""

from __future__ import annotations

from collections.abc import Sequence

from ....replayer.goita.record import Record
from ...interface.boards import name_of


def who(record: Record, seat: int) -> str:
    """Return a player's number, with the name if there is one."""
    name = name_of(record.players, seat)
    return f"player {seat}" + (f" ({name})" if name else "")


def label(record: Record, seat: int, dealer: int | None = None) -> str:
    """Return the heading of a player's row or column."""
    name = name_of(record.players, seat)
    return " ".join(filter(None, (str(seat), name, "(dealer)" if seat == dealer else "")))


def score_of(score: Sequence[int]) -> str:
    """Return the score of both teams."""
    return "–".join(map(str, score))


def points_of(points: int | None) -> str:
    """Return the value of a round in words."""
    return "points that depend on a hidden piece" if points is None else f"{points} points"
