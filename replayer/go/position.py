"""Positions in a game of Go."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ..positions import Positions, position_of
from ..replay.round import RoundReplay, Step
from .points import Colour
from .record import Record
from .state import State


class GoPosition(Struct, frozen=True, kw_only=True):
    """A position.

    `rows` are the rows of the board from the top: `B` and `W` are stones, and dots are empty.
    `turn` is the player to move, `last` the last move. `ko` is the point of the stone that it took,
    if it took a single one. `prisoners` are the stones that each player has taken, `passes` the
    passes in a row.
    """

    rows: tuple[str, ...]
    turn: Colour
    last: str | None
    ko: str | None
    prisoners: tuple[int, int]
    passes: int
    komi: float


class GoPositions(Positions[Record, State]):
    """The positions of Go, in which nothing is hidden."""

    type = GoPosition

    def of(
        self, record: Record, replayed: RoundReplay[State]
    ) -> Callable[[Step[State]], GoPosition]:
        """Return the positions of a game."""
        komi = float(record.komi or 0)
        return lambda step: position_of(GoPosition, step.state, komi=komi)
