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
from .numbers import BLACK, EMPTY, LEGAL, WHITE

Change: TypeAlias = "tuple[Sequence[tuple[int, int]], int, bool]"
"""A change of the position: points and stones, the player to move, and whether it is a handicap."""


class GoEncoder(Encoder):
    """A game in progress.

    A point that was never `used` cannot repeat a position, so a move there with a free neighbour is
    legal: such points are `open`, and moves on other empty points, the `tight` ones, are tried.
    `black` and `white` have the stones. `changes` are the changes of the position that a record
    makes.
    """

    table: Table
    komi: Fraction
    used: bytearray
    open: bytearray
    black: bytearray
    white: bytearray
    tight: list[int]
    changes: Sequence[Change]

    def __init__(self, table: Table, komi: Fraction, changes: Sequence[Change] = ()) -> None:
        super().__init__()
        self.table, self.komi, self.changes = table.copy(), komi, changes
        self.used = self.table.board[:]
        if table.moved:
            self.used = bytearray([1]) * len(self.used)
        self._survey()

    def _survey(self) -> None:
        """Look at the whole board."""
        table, size = self.table, self.table.columns * self.table.rows
        self.open, self.tight = bytearray(size), []
        self.black, self.white = bytearray(size), bytearray(size)
        for point in range(size):
            stone = table.board[table.at(point)]
            self.black[point], self.white[point] = stone == BLACK, stone == WHITE
            self._look(table.at(point), point)
        self.seat = NOBODY if table.passes > 1 else table.turn

    def _look(self, place: int, point: int) -> None:
        """Look whether a point is open or tight."""
        board, stride = self.table.board, self.table.stride
        if board[place] == EMPTY:
            if not self.used[place] and (
                board[place + 1] == EMPTY
                or board[place - 1] == EMPTY
                or board[place + stride] == EMPTY
                or board[place - stride] == EMPTY
            ):
                self.open[point] = 1
            else:
                self.open[point] = 0
                self.tight.append(point)

    def copy(self) -> GoEncoder:
        """Return a copy that can be played independently."""
        other = GoEncoder(self.table, self.komi, self.changes)
        other.used = self.used[:]
        other._survey()
        return other

    def mask(self, out: bytearray, at: int) -> None:
        """Write 1 for each id that is legal for the seat."""
        table, size = self.table, self.table.columns * self.table.rows
        out[at : at + size] = self.open
        for point in self.tight:
            if table.breach(table.turn, point) == LEGAL:
                out[at + point] = 1
        out[at + size] = 1

    def observe(self, out: bytearray, at: int, seat: int) -> None:
        """Write a seat's observation."""
        table, size = self.table, self.table.columns * self.table.rows
        out[at : at + size] = self.white if seat else self.black
        out[at + size : at + 2 * size] = self.black if seat else self.white
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
            points, turn, handicap = self.changes[~number]
            for point, stone in points:
                table.set_up(point, stone)
            table.settle(turn, handicap)
            self.used = table.board[:]
            self._survey()
            return
        player = table.turn
        table.act(player, number)
        self.seat = NOBODY if table.passes > 1 else table.turn
        if number == table.columns * table.rows:
            return
        place = table.at(number)
        self.used[place] = 1
        if table.taken:
            self._survey()
            return
        self.open[number] = 0
        if number in self.tight:
            self.tight.remove(number)
        if player:
            self.white[number] = 1
        else:
            self.black[number] = 1
        for side in range(4):
            near = place + table.steps[side]
            if table.board[near] == EMPTY and self.open[table.point(near)]:
                self._look(near, table.point(near))

    def returns(self) -> tuple[float, float] | None:
        """Return by how many points each player wins, or None until play is over."""
        if self.seat != NOBODY:
            return None
        margin = float(self.table.area() - self.komi)
        return margin, -margin
