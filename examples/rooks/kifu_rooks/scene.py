"""Scenes of rooks: the board and its pieces."""

from __future__ import annotations

from collections.abc import Iterable

from kifu.replayer.scene.scene import Grid, Mark, Scene, Seat
from kifu.replayer.scene.scenes import Act, Looks, Scenes
from kifu.replayer.scene.shapes import Letter

from .rules import FILES, KINGS, NAMES, RANKS, ROOKS, SIZE, State

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
        last = (position.last[:2], position.last[2:])
        grid = Grid(
            tuple(reversed(rows)),
            tuple(FILES),
            tuple(reversed(RANKS)),
            checkered=True,
            marks=(Mark("highlight", last),) if position.last else (),
        )
        return Scene(seats=(Seat(), Seat()), grid=grid)

    def tries(self, position: State, player: int) -> Iterable[str]:
        """Return the moves of the player's pieces to all other squares."""
        own = [
            at for at, piece in enumerate(position.board) if piece in KINGS[player] + ROOKS[player]
        ]
        return [NAMES[start] + end for start in own for end in NAMES if end != NAMES[start]]


SCENES = RooksScenes()
