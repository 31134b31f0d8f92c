"""Boards as tests look at them: whole rounds, positions, everything that there is to show."""

from collections.abc import Iterable, Iterator
from typing import Any

from kifu import replayer
from kifu.formats.interface.boards import Board
from kifu.formats.text.roles import plain
from kifu.replayer.replay.trajectory import Malformed, Trajectory, trajectories


def rounds(record: Any, player: int | None = None) -> list[Trajectory[Any, Any]]:
    """The rounds of a record, none of which is malformed."""
    found = list(trajectories(replayer.game_of(record), record, player=player))
    whole = [each for each in found if isinstance(each, Trajectory)]
    assert whole == found
    return whole


def trajectory(record: Any, number: int = 1, player: int | None = None) -> Trajectory[Any, Any]:
    """The main line of a round."""
    (found,) = trajectories(replayer.game_of(record), record, (number,), player)
    assert isinstance(found, Trajectory), found
    return found


def text(lines: Iterable[str]) -> str:
    """Lines without the marks of roles."""
    return plain("\n".join(lines))


def whole(board: Board[Any, Any], record: Any, number: int = 1) -> str:
    """A round as it is shown."""
    return text(board.whole(trajectory(record, number)))


def position(board: Board[Any, Any], record: Any, ply: int) -> str:
    """The position before a ply; 0 is the last that there is."""
    found = trajectory(record)
    return text(board.position(found, found.at(ply) if ply else found.last))


def shown_everywhere(board: Board[Any, Any], record: Any) -> Iterator[str]:
    """Every line that a board can show of a record."""
    yield from board.head(record)
    for main in trajectories(replayer.game_of(record), record):
        if isinstance(main, Malformed):
            continue
        for each in main.tree():
            yield from board.whole(each)
            yield from board.variation(each) if each.path else ()
            for step in each.steps:
                yield from board.position(each, step)
