"""What this package knows of a game: the folder with its name, if there is one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from .diagram import Diagram


class Table(Struct, frozen=True, kw_only=True):
    """How a game is shown; the folder of the game has one as `TABLE` in `__init__.py`.

    `tries` gives what a player might think of doing in a position, as JSON has it: the component
    shows why it is not legal. `diagram` is the position for a picture, with the names of the
    players.
    """

    tries: Callable[[Mapping[str, Any], int], Iterable[str]]
    diagram: Callable[[Mapping[str, Any], Sequence[str] | None], Diagram]


@cache
def table(game: str) -> Table | None:
    """How a game is shown; None if only its text board is known, as for a game of a plugin."""
    if not game.isidentifier() or find_spec(f"{__package__}.{game}") is None:
        return None
    found: Table | None = getattr(import_module(f".{game}", __package__), "TABLE", None)
    return found
