"""What a game is: records, rules, replay. Knows no text and no files.

`GAMES` is the registry: the name of each game, and where it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from .game import Game

GAMES = {
    "goita": ".goita.game",
    "mighty": ".mighty.game",
    "planowanie": ".planowanie.game",
}


def game(name: str) -> Game[Any, Any]:
    """Return the game of this name.

    Raises KeyError if there is none.
    """
    found: Game[Any, Any] = import_module(GAMES[name], __name__).GAME
    return found


def load_codes() -> None:
    """Import the modules that declare rules: those of all games, and those of each."""
    import_module(".codes", __name__)
    for where in GAMES.values():
        import_module(where.rpartition(".")[0] + ".codes", __name__)


def joined(records: Sequence[Any]) -> Any:
    """One record, put together from the views of its players.

    Raises ValueError where the game has no such thing, or the records are not views of one game.
    """
    found = game_of(records[0]) if records else None
    join = getattr(found, "join", None)
    if found is None or join is None:
        raise ValueError("these records cannot be joined: they are no views of a game by log")
    if any(not isinstance(each, found.record_type) for each in records):
        raise ValueError("these records cannot be joined: they are of several games")
    return join(records)


def game_of(record: object) -> Game[Any, Any]:
    """Return the game that a record is one of.

    Raises TypeError if it is none of any game.
    """
    for name in GAMES:
        found = game(name)
        if isinstance(record, found.record_type):
            return found
    raise TypeError(f"{type(record).__name__} is no record of any game")
