"""What is known of a game's notations without importing them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class NotationDescriptor(Struct, frozen=True):
    """A notation: its identifier, the module that has its `NOTATION`, and how it is recognised.

    `claims` says from the beginning of a text, its lines ended by LF, whether this is what it is
    written in.
    """

    id: str
    module: str
    claims: Callable[[str], bool]

    @property
    def game(self) -> str:
        """The game whose records it writes."""
        return self.id.partition("/")[0]


class FormatsDescriptor(Struct, frozen=True, kw_only=True):
    """What a game's folder in `formats` offers.

    The first of the `notations` is the canonical one; a text is held against them in their order.
    `board` is the module whose `BOARD` shows records to people, `losses` the one that compares a
    record with what a notation kept of it, `codes` the one that declares rules about its texts, if
    any. `examples` is the module that gives examples of rules that all games have in common.
    `protocol` is the module by which programs play the game against each other, if they can.
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
