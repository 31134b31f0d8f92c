"""The encoding of tic-tac-toe for programs that learn."""

from __future__ import annotations

from kifu.replayer.encoding.encoding import Encoding
from kifu.replayer.encoding.fields import Field, Layout

from .record import Record
from .rules import MARKS, SQUARES, State


class TicTacToeEncoding(Encoding[Record, State]):
    """Ids are the squares, from a3 to c1."""

    names = SQUARES
    observation = Layout((Field("marks", (2, 3, 3), about="each player's marks, from a3 to c1"),))
    max_game_length = len(SQUARES)
    min_utility, max_utility, utility_sum = -1, 1, 0
    max_chance_outcomes = 0

    def observe(self, state: State, player: int, out: bytearray, at: int) -> None:
        """Write the marks of the observing player, and then those of the other."""
        for seat in (player, 1 - player):
            for mark in state.board:
                out[at] = mark == MARKS[seat]
                at += 1
