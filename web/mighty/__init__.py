"""Mighty in the browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..games import Table

HIDDEN = "??"


def tries(position: Mapping[str, Any], player: int) -> Iterator[str]:
    """Every card of the hand, in the play."""
    if position["phase"] == "play":
        yield from (card for card in position["hands"][player] if card != HIDDEN)


TABLE = Table(tries=tries)
