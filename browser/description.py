"""Describe a picture in words, for people who cannot see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from .diagram import SIGNS, Card, Diagram, Mark, Piece, Pile, Seat, Thing
from .shapes import art

_MARKS: dict[Mark, str] = {
    "": "",
    "lead": " (leads)",
    "wins": " (wins)",
    "leads and wins": " (leads and wins)",
}


def described(diagram: Diagram, acts: Collection[int] = ()) -> str:
    """Describe a diagram in words: a line for each seat, the trick, each pile and each fact."""
    return "\n".join(_lines(diagram, acts))


def _lines(diagram: Diagram, acts: Collection[int]) -> Iterator[str]:
    for number, seat in enumerate(diagram.seats):
        yield f"{seat.name}: {_seat(seat, number in acts)}"
    laid = zip(diagram.seats, diagram.trick, strict=False)
    trick = [f"{seat.name} {_card(card)}" for seat, card in laid if card is not None]
    if trick:
        yield f"trick: {', '.join(trick)}"
    yield from map(_pile, diagram.piles)
    for name, value in diagram.facts:
        yield f"{name}: {value}"


def _seat(seat: Seat, acts: bool) -> str:
    holds = f"holds {_things(seat.hand)}" if seat.hand else "holds nothing"
    laid = f"has laid {', '.join(map(_things, seat.laid))}" if seat.laid else ""
    parts = (*seat.notes, "to act" if acts else "", holds, laid, seat.caption)
    return "; ".join(filter(None, parts))


def _pile(pile: Pile) -> str:
    return f"{pile.name}: {_things(pile.things) if pile.things else 'none'}"


def _things(things: Iterable[Thing]) -> str:
    return " ".join(_card(each) if isinstance(each, Card) else _piece(each) for each in things)


def _piece(piece: Piece) -> str:
    sign = art()["kanji"].get(piece.digit, "裏")
    return f"{sign} (face-down)" if piece.face_down else sign


def _card(card: Card) -> str:
    """Return a card in words: its suit, its rank and its mark.

    >>> _card(Card("A", "S", "lead")), _card(Card()), _card(Card("☆", "H"))
    ('♠A (leads)', '??', '☆♥')
    """
    suit = SIGNS.get(card.suit, "")
    text = f"{suit}{card.rank}" if suit and card.rank != "☆" else f"{card.rank}{suit or card.suit}"
    return f"{text or '??'}{_MARKS[card.mark]}"
