"""Positions in a game of Go."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from msgspec import Struct

from ..positions import Positions, position_of
from ..replay.round import RoundReplay, Step
from .points import Colour
from .record import Record, Result
from .score import territory
from .state import State


class GoPosition(Struct, frozen=True, kw_only=True):
    """A position.

    `rows` are the rows of the board from the top: `B` and `W` are stones, and dots are empty.
    `turn` is the player to move, and `last` is the last move. If it took a single stone, `ko` is
    the point of that stone. `prisoners` are the stones that each player has taken, and `passes`
    counts the passes in a row. `territory` has the points of each player, if they are marked after
    the last move. `result` is the result of the game, in its last position.
    """

    rows: tuple[str, ...]
    turn: Colour
    last: str | None
    ko: str | None
    prisoners: tuple[int, int]
    passes: int
    komi: float
    territory: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    result: Result | str | None = None


class GoPositions(Positions[Record, State]):
    """The positions of Go, in which nothing is hidden."""

    type = GoPosition

    def of(
        self, record: Record, replayed: RoundReplay[State]
    ) -> Callable[[Step[State]], GoPosition]:
        """Return the positions of a game."""
        komi, steps = float(record.komi or 0), replayed.steps
        played = record.rounds[replayed.number - 1]
        last = id(steps[-1]) if not replayed.path else None
        noted = {each.ply for each in played.annotations} - {None} if not replayed.path else ()
        after = {id(step): before.ply for before, step in pairwise(steps) if before.ply in noted}

        def position(step: Step[State]) -> GoPosition:
            ply = after.get(id(step))
            return position_of(
                GoPosition,
                step.state,
                komi=komi,
                territory=territory(played.annotations, ply) if ply else ((), ()),
                result=played.result if id(step) == last else None,
            )

        return position
