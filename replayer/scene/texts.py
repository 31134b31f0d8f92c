"""Texts in scenes: plain text, words in the reader's language, names, cards and pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, Union

from msgspec import Struct, field

Language: TypeAlias = Literal["en", "ko", "ja", "pl"]
Words: TypeAlias = Mapping[str, Mapping[str, str]]
"""The words of each language, by their keys; `{0}`, `{1}` … stand for the parts of a sentence."""

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
"""The symbols of the suits."""


class Say(Struct, frozen=True, omit_defaults=True):
    """A word or sentence of `words.json`, by its key, and the parts to insert in it."""

    key: str = field(name="say")
    parts: tuple[Text, ...] = field(name="with", default=())


class Player(Struct, frozen=True):
    """The name of a player."""

    seat: int = field(name="player")


class Thing(Struct, frozen=True):
    """A card, piece or stone within a text."""

    thing: str


class Named(Struct, frozen=True):
    """The name of a thing, such as `ace of spades`."""

    named: str


class Place(Struct, frozen=True):
    """The label of a place on the grid, or a text in which names of places become labels."""

    place: str


class Suit(Struct, frozen=True):
    """The symbol of a suit."""

    suit: str


Text: TypeAlias = Union[str, int, Say, Player, Thing, Named, Place, Suit, "tuple[Text, ...]"]
"""A text; a tuple is the concatenation of its parts."""


def say(key: str, *parts: Text) -> Say:
    """Return a word or sentence by its key."""
    return Say(key, parts)


def joined(parts: Sequence[Text], between: str = " ") -> Text:
    """Join texts, with a separator between any two.

    >>> joined(["1", "2"], " · ")
    ('1', ' · ', '2')
    """
    return tuple(each for part in parts for each in (between, part))[1:]


def signed(number: object) -> str:
    """Return a number with a typographic minus sign.

    >>> signed(-3), signed(2)
    ('−3', '2')
    """
    return f"{number}".replace("-", "−")


def suit_named(suit: str) -> Text:
    """Return the symbol and the name of a suit; `N` means no trump. Other suits have no symbol.

    >>> suit_named("X")
    'X'
    """
    if suit == "N":
        return say("noTrump")
    return (Suit(suit), " ", say(f"suits.{suit}")) if suit in SIGNS else suit
