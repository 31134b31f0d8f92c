"""Boards as tests see them: whole rounds, positions, and every line they can show."""

from collections.abc import Iterable
from typing import Any

from kifu import replayer
from kifu.formats.interface.board import Board
from kifu.formats.text.tones import plain
from kifu.replayer.replay.trajectory import Trajectory, trajectories


def rounds(record: Any, player: int | None = None) -> list[Trajectory[Any, Any]]:
    """Return the rounds of a record, asserting that none is malformed."""
    found = list(trajectories(replayer.game_of(record), record, player=player))
    whole = [each for each in found if isinstance(each, Trajectory)]
    assert whole == found
    return whole


def trajectory(record: Any, number: int = 1, player: int | None = None) -> Trajectory[Any, Any]:
    """Return the main line of a round."""
    (found,) = trajectories(replayer.game_of(record), record, (number,), player)
    assert isinstance(found, Trajectory), found
    return found


def text(lines: Iterable[str]) -> str:
    """Join lines without marks of tones."""
    return plain("\n".join(lines))


def whole(board: Board, record: Any, number: int = 1) -> str:
    """Return a whole round as shown."""
    return text(board.whole(trajectory(record, number)))


def position(board: Board, record: Any, ply: int) -> str:
    """Return the position before a ply, or the last position if `ply` is 0."""
    found = trajectory(record)
    return text(board.position(found, found.at(ply) if ply else found.last))
