"""A round of Goita as numbers for programs that learn.

If a compiler is available, this file is compiled with the types in `encoder.pxd`.
"""

from __future__ import annotations

from ...encoding.encoder import Encoder
from ...encoding.numbers import NOBODY
from .engine import Table
from .ids import PASS, PLAY_ON, REDEAL

_ONE = 1
_DIGIT, _EACH = 0b1111, 0x11_1111_1111
_KINDS, _SEATS, _PLAYS, _HIDDEN = 8, 4, 16, 9
_LEFT, _FIVE, _ATTACKER, _DEALER, _ATTACK, _DECIDING, _SCORE, _PLAYER = (
    8,
    12,
    16,
    20,
    24,
    25,
    26,
    28,
)
_FIRST = _PLAYER + _PLAYS * _SEATS
_SECOND, _DOWN = _FIRST + _PLAYS, _FIRST + 2 * _PLAYS
"""The places at which the fields of an observation begin."""


class GoitaEncoder(Encoder):
    """A round in progress, from the deal on, with the team scores before it in tens of points.

    There are `plays` so far: their players are in `who`, their pieces in `firsts` and
    `seconds`, and `downs` says whether the first piece lies face-down.
    """

    table: Table
    score: bytearray
    plays: int
    who: bytearray
    firsts: bytearray
    seconds: bytearray
    downs: bytearray

    def __init__(self, table: Table, score: tuple[int, int]) -> None:
        super().__init__()
        self.table = table.copy()
        self.score = bytearray([min(max(each // 10, 0), 255) for each in score])
        self.plays = 0
        self.who, self.downs = bytearray(_PLAYS), bytearray(_PLAYS)
        self.firsts, self.seconds = bytearray(_PLAYS), bytearray(_PLAYS)
        self._find_seat()

    def _find_seat(self) -> None:
        self.seat = NOBODY if self.table.ended else self.table.turn

    def copy(self) -> GoitaEncoder:
        """Return a copy that can be played independently."""
        other = GoitaEncoder(self.table, (0, 0))
        other.score, other.plays = self.score[:], self.plays
        other.who, other.downs = self.who[:], self.downs[:]
        other.firsts, other.seconds = self.firsts[:], self.seconds[:]
        return other

    def mask(self, out: bytearray, at: int) -> None:
        """Write 1 for each id that is legal for the seat."""
        table = self.table
        if table.deciding:
            out[at + REDEAL], out[at + PLAY_ON] = 1, table.may_play_on()
            return
        out[at + PASS] = not table.leading
        hand = table.hands[table.turn]
        for first in range(1, _KINDS + 1):
            if hand >> 4 * first & _DIGIT:
                attacks = table.attacks(first)
                for second in range(1, _KINDS + 1):
                    if attacks & (_ONE << second):
                        out[at + (first - 1) * _KINDS + second] = 1

    def observe(self, out: bytearray, at: int, seat: int) -> None:
        """Write a seat's observation."""
        table = self.table
        for kind in range(1, _KINDS + 1):
            out[at + kind - 1] = table.hands[seat] >> 4 * kind & _DIGIT
        for player in range(_SEATS):
            place = at + (player - seat + _SEATS) % _SEATS
            out[place + _LEFT] = table.hands[player] * _EACH >> 36 & _DIGIT
            out[place + _FIVE] = table.five_shi[player]
            out[place + _ATTACKER] = player == table.attacker
            out[place + _DEALER] = player == table.dealer
        out[at + _ATTACK], out[at + _DECIDING] = table.attack, table.deciding
        out[at + _SCORE], out[at + _SCORE + 1] = self.score[seat % 2], self.score[1 - seat % 2]
        for play in range(self.plays):
            player = self.who[play]
            out[at + _PLAYER + _SEATS * play + (player - seat + _SEATS) % _SEATS] = 1
            hidden = self.downs[play] and player != seat
            out[at + _FIRST + play] = _HIDDEN if hidden else self.firsts[play]
            out[at + _SECOND + play], out[at + _DOWN + play] = self.seconds[play], self.downs[play]

    def reveal(self, out: bytearray, at: int) -> None:
        """Write the hands, and the first pieces of all plays."""
        for player in range(_SEATS):
            for kind in range(1, _KINDS + 1):
                out[at + player * _KINDS + kind - 1] = self.table.hands[player] >> 4 * kind & _DIGIT
        for play in range(self.plays):
            out[at + _SEATS * _KINDS + play] = self.firsts[play]

    def step(self, number: int) -> None:
        """Take a legal id."""
        table = self.table
        if number == REDEAL:
            table.redeal()
        elif number == PLAY_ON:
            table.play_on()
        elif number == PASS:
            table.play(0)
        else:
            first, second, play = (number - 1) // _KINDS + 1, (number - 1) % _KINDS + 1, self.plays
            self.who[play], self.downs[play] = table.turn, table.leading
            self.firsts[play], self.seconds[play] = first, second
            self.plays = play + 1
            table.play(10 * first + second)
        self._find_seat()

    def returns(self) -> tuple[int, ...] | None:
        """Return the points of each player's team in the round, or None until it is over."""
        table = self.table
        if not table.ended:
            return None
        return tuple([table.points if seat % 2 == table.side else 0 for seat in range(_SEATS)])
