"""The shapes of things: cards, pieces and stones."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from .texts import SIGNS, Text, say


class Card(Struct, frozen=True, omit_defaults=True, tag="card", tag_field="is"):
    """A card, a joker (with the rank `☆`), or the back of a card (without rank and suit).

    `extra` is written beside it, such as a suit that it calls for; `name` is its description for
    people who cannot see it, if its rank and suit are not enough.
    """

    rank: str = ""
    suit: str = ""
    extra: Text = ""
    name: Text = ""


class Piece(Struct, frozen=True, omit_defaults=True, tag="piece", tag_field="is"):
    """A piece with a character on it, or a hidden piece without; a `flipped` piece points down."""

    sign: str
    name: Text
    flipped: bool = False


class Stone(Struct, frozen=True, omit_defaults=True, tag="stone", tag_field="is"):
    """A stone, black or white."""

    name: Text
    white: bool = False


class Letter(Struct, frozen=True, omit_defaults=True, tag="letter", tag_field="is"):
    """A letter or another symbol, as large as a piece."""

    sign: str
    name: Text = ""


Shape: TypeAlias = Card | Piece | Stone | Letter

JOKER = "☆"
"""The rank of a joker."""


def name_of(shape: Shape) -> Text:
    """Return the name of a thing, such as `ace of spades`."""
    if not isinstance(shape, Card):
        return shape.name or (shape.sign if isinstance(shape, Letter) else "")
    if shape.name:
        return shape.name
    if not shape.rank:
        return say("hidden")
    if shape.rank == JOKER:
        return say("joker")
    rank = say(f"ranks.{shape.rank}") if shape.rank in RANKS else shape.rank
    suit = say(f"suits.{shape.suit}") if shape.suit in SIGNS else shape.suit
    return say("card", rank, suit)


RANKS = "AKQJT98765432"
"""The ranks of cards that have names."""


def sign_of(shape: Shape) -> str:
    """Return a thing as a short text, such as `♠A`.

    >>> sign_of(Card("A", "S")), sign_of(Card()), sign_of(Card("3", "X"))
    ('♠A', '??', '3X')
    """
    if isinstance(shape, Stone):
        return "○" if shape.white else "●"
    if not isinstance(shape, Card):
        return shape.sign or "裏"
    if shape.rank in ("", JOKER):
        return shape.rank or "??"
    return f"{SIGNS[shape.suit]}{shape.rank}" if shape.suit in SIGNS else shape.rank + shape.suit
