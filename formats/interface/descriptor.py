"""Describes a game's notations without importing them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec import Struct


class NotationDescriptor(Struct, frozen=True):
    """A notation: its identifier, the module that holds its `NOTATION`, and how it is recognised.

    `claims` is given the beginning of a text, with lines ending in LF, and returns whether the text
    is in this notation; it is not called for JSON that begins by declaring a canonical notation.

    `resembles` is called if no notation claims a text: it returns what is wrong with the beginning
    of a text that is meant to be in this notation, and None for any other text. Such a text is read
    in this notation; if its reader finds no error, the returned reason is reported as one.

    `suffixes` are suffixes that no other files have: every file with one is meant to be a record.

    `encodings` are the possible encodings of a text, the default first, by names that Python knows.
    `declared_only` are those of them that are never guessed.
    `declared` matches a declaration in the first bytes of a text; its first group is the name.
    `prescribed` is the encoding of a text that declares none, if the notation's standard names one.
    `suffix_encodings` maps suffixes to the encodings they imply.
    """

    id: str
    module: str
    claims: Callable[[str], bool]
    resembles: Callable[[str], str | None] | None = None
    suffixes: tuple[str, ...] = ()
    encodings: tuple[str, ...] = ("utf-8",)
    declared_only: tuple[str, ...] = ()
    declared: re.Pattern[bytes] | None = None
    prescribed: str | None = None
    suffix_encodings: Mapping[str, str] = {}

    @property
    def game(self) -> str:
        """The game whose records it writes."""
        return self.id.partition("/")[0]


class FormatsDescriptor(Struct, frozen=True, kw_only=True):
    """The contents of a game's folder in `formats`.

    The first of the `notations` is the canonical one; a text is in the first one that claims it.
    The other fields name modules: `losses` compares a record with the version that a notation kept,
    `codes` declares rules about its texts, `examples` supplies examples for rules that all games
    share, and `protocol` lets programs play the game against each other. `schemas` and `grammars`
    are the packages that hold `GAME/NAME.schema.json` and `GAME/NAME.lark`; a notation without
    either is described in `GAME/NAME.md`, next to the grammars.
    """

    game: str
    notations: tuple[NotationDescriptor, ...]
    losses: str
    codes: str | None = None
    examples: str | None = None
    protocol: str | None = None
    schemas: str = "kifu.schemas"
    grammars: str = "kifu.formats"

    @property
    def canonical(self) -> str:
        """The notation that holds everything a record of the game can contain."""
        return self.notations[0].id
