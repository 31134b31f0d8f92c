"""A record of Go: one game.

A record may contain anything; `check` finds what is wrong. Parts that are not recorded are None.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import repeat
from typing import Literal, TypeAlias

from msgspec import Struct, field

from ..assumed import assumed
from ..play.annotation import Annotation
from ..play.ended import Ended
from ..play.start import Setup
from ..play.variations import Variation
from ..record import GameRecord
from .options import Options
from .points import SETUP, Colour
from .state import State

Number: TypeAlias = int | float
"""A number as in JSON; halves and quarters are exact."""

DEFAULT_SIZE = 19


class Result(Struct, frozen=True, omit_defaults=True):
    """The winner, and the margin, or `R` for resignation, `T` for time, `F` for forfeit."""

    winner: Colour
    by: Number | Literal["R", "T", "F"] | None = None

    @property
    def margin(self) -> Number | None:
        """The number of points, None if the game was not won by points."""
        return None if isinstance(self.by, str) else self.by


class Round(Struct, frozen=True, kw_only=True):
    """The play of a game.

    `setup` is the position that it starts from; its `position` is written like an action that sets
    up stones (`B dd pp; W dp`). `actions` are the moves of both players (`B cc`, `W pass`), and
    changes of the position between them (`setup B cc dd; W ee; empty ff; turn W`), which are not
    plies. A variation begins before any such changes at its ply, and repeats those that it shares.
    """

    setup: Setup | None = None
    actions: tuple[str, ...] = ()
    variations: tuple[Variation, ...] = ()
    result: Result | Literal["draw", "void", "unknown"] | None = None
    ended: Ended | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def plies(self) -> int:
        """The number of moves and passes."""
        return plies_in(self.actions)


def plies_in(actions: Sequence[str]) -> int:
    """Count the moves and passes; the other actions set up stones."""
    return len(actions) - sum(map(str.startswith, actions, repeat(SETUP)))


class Record(GameRecord[State], frozen=True, kw_only=True):
    """A game. `players` are the names of Black and White.

    `title` is the name of the game, and `date` has one or more dates as in SGF (`1996-05-06,07`).
    `size` is the number of lines, or of columns and rows; if it is not recorded, it is 19.
    """

    title: str | None = None
    event: str | None = None
    place: str | None = None
    date: str | None = None
    players: tuple[str, str] | None = None
    size: int | tuple[int, int] | None = None
    komi: Number | None = None
    handicap: int | None = None
    rules: Options = field(default_factory=lambda: assumed(Options))
    rounds: tuple[Round, ...] = ()

    @property
    def columns_and_rows(self) -> tuple[int, int]:
        """The size of the board."""
        size = DEFAULT_SIZE if self.size is None else self.size
        return (size, size) if isinstance(size, int) else size

    @property
    def start_time(self) -> str | None:
        """The first date, if it is complete."""
        found = re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])", self.date or "")
        return found and found[0]
