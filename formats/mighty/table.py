"""The table of the gibo: a line for each trick, a column for each player.

Source: the paper, IV.2.3 (gibo).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...replayer.mighty.cards import PLAYERS, SEATS, symbol
from ...replayer.mighty.position import Moment
from ..tricks import trick_cells


def gibo(moment: Moment) -> Iterator[list[str]]:
    """The rows of the table, the trick under way last."""
    state = moment.state
    yield ["R", *map(moment.mark, SEATS)]
    for number, trick in enumerate(state.tricks, start=1):
        yield [str(number), *_cells(trick.lead, trick.plays, trick.winner)]
    if state.table:
        yield [str(state.number), *_cells(state.lead, state.table)]


def _cells(lead: int, plays: Sequence[str], winner: int | None = None) -> Iterator[str]:
    return trick_cells(PLAYERS, lead, list(map(symbol, plays)), winner)
