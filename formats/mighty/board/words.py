"""Players, cards, actions and tasks as the board writes them."""

from __future__ import annotations

from collections.abc import Iterable

from ....replayer.mighty.cards import NO_TRUMP, in_order, parts, symbol
from ....replayer.mighty.position import MightyPosition
from ....replayer.mighty.record import Record
from ...interface.boards import called
from ...interface.tricks import by_suit
from ...text.columns import visible
from ...text.roles import Role, marked
from ..words import written_call


def mark(now: MightyPosition, seat: int, name: str) -> str:
    """Return a player's name and role as in a gibo: `Ann!` for president, `Bo~` for friend."""
    if seat == now.president:
        return marked(f"{name}!", Role.DECLARER)
    if seat == now.friend_player:
        return marked(f"{name}~", Role.PARTNER)
    return name


def label(record: Record, now: MightyPosition, seat: int) -> str:
    """Return a player's name and role."""
    return mark(now, seat, who(record, seat))


def who(record: Record, seat: int) -> str:
    """Return a player's name or, without one, the player's number."""
    return called(record.players, seat)


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
    """Return a number, with a typographic minus sign if it is negative."""
    return str(value).replace("-", "−")


def when(now: MightyPosition) -> str:
    """Return how far a deal has come."""
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
    """Return what the next card must do."""
    if not now.table:
        return "lead"
    return "set the suit" if now.led is None else f"follow {symbol(now.led)}"
