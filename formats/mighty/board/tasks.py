"""Whose turn it is in a position, and what they may do."""

from __future__ import annotations

from ....replayer.mighty.cards import symbol
from ....replayer.mighty.position import MightyPosition
from ....replayer.mighty.record import Record
from ..words import written_call
from .words import who


def when(now: MightyPosition) -> str:
    """Return what stage a deal is at."""
    match now.phase:
        case "over":
            return "the end"
        case "play":
            return f"trick {len(now.tricks) + 1}, card {len(now.table) + 1}"
        case _:
            return f"the {now.phase}"


def to_do(record: Record, now: MightyPosition) -> str:
    """Return whose turn it is, and what they may do."""
    if now.turn is None:
        return "the cards have to be dealt"
    player = who(record, now.turn)
    match now.phase:
        case "auction" if now.must_name_trump:
            return f"everybody passed: {player} is to name a trump"
        case "auction":
            return f"{player} is to bid or pass; {_best(record, now)}"
        case "exchange":
            return f"{player} is to bury three cards"
        case "contract":
            return f"{player} is to settle the contract"
        case "friend":
            return f"{player} is to name the friend"
        case _:
            called = "; the joker is called" if now.joker_called else ""
            return f"{player} is to {_due(now)}{called}"


def _best(record: Record, now: MightyPosition) -> str:
    if now.high_bid is None or now.high_bidder is None:
        return "nobody has bid"
    return f"{who(record, now.high_bidder)} has bid {written_call(str(now.high_bid))}"


def _due(now: MightyPosition) -> str:
    """Return what to do with the next card."""
    if not now.table:
        return "lead"
    return "set the suit" if now.led is None else f"follow {symbol(now.led)}"
