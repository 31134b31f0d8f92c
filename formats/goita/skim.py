"""Vouches for lines of `goita/json` in which there is nothing to report, without reading them.

They are records as kifu itself writes them, one a line, under the default options, of which all
pieces are known and each round was played to its end. That it does not vouch for another line says
nothing about that one: it is for the reader.

Where there is a compiler, this file is compiled with the types of `skim.pxd`.
"""

from __future__ import annotations

from ...replayer.goita.engine import Table, play_digits
from ...replayer.goita.options import Options
from ...replayer.goita.pieces import DECK
from ..scan import Scan

# A shift of a literal would be cut at 32 bits where this is compiled.
_ONE = 1
_DECK = sum(1 << 4 * int(piece) for piece in DECK)
_ZERO, _NINE = b"09"
_OPTIONS = Options()
_HAND_SIZE, _UNIT = 8, 10
_OUT, _SHI, _DOUBLE_GOSHI = 1, 2, 3
_BY_OUT = b'"result":{"end":"out","points":'
_BY_SHI = b'"result":{"end":"shi","points":'
_BY_DOUBLE_GOSHI = b'"result":{"end":"double-goshi","points":'
_REDEAL = b'"result":{"end":"redeal"}}'


def skim(block: bytes, at: int) -> tuple[int, int, int, int]:
    """Vouch for the lines of a block from `at` on.

    Returns where the first line begins that it does not vouch for, and how many records, rounds and
    plies stand before it.
    """
    lines = Lines(block, at)
    while lines.next():
        pass
    return lines.start, lines.records, lines.rounds, lines.plies


class Lines:
    """Lines of a block from `start` on; `records`, `rounds` and `plies` stand before it.

    `score` and `other_score` are those of the two teams, `dealer` who deals next.
    """

    scan: Scan
    table: Table
    target: int
    dealer: int
    score: int
    other_score: int
    hands: list[int]
    start: int
    records: int
    rounds: int
    plies: int
    match_rounds: int
    match_plies: int

    def __init__(self, block: bytes, at: int) -> None:
        self.scan = Scan(block, at, len(block))
        self.start = at
        self.records = self.rounds = self.plies = 0
        self.match_rounds = self.match_plies = 0
        self.target = _OPTIONS.target
        self.table = Table(_OPTIONS, 0, ("", "", "", ""), False)
        self.hands = [0, 0, 0, 0]
        self.dealer = self.score = self.other_score = 0

    def next(self) -> bool:
        """Whether the next line is one to vouch for; go on behind it."""
        scan = self.scan
        scan.at = self.start
        self.match_rounds = self.match_plies = 0
        if not self._head():
            return False
        while True:
            if not self._round():
                return False
            if not scan.word(b","):
                break
        if not scan.word(b"]}\n"):
            return False
        self.start = scan.at
        self.records += 1
        self.rounds += self.match_rounds
        self.plies += self.match_plies
        return True

    def _head(self) -> bool:
        scan = self.scan
        if not scan.word(b'{"format":"goita/json","version":1,'):
            return False
        if scan.word(b'"title":') and not (scan.string() and scan.word(b",")):
            return False
        if scan.word(b'"players":['):
            for seat in range(4):
                if seat and not scan.word(b","):
                    return False
                if not scan.string():
                    return False
            if not scan.word(b"],"):
                return False
        return scan.word(b'"rounds":[')

    def _round(self) -> bool:
        """Whether a round stands here that follows from the one before it."""
        scan, table = self.scan, self.table
        if not self._follows() or not (scan.word(b',"hands":[') and self._deal()):
            return False
        if not scan.word(b'],"record":"'):
            return False
        first = scan.at
        while scan.at < scan.end and _ZERO <= scan.text[scan.at] <= _NINE:
            scan.at += 1
        plies = play_digits(table, scan.text, first, scan.at)
        if plies < 0 or not (scan.word(b'","winner":') and self._result(plies)):
            return False
        self.match_rounds += 1
        self.match_plies += plies
        return True

    def _follows(self) -> bool:
        """Whether dealer and score stand here, and follow from the round before."""
        scan = self.scan
        if not scan.word(b'{"dealer":'):
            return False
        dealer = scan.number()
        if not scan.word(b',"score":['):
            return False
        score = scan.number()
        if not scan.word(b","):
            return False
        other = scan.number()
        if self.match_rounds == 0:
            # A record may begin in the middle of a match.
            if score < 0 or score % _UNIT or other < 0 or other % _UNIT:
                return False
            self.dealer, self.score, self.other_score = dealer, score, other
        if score >= self.target or other >= self.target or not 0 <= dealer <= 3:
            return False
        same = dealer == self.dealer and score == self.score and other == self.other_score
        return same and scan.word(b"]")

    def _deal(self) -> bool:
        """Whether four hands stand here that make up the deck, and are others than before."""
        scan = self.scan
        dealt, again = 0, self.match_rounds > 0
        for seat in range(4):
            if not scan.word(b',"' if seat else b'"') or scan.end - scan.at < _HAND_SIZE:
                return False
            hand = 0
            for place in range(scan.at, scan.at + _HAND_SIZE):
                kind = scan.text[place] - _ZERO
                if kind < 1 or kind > 8:
                    return False
                hand += _ONE << 4 * kind
            scan.at += _HAND_SIZE
            if not scan.word(b'"'):
                return False
            again = again and hand == self.hands[seat]
            self.hands[seat] = hand
            dealt += hand
        # Counts that are carried over to the next kind leave fewer pieces than the deck has.
        if dealt != _DECK or again:
            return False
        hands = self.hands
        self.table.deal(self.dealer, hands[0], hands[1], hands[2], hands[3])
        return True

    def _result(self, plies: int) -> bool:
        """Whether winner, five し and result stand here as the round came out."""
        scan, table = self.scan, self.table
        if table.deciding and plies == 0:
            return scan.word(b'-1,"goshi":[') and self._goshi() and scan.word(_REDEAL)
        self.dealer = scan.number()
        if not (0 <= self.dealer <= 3 and scan.word(b',"goshi":[') and self._goshi()):
            return False
        if table.ended == _OUT:
            sound = self.dealer == table.winner and scan.word(_BY_OUT)
        elif table.ended == _SHI:
            sound = self.dealer == table.winner and scan.word(_BY_SHI)
        else:
            # Neither the rules nor the pieces say which of the partners has won.
            won = table.ended == _DOUBLE_GOSHI and self.dealer % 2 == table.side
            sound = won and scan.word(_BY_DOUBLE_GOSHI)
        if not (sound and scan.number() == table.points and scan.word(b"}}")):
            return False
        if table.side == 0:
            self.score += table.points
        else:
            self.other_score += table.points
        return True

    def _goshi(self) -> bool:
        """Whether the players with five し stand here, in the order of their seats."""
        scan, first = self.scan, True
        for seat in range(4):
            if self.table.five_shi[seat]:
                if not (first or scan.word(b",")) or scan.number() != seat:
                    return False
                first = False
        return scan.word(b"],")
