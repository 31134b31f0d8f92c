"""Leduc poker in the browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..games import Table


def tries(position: Mapping[str, Any], player: int) -> Iterable[str]:
    """All that there is to do in the game."""
    return "fold", "call", "raise"


TABLE = Table(tries=tries)
