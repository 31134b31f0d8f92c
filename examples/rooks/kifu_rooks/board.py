"""Show games of rooks to people."""

from __future__ import annotations

from collections.abc import Iterator

from kifu.formats.interface.boards import Board, broken
from kifu.formats.text.columns import visible
from kifu.replayer.replay.trajectory import Trajectory, TrajectoryStep

from .record import Record
from .rules import FILES, SIZE, State


def head(record: Record) -> Iterator[str]:
    """Yield the names of the players."""
    if record.players is not None:
        yield visible(" - ".join(record.players))


def whole(trajectory: Trajectory[Record, State]) -> Iterator[str]:
    """Yield the moves as they are spelled."""
    moves = [
        step.spelled(*done) for step in trajectory.steps for done in (step.actions or {}).items()
    ]
    yield f"{visible(trajectory.title)}: {' '.join(moves)}"
    if trajectory.last.breach is not None:
        yield broken(trajectory.last.breach)


def position(trajectory: Trajectory[Record, State], step: TrajectoryStep[State]) -> Iterator[str]:
    """Yield the board, with White at the bottom."""
    board = step.position.board
    for rank in reversed(range(SIZE)):
        yield f"{rank + 1} {' '.join(board[rank * SIZE : (rank + 1) * SIZE])}"
    yield f"  {' '.join(FILES)}"


BOARD: Board[Record, State] = Board(head=head, whole=whole, variation=whole, position=position)
