"""Descriptors of strategies, available without importing the strategies themselves."""

from __future__ import annotations

from msgspec import Struct


class StrategyDescriptor(Struct, frozen=True):
    """The name of a game, and the module whose `STRATEGY` is the game's `Strategy`."""

    game: str
    module: str
