"""The sheet of a deal: a column for each player, a row for each trick.

The declarations are above the tricks; the tricks taken and their value are below.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....replayer.planowanie.position import PlanowaniePosition
from ....replayer.planowanie.record import Record
from ...interface.boards import columns
from ...interface.tricks import NOT_YET, trick_cells
from ...text.columns import visible


def sheet(record: Record, now: PlanowaniePosition, with_tricks: bool = True) -> Iterator[list[str]]:
    """Yield the rows of the sheet, ending with the current trick; none before the declarations."""
    declared, seats = now.declarations, range(len(now.taken))
    if all(each is None for each in declared):
        return
    yield ["trick" if with_tricks else "", *columns(record.players, len(seats))]
    yield ["declared", *(NOT_YET if each is None else str(each) for each in declared)]
    if with_tricks:
        yield from _tricks(now)
    if now.phase in ("play", "over"):
        yield ["taken", *(_taken(now, seat) for seat in seats)]
    if now.points is not None:
        yield ["points", *map(str, now.points)]
        yield ["totals", *map(str, now.totals)]


def _tricks(now: PlanowaniePosition) -> Iterator[list[str]]:
    laid = [(trick.lead, trick.cards, trick.winner) for trick in now.tricks]
    laid += [(now.lead, now.table, None)] if now.table and now.lead is not None else []
    for number, (lead, cards, winner) in enumerate(laid, start=1):
        yield [str(number), *trick_cells(len(now.taken), lead, list(map(visible, cards)), winner)]


def _taken(now: PlanowaniePosition, seat: int) -> str:
    """Return how many tricks a player took and, at the end, whether that is what was declared."""
    taken = now.taken[seat]
    if now.phase != "over":
        return str(taken)
    return f"{taken} {'hit' if taken == now.declarations[seat] else 'missed'}"
