"""What is known of a game's notations without importing them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class NotationDescriptor(Struct, frozen=True):
    """A notation: its identifier, the module that has its `NOTATION`, and how it is recognised.

    `claims` says from the beginning of a text, its lines ended by LF, whether this is what it is
    written in. `resembles` is asked where no notation claims a text: it says what is wrong with the
    beginning of one that is meant to be in this notation, and answers None for any other.
    `suffixes` are those that no other files have: whatever has one is meant to be a record.
    """

    id: str
    module: str
    claims: Callable[[str], bool]
    resembles: Callable[[str], str | None] | None = None
    suffixes: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        """The game whose records it writes."""
        return self.id.partition("/")[0]


class FormatsDescriptor(Struct, frozen=True, kw_only=True):
    """What a game's folder in `formats` offers.

    The first of the `notations` is the canonical one; a text is held against them in their order.
    `board` is the module whose `BOARD` shows records to people, `losses` the one that compares a
    record with what a notation kept of it, `codes` the one that declares rules about its texts, if
    any. `examples` is the module that gives examples of rules that all games have in common, if
    any. `protocol` is the module by which programs play the game against each other, if they can.
    `schemas` and `grammars` are the packages in which `GAME/NAME.schema.json` and `GAME/NAME.lark`
    stand.
    """

    game: str
    notations: tuple[NotationDescriptor, ...]
    board: str
    losses: str
    codes: str | None = None
    examples: str | None = None
    protocol: str | None = None
    schemas: str = "kifu.schemas"
    grammars: str = "kifu.formats"

    @property
    def canonical(self) -> str:
        """The notation that holds everything that a record of the game can say."""
        return self.notations[0].id
