"""How a round of Goita ends."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .pieces import team

End: TypeAlias = Literal["out", "shi", "double-goshi", "redeal", "foul", "unfinished"]
"""The ways a round can end.

`out`: a player laid the eighth piece. `shi`: one hand has six or more し. `double-goshi`: both
partners have five し. `redeal`: a player has five し, and the partner chose a new deal. `foul`: a
foul ended the round. `unfinished`: the record stops before the end."""


class Outcome(Struct, frozen=True):
    """How a round ended under the rules.

    `winner` is None if the rules do not name one (a redeal, or both partners at once); `points` is
    None if they depend on a hidden piece.
    """

    end: End
    team: int | None = None
    winner: int | None = None
    points: int | None = 0

    @classmethod
    def as_written(cls, end: End, winner: int | None, points: int) -> Outcome:
        """Return the outcome as recorded; if both partners have five し, no single player won."""
        alone = None if end == "double-goshi" else winner
        return cls(end, None if winner is None else team(winner), alone, points)
