"""The sheet of a deal, the card counter, and players and cards as written on the board.

The sheet has a column for each player and a row for each trick. The declarations are above the
tricks; the tricks taken and their value are below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....replayer.planowanie.position import PlanowaniePosition
from ....replayer.planowanie.record import Deck, Record
from ...interface.boards import MOST, called, columns
from ...interface.tricks import NOT_YET, by_suit, trick_cells
from ...text.columns import visible


def who(record: Record, seat: int) -> str:
    """Return a player's name or, without one, the player's number."""
    return called(record.players, seat)


def held(deck: Deck, cards: Iterable[str]) -> str:
    """Return cards by suit, in the order of the deck: trump first, high to low, hidden cards last.

    >>> held(Deck("JQKA", "CD"), ["JD", "??", "QC", "AC"])
    'AC QC  JD  ??'
    """
    hidden = deck.hidden

    def place(card: str) -> tuple[bool, int, int]:
        return card == hidden, deck.suits.find(card[1:]), -deck.ranks.find(card[:1])

    return by_suit(sorted(cards, key=place), suit=lambda card: card[1:], written=visible)


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


def counter(deck: Deck, now: PlanowaniePosition) -> Iterator[list[str]]:
    """Yield the cards not yet played during play: suits with ranks, high to low, and sums."""
    if now.phase != "play":
        return
    played, total = set(now.played), 0
    yield ["still out", "cards"]
    for suit in deck.suits:
        out = [rank for rank in reversed(deck.ranks) if rank + suit not in played]
        total += len(out)
        name = visible(suit) + (" trump" if suit == deck.suits[0] else "")
        yield [name, f"{len(out):5}", "".join(map(visible, out[:MOST]))]
    yield ["all", f"{total:5}"]
    yield ["in hands", f"{sum(map(len, now.hands)):5}"]
