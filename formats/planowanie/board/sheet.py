"""The sheet of a deal: a column for each player, a line for each trick.

Above the tricks stands what was declared, below them what was taken and what that is worth.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....replayer.planowanie.position import Moment
from ...columns import visible
from ...tricks import NOT_YET, trick_cells


def sheet(now: Moment, with_tricks: bool = True) -> Iterator[list[str]]:
    """The rows of the sheet, the trick under way last of the tricks; none before declarations."""
    state, declared = now.state, now.declared
    if all(each is None for each in declared):
        return
    yield ["trick" if with_tricks else "", *(f"P{seat}" for seat in now.seats)]
    yield ["declared", *(NOT_YET if each is None else str(each) for each in declared)]
    if with_tricks:
        yield from _tricks(now)
    if state.phase in ("play", "over"):
        yield ["taken", *(_taken(now, seat) for seat in now.seats)]
    if state.points is not None:
        yield ["points", *map(str, state.points)]
        yield ["totals", *map(str, state.totals)]


def _tricks(now: Moment) -> Iterator[list[str]]:
    state, players = now.state, now.record.seats
    laid = [(trick.lead, trick.cards, trick.winner) for trick in state.tricks]
    laid += [(state.lead, state.table, -1)] if state.table else []
    for number, (lead, cards, winner) in enumerate(laid, start=1):
        yield [str(number), *trick_cells(players, lead, list(map(visible, cards)), winner)]


def _taken(now: Moment, seat: int) -> str:
    """The tricks that a player took; in the end, whether they are what was declared."""
    taken = now.state.taken(seat)
    if not now.over:
        return str(taken)
    return f"{taken} {'hit' if taken == now.state.declarations[seat] else 'missed'}"
