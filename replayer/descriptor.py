"""A game's description of itself, available before its rules are imported."""

from __future__ import annotations

from msgspec import Struct


class GameDescriptor(Struct, frozen=True, kw_only=True):
    """A description of a game that does not need its rules.

    `module` names the module that holds its `GAME`, an instance of `Game`; `record` names the
    module that defines the type `Record` of its records; `codes` names the one that declares the
    rules a record can break. `scene` names the one whose `SCENES` describe its positions for boards
    and pictures; without it, the game only has a text board.
    """

    name: str
    title: str
    module: str
    record: str
    codes: str
    scene: str = ""
