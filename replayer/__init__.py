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

from ..findings import Finding
from .descriptor import GameDescriptor
from .discovery import broken, descriptors, load_attribute, load_module, plugins, require
from .game import Game, Unsupported


@cache
def games() -> Mapping[str, GameDescriptor]:
    """The descriptors of all games, by name.

    >>> games()["goita"].title
    'Goita (ごいた)'
    """
    return descriptors(__name__, "GAME", GameDescriptor, attrgetter("name"))


@cache
def game(name: str) -> Game[Any, Any]:
    """Return the game of this name.

    Raises KeyError if there is none.
    """
    found: Game[Any, Any] = load_attribute("GAME", games()[name].module, name, Game)
    return found


def game_of(record: object) -> Game[Any, Any]:
    """Return the game of a record.

    Raises TypeError if no game has such records.
    """
    for name, each in games().items():
        if type(record).__module__ == each.record:
            return game(name)
    for name in plugins():
        _record_type(name)
    raise TypeError(f"{type(record).__name__} is no record of any game")


def generate(name: str, seed: int | str) -> Any:
    """A random record of a game, the same for the same seed.

    Raises KeyError if there is no such game, and BrokenPlugin where no end of its play is to be
    seen, or what it gives is no record.
    """
    from .beliefs.draws import Draws

    found = game(name).generate(Draws(name, seed))
    require(found, _record_type(name), name, "`generate`")
    return found


def new_record(name: str) -> Any:
    """The record of a match of a game under its usual rules, of which nothing was played yet.

    Raises KeyError if there is no such game, and Unsupported where its records have no usual rules.
    """
    try:
        return _record_type(name)(**{game(name).rounds_field: ()})
    except TypeError as why:
        raise Unsupported(f"a match of {name} cannot begin without a record: {why}") from None


def _record_type(name: str) -> type:
    """The type of a game's records; raises BrokenPlugin where the module does not define it."""
    module = games()[name].record
    found: type = load_attribute("Record", module, name, type)
    if found.__module__ != module:
        home = found.__module__
        why = f"{module} only imports Record; let `record` of GAME name {home}, which defines it"
        raise broken(name, why)
    return found


def joined(records: Sequence[Any]) -> Any:
    """One record, put together from the views of its players.

    Raises ValueError if the game cannot join views, or if they are not views of one match, which
    may only show in what they make together.
    """
    if not records:
        raise ValueError("there is nothing to join")
    game = game_of(records[0])
    if any(game_of(each) is not game for each in records):
        raise ValueError("these records cannot be joined: they are of several games")
    from .play.changes import together

    try:
        whole = together(game, game.join(records), records)
    except Unsupported as why:
        raise ValueError(str(why)) from None
    wrong = _first_error(game, whole)
    if wrong is not None and not any(_first_error(game, each) for each in records):
        why = f"what they make together breaks {wrong.code}: {wrong.message}"
        raise ValueError(f"each of these views is sound, but {why}")
    return whole


def _first_error(game: Game[Any, Any], record: Any) -> Finding | None:
    from .play.check import checked  # which needs all of a replay

    found = checked(game, record).findings
    return next((each for each in found if each.severity == "error"), None)


def load_codes() -> None:
    """Import the modules that declare rules: the common one, and that of each game."""
    import_module(".codes", __name__)
    for name, each in games().items():
        load_module(each.codes, name)
