"""Vouches for lines of `leduc/json` that have no findings, without parsing them.

It recognises records as kifu writes them, one per line, with all cards known and every hand played
to its end. A line that is not vouched for may also be right: it is left to the reader.

With a C compiler, this file is compiled with the types in `skim.pxd`.
"""

from __future__ import annotations

from ...replayer.leduc.cards import DECK, NUMBERS
from ...replayer.leduc.engine.engine import Table
from ...replayer.leduc.engine.numbers import ANTE, CALL, FOLD, FOLDED, NONE, RAISE
from ..document.scan import Lines

_ASCII, _QUOTE, _PLAYERS = 128, ord('"'), 2
_NO_CARD = -1000
_NO_CARDS = (_NO_CARD,) * _ASCII


def skim(block: bytes, at: int) -> tuple[int, int, int, int]:
    """Vouch for lines of a block from `at` on, like any `Skim`."""
    return Matches(block, at).skimmed()


class Matches(Lines):
    """Matches, one per line.

    In the current one, player 0 has won `total` chips so far. `ranks` and `suits` map each letter
    to the number that it adds to a card's number.
    """

    table: Table
    total: int
    ranks: list[int]
    suits: list[int]

    def __init__(self, block: bytes, at: int) -> None:
        super().__init__(block, at)
        self.table = Table()
        self.table.written = False
        self.total = 0
        self.ranks, self.suits = list(_NO_CARDS), list(_NO_CARDS)
        for card in DECK:
            self.ranks[ord(card[0])] = NUMBERS[card[0] + DECK[0][1]]
            self.suits[ord(card[1])] = NUMBERS[DECK[0][0] + card[1]]

    def line(self) -> bool:
        """Return whether the next line is known to be valid, and move past it."""
        names = self.head(b'{"format":"leduc/json","version":1,')
        if (names != 0 and names != _PLAYERS) or not self.word(b'"hands":['):
            return False
        self.total = 0
        while True:
            if not self._hand(self.table):
                return False
            if not self.word(b","):
                return self.word(b"]}\n")

    def _hand(self, table: Table) -> bool:
        """Return whether a hand that was played to its end comes next; if so, move past it."""
        table.begin()
        if not (self.word(b'{"antes":[') and self.number() == ANTE and self.word(b",")):
            return False
        if not (self.number() == ANTE and self.word(b'],"cards":[')):
            return False
        if not (table.move(self._card()) and self.word(b",") and table.move(self._card())):
            return False
        if not self.word(b'],"actions":['):
            return False
        while True:
            if not table.deals:
                self.line_plies += 1
            if not table.move(self._move()):
                return False
            if not self.word(b","):
                break
        if table.end == FOLDED:
            ended = self.word(b'],"end":"fold","returns":[')
        else:
            ended = table.end != 0 and self.word(b'],"end":"showdown","returns":[')
        if not (ended and self._chips(table.gain) and self.word(b'],"totals":[')):
            return False
        self.total += table.gain
        self.line_rounds += 1
        return self._chips(self.total) and self.word(b"]}")

    def _card(self) -> int:
        """Return the number of the next card, or NONE if no card comes next."""
        text, at = self.text, self.at
        if self.end - at < 4 or text[at] != _QUOTE or text[at + 3] != _QUOTE:
            return NONE
        rank, suit = text[at + 1], text[at + 2]
        if rank >= _ASCII or suit >= _ASCII:
            return NONE
        self.at = at + 4
        card = self.ranks[rank] + self.suits[suit]
        return card if card >= 0 else NONE

    def _move(self) -> int:
        """Return the number of the next action or card, or NONE if neither comes next."""
        if self.word(b'"call"'):
            return CALL
        if self.word(b'"raise"'):
            return RAISE
        if self.word(b'"fold"'):
            return FOLD
        return self._card()

    def _chips(self, first: int) -> bool:
        """Return whether this many chips for player 0, and as many lost by player 1, come next."""
        return self._is(first) and self.word(b",") and self._is(-first)

    def _is(self, number: int) -> bool:
        """Return whether this number (possibly negative) comes next."""
        if number < 0:
            return self.word(b"-") and self.number() == -number
        return self.number() == number
