"""The tables of the paper's screen: the gibo, the contract, and the card counter.

Source: the paper, IV.2.2 (contract table, open card simulation), IV.2.3 (gibo), Fig. 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....replayer.mighty.cards import DECK, JOKER, PLAYERS, SUITS, card_of, points, symbol
from ....replayer.mighty.position import MightyPosition
from ....replayer.mighty.record import Record
from ....replayer.mighty.rules.exchange import FIRST, LAST, NONE, seat_named
from ...interface.boards import columns
from ...interface.tricks import trick_cells
from .words import held, label, mark, trump_name


def table(record: Record, now: MightyPosition) -> Iterator[list[str]]:
    """Yield the rows of the gibo, ending with the current trick."""
    names = columns(record.players, PLAYERS)
    yield ["R", *(mark(now, seat, name) for seat, name in enumerate(names))]
    for number, trick in enumerate(now.tricks, start=1):
        yield [str(number), *_cells(trick.lead, trick.plays, trick.winner)]
    if now.table and now.lead is not None:
        yield [str(len(now.tricks) + 1), *_cells(now.lead, now.table)]


def _cells(lead: int, plays: Sequence[str], winner: int | None = None) -> Iterator[str]:
    return trick_cells(PLAYERS, lead, list(map(symbol, plays)), winner)


_NAMED = {FIRST: "the winner of the first trick", LAST: "the winner of the last trick"}


def contract(record: Record, now: MightyPosition) -> Iterator[list[str]]:
    """Yield the rows of the contract table that are settled so far."""
    if now.president is None:
        return
    assumed = " (assumed, as the real one is unknown)" if now.president_assumed else ""
    yield ["president", label(record, now, now.president) + assumed]
    yield ["trump", _trump(now)]
    yield ["points", _points(now)]
    if now.discard:
        yield ["buried", held(now.discard)]
    if now.playing:
        yield ["friend", _friend(record, now)]


def _trump(now: MightyPosition) -> str:
    trump, bid = trump_name(now.trump), now.high_bid
    if now.trump_assumed:
        return f"unknown; {trump} is assumed here" if now.playing else "unknown"
    if bid is not None and bid.trump != now.trump:
        return f"{trump}, changed from {trump_name(bid.trump)}"
    return trump


def _points(now: MightyPosition) -> str:
    settled, bid = now.contract, now.high_bid
    if settled is None or settled.points is None:
        return "unknown"
    if bid is not None and bid.points != settled.points:
        return f"{settled.points} (the bid was {bid.points})"
    return str(settled.points)


def _friend(record: Record, now: MightyPosition) -> str:
    """Return how the friend was named, and which player it is, if known."""
    friend = now.friend
    player = None if now.friend_player is None else label(record, now, now.friend_player)
    if friend is None:
        return "unknown" if player is None else f"{player}, named in an unknown way"
    if friend == NONE:
        return "none, by choice"
    if seat_named(friend) is not None:
        return player or friend
    special = {JOKER: " (joker)", now.mighty: " (Mighty)"}.get(friend, "")
    named = _NAMED.get(friend, symbol(friend) + special)
    alone = "nobody, the president is alone" if now.roles_known else "not met yet"
    return f"{named}: {player or alone}"


def counter(now: MightyPosition) -> Iterator[list[str]]:
    """Yield the rows of the counter: suits, all cards, special cards.

    For players who have not seen the buried cards, these count as still in play.
    """
    gone = {*map(card_of, now.played), *now.discard}
    out = [card for card in DECK if card not in gone]
    yield ["still out", "cards", "points"]
    for suit in SUITS:
        cards = [card for card in out if card != JOKER and card[0] == suit]
        name = symbol(suit) + (" trump" if suit == now.trump else "")
        yield [*_counted(name, cards), "".join(card[1] for card in cards)]
    yield _counted(f"{symbol(JOKER)} joker", [card for card in out if card == JOKER])
    yield _counted("all", out)
    for name, card in (("Mighty", now.mighty), ("caller", now.caller)):
        yield [f"{name} {symbol(card)}", "  out" if card in out else " gone"]


def _counted(name: str, cards: Sequence[str]) -> list[str]:
    return [name, f"{len(cards):5}", f"{points(cards):6}"]
