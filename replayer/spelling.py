"""The spellings of actions: what people write for an action may depend on the state.

A record keeps each action in one way, the canonical one. If a game has other spellings (`Nf3` for
`g1f3`), its rules say in a state which action is meant by a spelling, and how one is spelled.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, cast, runtime_checkable
from unicodedata import normalize

from .rules import CHANCE, Action, Rules

_SUITS = str.maketrans("♠♦♥♣♤♢♡♧", "SDHCSDHC", "\ufe0f\ufe0e")

StateT = TypeVar("StateT")
GivenT = TypeVar("GivenT", contravariant=True)


@runtime_checkable
class Spells(Protocol[GivenT]):
    """Rules whose actions have several spellings."""

    def parse(self, state: GivenT, player: int, spelled: str) -> Action:
        """The action that a player means by a spelling in a state.

        The canonical action is one of its own spellings, whether it is legal or not: `verify` says
        why it is not. Raises IllegalAction for what can mean no action here, or several.
        """
        ...

    def spell(self, state: GivenT, player: int, action: Action) -> str:
        """How people write an action that `verify` allows to a player in a state."""
        ...


def parse(rules: Rules[StateT], state: StateT, player: int, spelled: str) -> Action:
    """The action that a player means by a spelling; by default, this is the action itself.

    Raises IllegalAction for what can mean no action here, or several. The outcomes of chance are
    spelled in one way.
    """
    if player == CHANCE or not isinstance(rules, Spells):
        return spelled
    return cast("Spells[StateT]", rules).parse(state, player, spelled)


def spell(rules: Rules[Any], state: Any, player: int, action: Action) -> str:
    """How people write a legal action in a state; by default, as it is."""
    if player == CHANCE or not isinstance(rules, Spells):
        return action
    return cast("Spells[Any]", rules).spell(state, player, action)


def in_letters(word: str) -> str:
    """A card or a bid in capitals and digits, with letters for suits and without blanks.

    >>> in_letters("♥ ten"), in_letters("１５♠")
    ('HTEN', '15S')
    """
    return "".join(normalize("NFKC", word).translate(_SUITS).upper().split())
