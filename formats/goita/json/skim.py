"""Vouches for lines of `goita/json` that have no findings, without parsing them.

It recognises records as kifu writes them, one per line, under the default options, with all pieces
known and every round played to its end. A line that is not vouched for may also be right: it is
left to the reader. With a C compiler, this file is compiled with the types in `skim.pxd`.
"""

from __future__ import annotations

from ....replayer.goita.engine.engine import Table, play_digits
from ....replayer.goita.options import Options
from ....replayer.goita.pieces import DECK
from ...document.scan import Lines

# in compiled code, shifting a literal would truncate it to 32 bits
_ONE = 1
_DECK = sum([16 ** int(piece) for piece in DECK])
_ZERO, _NINE = b"09"
_OPTIONS = Options()
_SEATS, _HAND_SIZE, _UNIT = 4, 8, 10
_OUT, _SHI, _DOUBLE_GOSHI = 1, 2, 3


def skim(block: bytes, at: int) -> tuple[int, int, int, int]:
    """Vouch for lines of a block from `at` on, like any `Skim`."""
    return Matches(block, at).skimmed()


class Matches(Lines):
    """Matches, one per line.

    `score` and `other_score` are the two teams' scores; `dealer` deals next.
    """

    table: Table
    target: int
    dealer: int
    score: int
    other_score: int
    hands: list[int]

    def __init__(self, block: bytes, at: int) -> None:
        super().__init__(block, at)
        self.target = _OPTIONS.target
        self.table = Table(_OPTIONS, 0, ("", "", "", ""), False)
        self.hands = [0, 0, 0, 0]
        self.dealer = self.score = self.other_score = 0

    def line(self) -> bool:
        """Return whether the next line is known to be valid, and move past it."""
        names = self.head(b'{"format":"goita/json","version":1,')
        if names not in (0, _SEATS) or not self.word(b'"rounds":['):
            return False
        while True:
            if not self._round():
                return False
            if not self.word(b","):
                return self.word(b"]}\n")

    def _round(self) -> bool:
        """Return whether the next item is a round that follows from the previous one."""
        table = self.table
        if not self._follows() or not (self.word(b',"hands":[') and self._deal()):
            return False
        if not self.word(b'],"record":"'):
            return False
        first = self.at
        while self.at < self.end and _ZERO <= self.text[self.at] <= _NINE:
            self.at += 1
        plies = play_digits(table, self.text, first, self.at)
        if plies < 0 or not (self.word(b'","winner":') and self._result(plies)):
            return False
        self.line_rounds += 1
        self.line_plies += plies
        return True

    def _follows(self) -> bool:
        """Return whether a dealer and a score come next and follow from the previous round."""
        if not self.word(b'{"dealer":'):
            return False
        dealer = self.number()
        if not self.word(b',"score":['):
            return False
        score = self.number()
        if not self.word(b","):
            return False
        other = self.number()
        if self.line_rounds == 0:
            # a record may begin in the middle of a match
            if score < 0 or score % _UNIT or other < 0 or other % _UNIT:
                return False
            self.dealer, self.score, self.other_score = dealer, score, other
        if score >= self.target or other >= self.target or not 0 <= dealer <= 3:
            return False
        same = dealer == self.dealer and score == self.score and other == self.other_score
        return same and self.word(b"]")

    def _deal(self) -> bool:
        """Return whether the next values are four new hands that together make up the deck."""
        dealt, again = 0, self.line_rounds > 0
        for seat in range(4):
            if seat and not self.word(b","):
                return False
            if not self.word(b'"') or self.end - self.at < _HAND_SIZE:
                return False
            hand = 0
            for place in range(self.at, self.at + _HAND_SIZE):
                kind = self.text[place] - _ZERO
                if kind < 1 or kind > 8:
                    return False
                hand += _ONE << 4 * kind
            self.at += _HAND_SIZE
            if not self.word(b'"'):
                return False
            again = again and hand == self.hands[seat]
            self.hands[seat] = hand
            dealt += hand
        # if a count overflows into the next kind, there are fewer pieces than in the deck
        if dealt != _DECK or again:
            return False
        hands = self.hands
        self.table.deal(self.dealer, hands[0], hands[1], hands[2], hands[3])
        return True

    def _result(self, plies: int) -> bool:
        """Return whether the winner, five し and result come next and match the play."""
        table = self.table
        if table.deciding and plies == 0:
            return (
                self.word(b'-1,"goshi":[')
                and self._goshi()
                and self.word(b'"result":{"end":"redeal"}}')
            )
        self.dealer = self.number()
        if not (0 <= self.dealer <= 3 and self.word(b',"goshi":[') and self._goshi()):
            return False
        if table.ended == _OUT:
            sound = self.dealer == table.winner and self.word(b'"result":{"end":"out","points":')
        elif table.ended == _SHI:
            sound = self.dealer == table.winner and self.word(b'"result":{"end":"shi","points":')
        else:
            # neither the rules nor the pieces show which of the partners won
            won = table.ended == _DOUBLE_GOSHI and self.dealer % 2 == table.side
            sound = won and self.word(b'"result":{"end":"double-goshi","points":')
        if not (sound and self.number() == table.points and self.word(b"}}")):
            return False
        if table.side == 0:
            self.score += table.points
        else:
            self.other_score += table.points
        return True

    def _goshi(self) -> bool:
        """Return whether the players with five し come next, in the order of their seats."""
        first = True
        for seat in range(4):
            if self.table.five_shi[seat]:
                if not (first or self.word(b",")) or self.number() != seat:
                    return False
                first = False
        return self.word(b"],")
