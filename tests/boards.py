"""Boards as tests see them: whole rounds, positions, and every line they can show."""

from collections.abc import Iterable, Iterator
from typing import Any

from kifu import replayer
from kifu.formats.interface.boards import Board
from kifu.formats.text.roles import plain
from kifu.replayer.replay.trajectory import Malformed, Trajectory, trajectories


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
    """Join lines without their role markup."""
    return plain("\n".join(lines))


def whole(board: Board[Any, Any], record: Any, number: int = 1) -> str:
    """Return a whole round as shown."""
    return text(board.whole(trajectory(record, number)))


def position(board: Board[Any, Any], record: Any, ply: int) -> str:
    """Return the position before a ply, or the last position if `ply` is 0."""
    found = trajectory(record)
    return text(board.position(found, found.at(ply) if ply else found.last))


def shown_everywhere(board: Board[Any, Any], record: Any) -> Iterator[str]:
    """Yield every line that a board can show for a record."""
    yield from board.head(record)
    for main in trajectories(replayer.game_of(record), record):
        if isinstance(main, Malformed):
            continue
        for each in main.tree():
            yield from board.whole(each)
            yield from board.variation(each) if each.path else ()
            for step in each.steps:
                yield from board.position(each, step)
