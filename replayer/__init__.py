"""Games: their records, rules and replay. This package knows nothing of text, files or protocols.

Games are discovered: a folder here is a game if its `__init__.py` has a descriptor `GAME`. Games in
other packages are found through their entry points (`discovery`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ..findings import Finding
from .descriptor import GameDescriptor
from .discovery import broken, descriptors, load_attribute, load_module, plugins, require
from .game import Game, Unsupported

if TYPE_CHECKING:
    from .scene.scenes import Scenes


@cache
def games() -> Mapping[str, GameDescriptor]:
    """Return the descriptors of all games, by name.

    >>> games()["goita"].title
    'Goita (ごいた)'
    """
    return descriptors(__name__, "GAME", GameDescriptor, attrgetter("name"))


@cache
def game(name: str) -> Game[Any, Any]:
    """Return the game with this name.

    Raises KeyError if there is no such game.
    """
    found: Game[Any, Any] = load_attribute("GAME", games()[name].module, name, Game)
    return found


@cache
def scenes(name: str) -> Scenes[Any]:
    """Return the object that describes a game's positions; by default, they are empty scenes.

    Raises KeyError if there is no such game.
    """
    from .scene.scenes import Scenes

    module = games()[name].scene
    return load_attribute("SCENES", module, name, Scenes) if module else Scenes[Any]()


def game_of(record: object) -> Game[Any, Any]:
    """Return the game that a record belongs to.

    Raises TypeError if no game has records of this type.
    """
    for name, each in games().items():
        if type(record).__module__ == each.record:
            return game(name)
    for name in plugins():
        _record_type(name)
    raise TypeError(f"{type(record).__name__} is not a record of any game")


def generate(name: str, seed: int | str, start: Any = None) -> Any:
    """Return a random record of a game; the same seed always gives the same record.

    If `start`, a record without play, is given, the new record has its options.

    Raises KeyError if there is no such game, and BrokenPlugin if its play does not seem to end or
    its generator does not return a record.
    """
    from .beliefs.draws import Draws

    draws, each = Draws(name, seed), game(name)
    found = each.generate(draws) if start is None else each.generate_from(start, draws)
    if found is None and start is not None:
        from .play.at_random import at_random

        found = at_random(each, start, draws)
    require(found, _record_type(name), name, "`generate`")
    return found


def new_record(name: str) -> Any:
    """Return the record of a match under a game's usual rules, before anything is played.

    Raises KeyError if there is no such game, and Unsupported if it has no usual rules.
    """
    try:
        return _record_type(name)(**{game(name).rounds_field: ()})
    except TypeError as why:
        raise Unsupported(f"a match of {name} must start from a record: {why}") from None


def _record_type(name: str) -> type:
    """Return the type of a game's records; raises BrokenPlugin if the module does not define it."""
    module = games()[name].record
    found: type = load_attribute("Record", module, name, type)
    if found.__module__ != module:
        home = found.__module__
        why = f"{module} only imports Record; set `record` of GAME to {home}, which defines it"
        raise broken(name, why)
    return found


def joined(records: Sequence[Any]) -> Any:
    """Combine the views of several players into one record.

    Raises ValueError if the game cannot join views, or if they are not views of the same match;
    some contradictions only appear in the joined record.
    """
    if not records:
        raise ValueError("there is nothing to join")
    game = game_of(records[0])
    if any(game_of(each) is not game for each in records):
        raise ValueError("these records cannot be joined: they belong to different games")
    from .play.changes import together

    try:
        whole = together(game, game.join(records), records)
    except Unsupported as why:
        raise ValueError(str(why)) from None
    wrong = _first_error(game, whole)
    if wrong is not None and not any(_first_error(game, each) for each in records):
        why = f"together they break {wrong.code}: {wrong.message}"
        raise ValueError(f"each of these views is sound, but {why}")
    return whole


def _first_error(game: Game[Any, Any], record: Any) -> Finding | None:
    from .play.check import checked  # imports all of replay

    found = checked(game, record).findings
    return next((each for each in found if each.severity == "error"), None)


def load_codes() -> None:
    """Import the modules that declare rules: the shared one, and one for each game."""
    import_module(".codes", __name__)
    for name, each in games().items():
        load_module(each.codes, name)
