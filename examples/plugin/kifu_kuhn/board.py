"""Show records of Kuhn poker to people.

Everything is drawn from positions: the states of the rules, limited to what the viewer may see
(`KuhnPositions.masked`).
"""

from __future__ import annotations

from collections.abc import Iterator

from kifu.formats.interface.boards import Board, broken
from kifu.formats.text.columns import visible
from kifu.replayer.replay.trajectory import Trajectory, TrajectoryStep

from .record import Record
from .rules import State


def head(record: Record) -> Iterator[str]:
    """Yield the names of the players, and whose view the record is."""
    if record.players is not None:
        yield visible(f"players: {', '.join(record.players)}")
    if record.view is not None:
        yield f"as player {record.view} knew it"


def whole(trajectory: Trajectory[Record, State]) -> Iterator[str]:
    """Yield the cards, the bets and the points."""
    yield visible(trajectory.title)
    yield from _state(trajectory.last)


def variation(trajectory: Trajectory[Record, State]) -> Iterator[str]:
    """Yield the cards and bets of a variation, and its points."""
    yield from _state(trajectory.last)


def position(trajectory: Trajectory[Record, State], step: TrajectoryStep[State]) -> Iterator[str]:
    """Yield the cards, the bets so far, and the legal actions."""
    yield f"{trajectory.label}, ply {step.ply}" if step.ply else trajectory.label
    yield from _state(step)
    for player, legal in step.legal.items():
        yield f"player {player}: {' '.join(legal)}"


def _state(step: TrajectoryStep[State]) -> Iterator[str]:
    now = step.position
    yield f"cards   {now.cards}"
    yield f"bets    {now.bets or '-'}"
    if now.over:
        yield "points  {:+d} {:+d}".format(*now.points)
    if step.breach is not None:
        yield broken(step.breach)


BOARD: Board[Record, State] = Board(head=head, whole=whole, variation=variation, position=position)
