"""Spellings of actions; how people write an action may depend on the state.

A record keeps each action in its canonical spelling.

If a game has other spellings (`Nf3` for `g1f3`), its rules say which action a spelling means in a
state, and how an action is spelled there.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol, TypeVar, cast, runtime_checkable
from unicodedata import normalize

from .rules import CHANCE, Action, Rules

_SUITS = str.maketrans("♠♦♥♣♤♢♡♧", "SDHCSDHC", "\ufe0f\ufe0e")

StateT = TypeVar("StateT")
GivenT = TypeVar("GivenT", contravariant=True)


@runtime_checkable
class Parses(Protocol[GivenT]):
    """Rules of a game that understand several spellings of an action."""

    def parse(self, state: GivenT, player: int, spelled: str) -> Action:
        """Return the action that a player means by a spelling in a state.

        The canonical action is one of its own spellings, legal or not: `verify` says why it is
        illegal. Raises IllegalAction if a spelling matches no action here, or several.
        """
        ...


@runtime_checkable
class Spells(Parses[GivenT], Protocol[GivenT]):
    """Rules of a game where people spell actions in another way than records do."""

    def spell(self, state: GivenT, player: int, action: Action) -> str:
        """Return how people write an action that is legal for a player in a state."""
        ...


def parses(rules: Rules[Any]) -> bool:
    """Return whether rules understand several spellings of an action."""
    return _has(Parses, type(rules))


def spells(rules: Rules[Any]) -> bool:
    """Return whether people spell actions in another way than records do."""
    return _has(Spells, type(rules))


@cache
def _has(protocol: Any, kind: type[Any]) -> bool:
    return issubclass(kind, protocol)  # slow for a protocol


def parse(rules: Rules[StateT], state: StateT, player: int, spelled: str) -> Action:
    """Return the action that a player means by a spelling; by default, the spelling itself.

    Raises IllegalAction if a spelling matches no action here, or several. Chance outcomes have
    only one spelling.
    """
    if player == CHANCE or not parses(rules):
        return spelled
    return cast("Parses[StateT]", rules).parse(state, player, spelled)


def spell(rules: Rules[Any], state: Any, player: int, action: Action) -> str:
    """Return how people write a legal action in a state; by default, the action itself."""
    if player == CHANCE or not spells(rules):
        return action
    return cast("Spells[Any]", rules).spell(state, player, action)


def in_letters(word: str) -> str:
    """Return a card or a bid in capitals and digits, with letters for suits and without spaces.

    >>> in_letters("♥ ten"), in_letters("１５♠")
    ('HTEN', '15S')
    """
    return "".join(normalize("NFKC", word).translate(_SUITS).upper().split())
