"""Players, cards and actions as written on the board."""

from __future__ import annotations

from collections.abc import Iterable

from ....replayer.mighty.cards import NO_TRUMP, in_order, parts, symbol
from ....replayer.mighty.position import MightyPosition
from ....replayer.mighty.record import Record
from ...interface.boards import name_of
from ...interface.tricks import by_suit
from ...text.columns import visible
from ...text.roles import Role, marked
from ..words import written_call


def mark(now: MightyPosition, seat: int) -> str:
    """Return a player's number and role as in a gibo: `P0!` for president, `P3~` for friend."""
    if seat == now.president:
        return marked(f"P{seat}!", Role.DECLARER)
    if seat == now.friend_player:
        return marked(f"P{seat}~", Role.PARTNER)
    return f"P{seat}"


def label(record: Record, now: MightyPosition, seat: int) -> str:
    """Return a player's number, role and name."""
    return f"{mark(now, seat)} {name_of(record.players, seat)}".rstrip()


def who(record: Record, seat: int) -> str:
    """Return a player's number and name."""
    return f"P{seat} {name_of(record.players, seat)}".rstrip()


def held(cards: Iterable[str]) -> str:
    """Return cards by suit.

    >>> held(["HT", "JK", "SA", "S2"])
    '♠A ♠2  ♥T  ☆'
    """
    return by_suit(in_order(cards), suit=lambda card: card[0], written=symbol)


def action_of(action: str) -> str:
    """Return an action with the symbols of its cards.

    >>> action_of("bury SQ H2 C3"), action_of("15H"), action_of("JKH")
    ('bury ♠Q ♥2 ♣3', '15♥', '☆♥')
    """
    words = (symbol(word) if parts(word) else written_call(word) for word in action.split(" "))
    return visible(" ".join(words))


def trump_name(trump: str) -> str:
    """Return the name of a trump."""
    return "no-trump" if trump == NO_TRUMP else symbol(trump)


def number(value: int | str) -> str:
    """Return a number, with a sign if it is negative."""
    return str(value).replace("-", "−")
