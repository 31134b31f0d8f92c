"""The table of the gibo, with a line for each trick and a column for each player.

Source: the paper, IV.2.3 (gibo).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....replayer.mighty.cards import PLAYERS, SEATS, symbol
from ....replayer.mighty.position import MightyPosition
from ...interface.tricks import trick_cells
from .words import mark


def table(now: MightyPosition) -> Iterator[list[str]]:
    """Yield the rows of the table, ending with the current trick."""
    yield ["R", *(mark(now, seat) for seat in SEATS)]
    for number, trick in enumerate(now.tricks, start=1):
        yield [str(number), *_cells(trick.lead, trick.plays, trick.winner)]
    if now.table and now.lead is not None:
        yield [str(len(now.tricks) + 1), *_cells(now.lead, now.table)]


def _cells(lead: int, plays: Sequence[str], winner: int | None = None) -> Iterator[str]:
    return trick_cells(PLAYERS, lead, list(map(symbol, plays)), winner)
