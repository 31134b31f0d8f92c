"""Descriptors of strategies, which are available without importing the strategies."""

from __future__ import annotations

from msgspec import Struct


class StrategyDescriptor(Struct, frozen=True):
    """The name of a game, and the module that has its `STRATEGY`, an instance of `Strategy`."""

    game: str
    module: str
