"""Notations: text to record, and record to text, without the rules of the games.

Notations are discovered, not listed: each game's folder declares its own in `FORMATS` in its
`__init__.py` (`descriptor`, `catalog`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .files.detect import detect
from .files.division import pieces
from .files.reading import read, read_piece
from .files.recognition import PACKED, UnknownNotation, suffixes
from .interface.catalog import (
    all_codes,
    board,
    canonical_notation,
    described,
    differences,
    notation,
    notations,
)
from .interface.notation import CannotHold, Notation, Reading
from .text.text import Text

if TYPE_CHECKING:
    from .conversion import lost, rewritten

__all__ = [
    "PACKED",
    "CannotHold",
    "Notation",
    "Reading",
    "Text",
    "UnknownNotation",
    "all_codes",
    "board",
    "canonical_notation",
    "described",
    "detect",
    "differences",
    "lost",
    "notation",
    "notations",
    "pieces",
    "read",
    "read_piece",
    "rewritten",
    "suffixes",
]


def __getattr__(name: str) -> Any:
    """Import the functions that write other notations only when needed: they need all of play."""
    if name not in ("lost", "rewritten"):
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from . import conversion

    return getattr(conversion, name)
