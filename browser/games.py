"""The tables of games, each in the folder named after its game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from .diagram import Diagram


class Table(Struct, frozen=True, kw_only=True):
    """How to show a game; the game's folder defines one as `TABLE` in `__init__.py`.

    `tries` returns actions that a player might try in a position (as JSON); if they are illegal,
    the component shows why. `diagram` returns the diagram of a position, with the players' names.
    """

    tries: Callable[[Mapping[str, Any], int], Iterable[str]]
    diagram: Callable[[Mapping[str, Any], Sequence[str] | None], Diagram]


@cache
def table(game: str) -> Table | None:
    """Return a game's table, or None if the game has only a text board."""
    if not game.isidentifier() or find_spec(f"{__package__}.{game}") is None:
        return None
    found: Table | None = getattr(import_module(f".{game}", __package__), "TABLE", None)
    return found
