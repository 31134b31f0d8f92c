"""The contract table: president, trump, points, what was buried, friend.

Source: the paper, IV.2.2 (contract table).
"""

from __future__ import annotations

from collections.abc import Iterator

from ....replayer.mighty.cards import JOKER, NO_TRUMP, mighty, symbol
from ....replayer.mighty.position import Moment
from ....replayer.mighty.rules.auction import highest
from ....replayer.mighty.rules.exchange import FIRST, LAST, NONE, seat_named
from .hands import held

_NAMED = {FIRST: "who wins the first trick", LAST: "who wins the last trick"}


def contract(moment: Moment) -> Iterator[list[str]]:
    """The rows of the table, as far as they are settled."""
    state = moment.state
    if state.president is None:
        return
    assumed = " (assumed: it is not known)" if moment.president_assumed else ""
    yield ["president", moment.label(state.president) + assumed]
    yield ["trump", _trump(moment)]
    yield ["points", _points(moment)]
    if state.discard:
        yield ["buried", held(state.discard)]
    if state.phase == "play":
        yield ["friend", _friend(moment)]


def trump_name(trump: str) -> str:
    """What a trump is called."""
    return "no-trump" if trump == NO_TRUMP else symbol(trump)


def _trump(moment: Moment) -> str:
    state, bid = moment.state, highest(moment.state.bids)
    trump = trump_name(state.trump)
    if moment.trump_assumed:
        return f"not known; {trump} is assumed here" if state.phase == "play" else "not known"
    changed = bid is not None and bid[1].trump != state.trump
    return f"{trump}, changed from {trump_name(bid[1].trump)}" if bid and changed else trump


def _points(moment: Moment) -> str:
    settled, bid = moment.state.contract, highest(moment.state.bids)
    if settled is None or settled.points is None:
        return "not known"
    raised = bid is not None and bid[1].points != settled.points
    return f"{settled.points}, {bid[1].points} were bid" if bid and raised else f"{settled.points}"


def _friend(moment: Moment) -> str:
    """How the friend was named, and who it is, as far as that has turned out."""
    state, friend = moment.state, moment.state.friend
    player = None if state.friend_player is None else moment.label(state.friend_player)
    if friend is None:
        return "not known" if player is None else f"{player}, not known how named"
    if friend == NONE:
        return "none, by choice"
    if seat_named(friend) is not None:
        return player or friend
    special = {JOKER: " (joker)", mighty(state.trump): " (Mighty)"}.get(friend, "")
    named = _NAMED.get(friend, symbol(friend) + special)
    alone = "nobody, the president is alone" if moment.roles_known else "not met yet"
    return f"{named}: {player or alone}"
