"""A deal of Planowanie, and how the board shows it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from kifu.formats.planowanie.board.board import BOARD
from kifu.replayer.planowanie.record import Deal, Deck, Planned, Record, Trick

from ... import boards

ROOT = Path(__file__).parents[3]
GAME_FILE = ROOT / "examples" / "planowanie" / "game.json"
FAULT_FILE = ROOT / "examples" / "planowanie" / "fault.json"

NAMES = ("Ala", "Bolek", "Celina")

# Three cards each, clubs are trump: P2 leads hearts, then clubs, then diamonds.
DEAL = Deal(
    hands=(("KC", "AD", "TH"), ("JC", "TC", "KH"), ("AC", "QD", "9H")),
    declarations=(1, 1, 1),
    tricks=(
        Trick(lead=2, cards=("TH", "KH", "9H"), winner=1),
        Trick(lead=1, cards=("KC", "TC", "AC"), winner=2),
        Trick(lead=2, cards=("AD", "JC", "QD"), winner=1),
    ),
    points=(0, 2, 4),
)


def game(deal: Deal = DEAL, **header: Any) -> Record:
    record = Record(
        players=NAMES, deck=Deck("9TJQKA", "CDH"), seats=3, plan=(Planned(3, 2),), deals=(deal,)
    )
    return replace(record, **header)


def head(record: Record) -> list[str]:
    return list(BOARD.head(record))


def whole(record: Record, number: int = 1) -> str:
    return boards.whole(BOARD, record, number)


def position(record: Record, ply: int) -> str:
    """Return the position before a ply, or the last position if `ply` is 0."""
    return boards.position(BOARD, record, ply)


def played(*tricks: Sequence[str | None]) -> Deal:
    """Return the deal with only these tricks, each given in seat order."""
    return replace(DEAL, tricks=tuple(Trick(cards=tuple(each)) for each in tricks), points=None)


TWO_TRICKS = (("TH", "KH", "9H"), (None, "TC", None))


WHOLE = """\
round 1: 3 cards, Celina leads

Ala     KC  AD  TH
Bolek   JC TC  KH
Celina  AC  QD  9H

trick     Ala       Bolek     Celina
declared  1         1         1
1         TH        KH*       (9H
2         KC        (TC       AC*
3         AD        JC*       (QD
taken     0 missed  2 missed  1 hit
points    0         2         4
totals    0         2         4

result     Celina wins with 4 points"""

POSITION = """\
round 1, ply 8: trick 2, card 2

Ala     KC  AD
Bolek   JC
Celina  AC  QD

trick     Ala  Bolek  Celina    still out  cards
declared  1    1      1         C trump        5  AKQJ9
1         TH   KH*    (9H       D              6  AKQJT9
2         .    (TC    .         H              3  AQJ
taken     0    1      0         all           14
                                in hands       5

Celina is to follow C
legal:  AC
done:   AC"""

VARIATION = """\
plays:  4 Celina QD  5 Ala AD  6 Bolek KH  7 Ala TH  8 Bolek TC  9 Celina 9H
        10 Bolek JC  11 Celina AC  12 Ala KC
          Ala    Bolek  Celina
declared  1      1      1
taken     1 hit  1 hit  1 hit
points    4      4      4
totals    4      4      4
result     Ala and Bolek and Celina win with 4 points each"""
