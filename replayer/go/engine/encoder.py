"""A game of Go as numbers for programs that learn.

If a compiler is available, this file is compiled with the types in `encoder.pxd`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from ...encoding.encoder import Encoder
from ...encoding.numbers import NOBODY
from .engine import Table

Change: TypeAlias = "tuple[Sequence[tuple[int, int]], int, bool]"
"""A change of the position: points and stones, the player to move, and whether it is a handicap."""


class GoEncoder(Encoder):
    """A game in progress; `changes` are the changes of the position that a record makes."""

    table: Table
    komi: Fraction
    changes: Sequence[Change]

    def __init__(self, table: Table, komi: Fraction, changes: Sequence[Change] = ()) -> None:
        super().__init__()
        self.table, self.komi, self.changes = table.copy(), komi, changes
        self.seat = NOBODY if table.passes > 1 else table.turn

    def copy(self) -> GoEncoder:
        """Return a copy that can be played independently."""
        return GoEncoder(self.table, self.komi, self.changes)

    def mask(self, out: bytearray, at: int) -> None:
        """Write 1 for each id that is legal for the seat."""
        self.table.mask(self.table.turn, out, at)

    def observe(self, out: bytearray, at: int, seat: int) -> None:
        """Write a seat's observation."""
        table, size = self.table, self.table.columns * self.table.rows
        table.write_stones(1 + seat, out, at)
        table.write_stones(2 - seat, out, at + size)
        if table.spot:
            out[at + 2 * size + table.point(table.spot)] = 1
        if table.ko:
            out[at + 3 * size + table.point(table.ko)] = 1
        out[at + 4 * size], out[at + 4 * size + 1] = seat, min(table.passes, 2)

    def reveal(self, out: bytearray, at: int) -> None:
        """Write nothing, since nothing is hidden."""

    def step(self, number: int) -> None:
        """Take a legal id, or change the position as one of `changes` says."""
        table = self.table
        if number < 0:
            change_position(table, self.changes[~number])
        else:
            table.act(table.turn, number)
        self.seat = NOBODY if table.passes > 1 else table.turn

    def returns(self) -> tuple[float, float] | None:
        """Return by how many points each player wins, or None until play is over."""
        if self.seat != NOBODY:
            return None
        margin = float(self.table.area() - self.komi)
        return margin, -margin


def change_position(table: Table, change: Change) -> None:
    """Change the position on a table, which determines the player to move."""
    stones, turn, handicap = change
    for point, stone in stones:
        table.set_up(point, stone)
    table.settle(turn, handicap)
