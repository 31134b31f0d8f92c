"""The states of a game."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .engine.engine import Table
from .engine.numbers import BLACK, EMPTY, NONE, WHITE
from .points import Colour, point

SIGNS = bytes.maketrans(bytes([EMPTY, BLACK, WHITE]), b".BW")
"""The contents of points, in positions."""


class State(Struct, frozen=True):
    """The state of a game: the board and the play so far; do not change the table."""

    table: Table

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the board from the top: `B` and `W` are stones, and dots are empty."""
        table = self.table
        signs = table.board.translate(SIGNS).decode()
        return tuple(map(signs.__getitem__, _rows(table.columns, table.rows)))

    @property
    def turn(self) -> Colour:
        """The player to move next."""
        return "W" if self.table.turn else "B"

    @property
    def prisoners(self) -> tuple[int, int]:
        """How many stones each player has taken."""
        black, white = self.table.prisoners
        return black, white

    @property
    def last(self) -> str | None:
        """The last move, as in the record."""
        table = self.table
        if table.last == NONE:
            return None
        return f"{'BW'[table.last]} {point_at(table, table.spot) or 'pass'}"

    @property
    def ko(self) -> str | None:
        """The point of the stone that the last move took, if it took a single one."""
        return point_at(self.table, self.table.ko)

    @property
    def passes(self) -> int:
        """The number of passes in a row."""
        return self.table.passes


@cache
def _rows(columns: int, rows: int) -> tuple[slice, ...]:
    """Return where the rows of a board are among its places."""
    starts = (row * (columns + 1) + 1 for row in range(1, rows + 1))
    return tuple(slice(start, start + columns) for start in starts)


def point_at(table: Table, at: int) -> str | None:
    """Return the name of the point at a place, or None if it has none."""
    if not at:
        return None
    number = table.point(at)
    return point(number % table.columns, number // table.columns)
