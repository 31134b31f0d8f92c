"""The table of the gibo: a line for each trick, a column for each player.

Source: the paper, IV.2.3 (gibo).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...replayer.mighty.cards import PLAYERS, SEATS, symbol
from ..style import BLACK, ON_YELLOW, styled
from .moment import Moment

NOT_YET = "."


def gibo(moment: Moment) -> Iterator[list[str]]:
    """The rows of the table, the trick under way last."""
    state = moment.state
    yield ["R", *map(moment.mark, SEATS)]
    for number, trick in enumerate(state.tricks, start=1):
        yield [str(number), *_cells(trick.lead, trick.plays, trick.winner)]
    if state.table:
        yield [str(state.number), *_cells(state.lead, state.table)]


def _cells(lead: int, plays: Sequence[str], winner: int | None = None) -> Iterator[str]:
    """The plays of a trick in seat order, with who led and who won."""
    for seat in SEATS:
        place = (seat - lead) % PLAYERS
        play = symbol(plays[place]) if place < len(plays) else NOT_YET
        cell = f"({play}" if seat == lead else play
        yield styled(f"{cell}*", BLACK, ON_YELLOW) if seat == winner else cell
