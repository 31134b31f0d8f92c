"""A deal of Planowanie as numbers for programs that learn.

If a compiler is available, this file is compiled with the types in `encoder.pxd`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...beliefs.dice import place
from ...encoding.encoder import Encoder
from ...encoding.numbers import NOBODY
from .engine import Table, score

_MOST = 64
"""The maximum number of cards in a deck."""


class PlanowanieEncoder(Encoder):
    """A deal in progress, from the first declaration on.

    All players declare at once: `said` has the declarations of the first `declared` players, which
    are shown once all have declared. The cards `laid` were played by `who`; there are `count`.
    """

    table: Table
    start: int
    suits: int
    said: bytearray
    declared: int
    laid: bytearray
    who: bytearray
    count: int

    def __init__(self, table: Table, suits: int) -> None:
        super().__init__()
        self.table, self.start, self.suits = table.copy(), table.leader, suits
        self.table.written = False
        self.players = table.players
        self.said, self.declared = bytearray(table.players), 0
        self.laid, self.who, self.count = bytearray(_MOST), bytearray(_MOST), 0
        self._find_seat()

    def _find_seat(self) -> None:
        if self.declared < self.players:
            self.seat = self.declared
        else:
            self.seat = NOBODY if self.table.over else self.table.turn

    def copy(self) -> PlanowanieEncoder:
        """Return a copy that can be played independently."""
        other = PlanowanieEncoder(self.table, self.suits)
        other.start, other.said, other.declared = self.start, self.said[:], self.declared
        other.laid, other.who, other.count = self.laid[:], self.who[:], self.count
        other.seat = self.seat
        return other

    def mask(self, out: bytearray, at: int) -> None:
        """Write 1 for each id that is legal for the seat."""
        table = self.table
        if self.declared < self.players:
            for number in range(table.cards + 1):
                out[at + table.pack.size + number] = 1
        else:
            self._write(out, at, table.legal())

    def _write(self, out: bytearray, at: int, cards: int) -> None:
        while cards:
            out[at + place(cards)] = 1
            cards &= cards - 1

    def observe(self, out: bytearray, at: int, seat: int) -> None:
        """Write a seat's observation."""
        table, size, players = self.table, self.table.pack.size, self.players
        self._write(out, at, table.hands[seat])
        at += size
        for number in range(self.count):
            card = self.laid[number]
            player = (self.who[number] - seat + players) % players
            out[at + card] = number + 1
            out[at + (player + 1) * size + card] = 1
        at += (players + 1) * size
        for player in range(players):
            there = at + (player - seat + players) % players
            if self.declared == players:
                out[there] = self.said[player] + 1
            out[there + players] = table.taken[player]
            out[there + 2 * players] = player == self.start
            out[there + 3 * players] = player == table.leader
        at += 4 * players
        out[at], out[at + 1] = table.cards, table.laid
        if table.led != NOBODY:
            out[at + 2 + table.led] = 1

    def reveal(self, out: bytearray, at: int) -> None:
        """Write the hands, and the declarations made so far."""
        size, players = self.table.pack.size, self.players
        for player in range(players):
            self._write(out, at + player * size, self.table.hands[player])
            if player < self.declared:
                out[at + players * size + player] = self.said[player] + 1

    def step(self, number: int) -> None:
        """Take a legal id."""
        table = self.table
        if self.declared < self.players:
            self.said[self.declared] = number - table.pack.size
            self.declared += 1
        else:
            self.laid[self.count], self.who[self.count] = number, table.turn
            self.count += 1
            table.play(number)
        self._find_seat()

    def returns(self) -> Sequence[int] | None:
        """Return the points of each player in the deal, or None until it is over."""
        table = self.table
        if self.seat != NOBODY:
            return None
        return [
            score(table.cards, table.taken[player], self.said[player])
            for player in range(self.players)
        ]
