"""Scenes of tic-tac-toe: the board, with the last move or the winning row."""

from __future__ import annotations

from kifu.replayer.scene.scene import Badge, Grid, Mark, Scene, Seat
from kifu.replayer.scene.scenes import Act, Looks, Scenes
from kifu.replayer.scene.texts import Player, say

from .codes import NO_MOVE
from .rules import COLUMNS, LINES, MARKS, SQUARES, State

DRAWN = {"en": "Drawn", "ko": "무승부", "ja": "引き分け", "pl": "Remis"}


class TicTacToeScenes(Scenes[State]):
    """Scenes of tic-tac-toe."""

    looks = Looks(
        words={
            language: {"player.0": "X", "player.1": "O", "drawn": drawn}
            for language, drawn in DRAWN.items()
        },
        acts=tuple(Act("(..)", "{1}", takes=("{1}",), puts=mark, modes=(mark,)) for mark in MARKS),
        occupied=(NO_MOVE.code, NO_MOVE.name, NO_MOVE.means),
    )

    def scene(self, position: State) -> Scene:
        """Return the scene of a position."""
        rows = position.rows
        marked = {SQUARES[at] for row in rows for at in row} or {position.last} - {""}
        grid = Grid(
            (position.board[:3], position.board[3:6], position.board[6:]),
            tuple(COLUMNS),
            tuple(LINES),
            marks=(Mark("highlight", tuple(sorted(marked))),) if marked else (),
        )
        won = say("wonBy", Player(1 - position.player), 1) if rows else say("drawn")
        return Scene(
            seats=tuple(Seat(badges=(Badge(mark),)) for mark in MARKS),
            mode=MARKS[position.player],
            grid=grid,
            ending=(won,) if position.over else (),
        )


SCENES = TicTacToeScenes()
