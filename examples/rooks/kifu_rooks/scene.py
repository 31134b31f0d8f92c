"""Scenes of rooks: the board and its pieces."""

from __future__ import annotations

from kifu.replayer.scene.scene import Grid, Scene, Seat
from kifu.replayer.scene.scenes import Act, Looks, Scenes
from kifu.replayer.scene.shapes import Letter

from .rules import FILES, RANKS, SIZE, State

PIECES = {"K": ("♔", "white king"), "R": ("♖", "white rook")} | {
    "k": ("♚", "black king"),
    "r": ("♜", "black rook"),
}


class RooksScenes(Scenes[State]):
    """Scenes of rooks."""

    looks = Looks(
        shapes=tuple((piece, Letter(*shown)) for piece, shown in PIECES.items()),
        acts=(Act("(..)(..)", "{1}–{2}", takes=("{1}", "{2}")),),
    )

    def scene(self, position: State) -> Scene:
        """Return the scene of a position, with the last rank at the top."""
        rows = [position.board[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)]
        grid = Grid(tuple(reversed(rows)), tuple(FILES), tuple(reversed(RANKS)), checkered=True)
        return Scene(seats=(Seat(), Seat()), grid=grid)


SCENES = RooksScenes()
