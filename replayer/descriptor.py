"""A game's description of itself, available before its rules are imported."""

from __future__ import annotations

from msgspec import Struct


class GameDescriptor(Struct, frozen=True, kw_only=True):
    """A description of a game that is available without importing its rules.

    `module` names the module that holds its `GAME`, an instance of `Game`; `record` names the
    module that defines `Record`, the type of its records; `codes` names the module that declares
    the rules a record can break. `scene` names the module whose `SCENES` describe its positions for
    boards and pictures; without it, scenes are empty.
    """

    name: str
    title: str
    module: str
    record: str
    codes: str
    scene: str = ""
