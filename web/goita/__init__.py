"""Goita in the browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from ..games import Table

PASS, HIDDEN = "0", "9"


def tries(position: Mapping[str, Any], player: int) -> Iterator[str]:
    """To pass, and every two pieces of the hand."""
    if position["phase"] == "play":
        yield PASS
        hand: str = position["hands"][player]
        yield from map("".join, permutations(hand.replace(HIDDEN, ""), 2))


TABLE = Table(tries=tries)
