"""The contract table: president, trump, points, what was buried, friend.

Source: the paper, IV.2.2 (contract table).
"""

from __future__ import annotations

from collections.abc import Iterator

from ....replayer.mighty.cards import JOKER, symbol
from ....replayer.mighty.position import MightyPosition
from ....replayer.mighty.record import Record
from ....replayer.mighty.rules.exchange import FIRST, LAST, NONE, seat_named
from .words import held, label, trump_name

_NAMED = {FIRST: "the winner of the first trick", LAST: "the winner of the last trick"}


def contract(record: Record, now: MightyPosition) -> Iterator[list[str]]:
    """Yield the rows of the table that are settled so far."""
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
    """Return how the friend was named, and who it is, if that is known."""
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
