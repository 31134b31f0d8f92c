"""What a game is: records, rules, replay. Knows no text, no files and no wire.

Games are found, not listed: each folder here that has a descriptor `GAME` in its `__init__.py` is
one. Games in packages of their own are found by their entry points (`discovery`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any

from .descriptor import GameDescriptor
from .discovery import descriptors, load_attribute, load_module
from .game import Game, Unsupported


@cache
def games() -> Mapping[str, GameDescriptor]:
    """The descriptors of all games, by name.

    >>> games()["goita"].title
    'Goita (ごいた)'
    """
    return descriptors(__name__, "GAME", GameDescriptor, attrgetter("name"))


def game(name: str) -> Game[Any, Any]:
    """Return the game of this name.

    Raises KeyError if there is none.
    """
    found: Game[Any, Any] = load_attribute("GAME", of=games()[name].module)
    return found


def game_of(record: object) -> Game[Any, Any]:
    """Return the game of a record.

    Raises TypeError if no game has such records.
    """
    for name, each in games().items():
        if type(record).__module__ == each.record:
            return game(name)
    raise TypeError(f"{type(record).__name__} is no record of any game")


def joined(records: Sequence[Any]) -> Any:
    """One record, put together from the views of its players.

    Raises ValueError if the game cannot join views, or if they are not views of one match.
    """
    if not records:
        raise ValueError("there is nothing to join")
    game = game_of(records[0])
    try:
        if all(game_of(each) is game for each in records):
            return game.join(records)
    except Unsupported:
        why = "these records cannot be joined: they are no views of a game by log"
        raise ValueError(why) from None
    raise ValueError("these records cannot be joined: they are of several games")


def load_codes() -> None:
    """Import the modules that declare rules: the common one, and that of each game."""
    import_module(".codes", __name__)
    for each in games().values():
        load_module(each.codes)
