"""A hand of Leduc poker as numbers for programs that learn.

If a compiler is available, this file is compiled with the types in `encoder.pxd`.
"""

from __future__ import annotations

from ...encoding.encoder import Encoder, Unencodable
from ...encoding.numbers import NOBODY
from .engine import Table
from .numbers import BETS, CARDS, FOLD, MOST, NONE, RAISE

_PRIVATE, _PUBLIC, _SEAT, _STAKES, _BETTING = 0, CARDS, 2 * CARDS, 2 * CARDS + 1, 2 * CARDS + 3
"""The places at which the fields of an observation begin."""


class LeducEncoder(Encoder):
    """A hand in progress, and its `bets` in a row of an observation."""

    table: Table
    bets: bytearray

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table.copy()
        self.bets = bytearray(2 * MOST * BETS)
        for number, actions in enumerate(table.betting):
            for at, action in enumerate(actions):
                self.bets[(number * MOST + at) * BETS + action - FOLD] = 1
        self._find_seat()

    def _find_seat(self) -> None:
        over = self.table.end or self.table.deals
        self.seat = NOBODY if over else self.table.turn

    def copy(self) -> LeducEncoder:
        """Return a copy that can be played independently."""
        return LeducEncoder(self.table)

    def mask(self, out: bytearray, at: int) -> None:
        """Write 1 for each id that is legal for the seat."""
        legal = self.table.legal()
        for action in range(FOLD, RAISE + 1):
            out[at + action - FOLD] = legal >> action & 1

    def observe(self, out: bytearray, at: int, seat: int) -> None:
        """Write a seat's observation."""
        table = self.table
        if table.held[seat] != NONE:
            out[at + _PRIVATE + table.held[seat]] = 1
        if table.public != NONE:
            out[at + _PUBLIC + table.public] = 1
        out[at + _SEAT] = seat
        out[at + _STAKES], out[at + _STAKES + 1] = table.stakes[seat], table.stakes[1 - seat]
        for place in range(2 * MOST * BETS):
            out[at + _BETTING + place] = self.bets[place]

    def reveal(self, out: bytearray, at: int) -> None:
        """Write the private cards."""
        for seat in range(2):
            if self.table.held[seat] != NONE:
                out[at + seat * CARDS + self.table.held[seat]] = 1

    def step(self, number: int) -> None:
        """Take a legal id, or deal the card that is the complement of the number."""
        table = self.table
        if number < 0:
            if table.deal_breach(~number):
                raise Unencodable("a public card cannot be dealt")
            table.deal(~number)
        else:
            self.bets[((table.public != NONE) * MOST + table.done) * BETS + number] = 1
            table.act(table.turn, number + FOLD)
        self._find_seat()

    def returns(self) -> tuple[int, int] | None:
        """Return the chips that each player wins, or None until the hand is over."""
        return self.table.returns
