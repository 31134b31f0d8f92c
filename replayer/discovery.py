"""Finds games: the folders of kifu itself, and packages of others.

A game has two halves, one in `replayer` (its rules and records) and one in `formats` (its
notations). Each half is declared by a light descriptor in the `__init__.py` of its folder: `GAME`
there, `FORMATS` here. A game can also be a package of its own, whose module has both descriptors;
an entry point of the group `kifu.games` names that module.
"""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from itertools import chain
from types import ModuleType
from typing import Any, TypeVar

from ..findings import Taken

GROUP = "kifu.games"
"""The group of entry points by which packages offer games."""

DescriptorT = TypeVar("DescriptorT")


class BrokenPlugin(ImportError):
    """A plug-in package is broken."""


class GameFails(BrokenPlugin):
    """The code of a game fails at its work, over one text or record; others may be fine."""


# What there is


def descriptors(
    package: str,
    attribute: str,
    kind: type[DescriptorT],
    game: Callable[[DescriptorT], str],
    required: bool = True,
) -> dict[str, DescriptorT]:
    """The descriptors of a kind, by the names of their games.

    Those of the folders of a package come first, sorted by name, then those of other packages.
    `attribute` is the name under which a descriptor stands in its module, `game` gives the name of
    its game. A package may lack a descriptor that is not `required`.

    Raises BrokenPlugin where a package that offers a game cannot be imported, lacks the descriptor,
    or takes the name of another game.
    """
    found: dict[str, DescriptorT] = {}
    for each in _folders(package):
        descriptor = getattr(each, attribute, None)
        if isinstance(descriptor, kind):
            found[game(descriptor)] = descriptor
    for name, module in plugins().items():
        descriptor = getattr(module, attribute, None)
        if descriptor is None and not required:
            continue
        if not isinstance(descriptor, kind):
            raise broken(name, f"{module.__name__} has no {attribute}")
        if name in found:
            raise BrokenPlugin(f"the game {name!r} of {module.__name__}: the name is taken")
        if game(descriptor) != name:
            why = f"{attribute} in {module.__name__} is of the game {game(descriptor)!r}"
            raise broken(name, why)
        found[name] = descriptor
    return found


def _folders(package: str) -> Iterator[ModuleType]:
    """The packages in the folder of a package, sorted by name."""
    modules = pkgutil.iter_modules(import_module(package).__path__)
    names = sorted(each.name for each in modules if each.ispkg)
    return (import_module(f"{package}.{name}") for name in names)


@cache
def plugins() -> dict[str, ModuleType]:
    """The modules of the games that are packages of their own, by the names of their entry points.

    Raises BrokenPlugin where one cannot be imported, or where two have one name.
    """
    if not may_offer(GROUP):
        return {}
    from importlib.metadata import entry_points  # slow to import

    found: dict[str, ModuleType] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.module)):
        module = load_module(entry.module, entry.name)
        if found.setdefault(entry.name, module) is not module:
            both = f"{found[entry.name].__name__} and {module.__name__}"
            raise broken(entry.name, f"{both} both offer it: uninstall one of the two packages")
    return found


def may_offer(group: str) -> bool:
    """Whether a package may have entry points of a group; no is certain, yes is not.

    To import `importlib.metadata` takes longer than to check a record, and most people have no game
    that is a package of its own. So it is only asked where the files of packages do not say no.

    >>> may_offer("console_scripts")
    True
    """
    others = (each for each in sys.meta_path if hasattr(each, "find_distributions"))
    if any(each is not PathFinder for each in others):
        return True
    return any(data is None or group.encode() in data for data in _entry_points())


def _entry_points() -> Iterator[bytes | None]:
    """What the files of entry points hold, None for a place where they may be packed."""
    for folder in dict.fromkeys(sys.path):
        if os.path.isfile(folder):
            yield None
        with suppress(OSError), os.scandir(folder or os.curdir) as entries:
            for each in entries:
                if each.name.endswith(".egg"):
                    yield None
                elif each.name.endswith((".dist-info", ".egg-info")):
                    with suppress(OSError), open(f"{each.path}/entry_points.txt", "rb") as file:
                        yield file.read()


# What it promises


def load_module(name: str, game: str) -> ModuleType:
    """Import a module that a descriptor or an entry point of a game names.

    Raises BrokenPlugin where it cannot be imported.
    """
    found = sys.modules.get(name)  # much quicker than to ask the importer
    if found is not None:
        return found
    with blamed_on(game, f"{name} cannot be imported"):
        return import_module(name)


def load_attribute(name: str, of: str, game: str, kind: type = object) -> Any:
    """What the module `of`, which a descriptor of a game names, holds under a name.

    Raises BrokenPlugin where it cannot be imported, holds no such thing, or one of another kind.
    """
    module = load_module(of, game)
    if not hasattr(module, name):
        raise broken(game, f"{of} has no {name}")
    found = getattr(module, name)
    if not isinstance(found, kind):
        raise broken(game, f"{name} in {of} is no {kind.__name__}")
    return found


def load_text(package: str, path: str, game: str) -> str:
    """The text of a file in a package that a descriptor of a game names.

    Raises BrokenPlugin where there is none.
    """
    what = f"there is no {path} in {package}, which its descriptor names for such files"
    with blamed_on(game, what):
        data = pkgutil.get_data(package, path)
        if data is None:  # a folder without __init__.py; to import this is slow
            from importlib.resources import files

            data = files(package).joinpath(path).read_bytes()
        return data.decode()


# Who is to blame


def broken(game: str, why: str) -> BrokenPlugin:
    """The error that says in one line what is wrong with a game."""
    return BrokenPlugin(f"the game {game!r}: {why}")


def failed(game: str, what: str, error: BaseException) -> BrokenPlugin:
    """The error that says in one line what the code of a game has raised."""
    return broken(game, f"{what} ({' '.join(f'{type(error).__name__}: {error}'.split())})")


def fails(game: str, why: str) -> GameFails:
    """The error that says in one line how the code of a game fails at its work."""
    return GameFails(str(broken(game, why)))


def require(found: object, kind: type, game: str, what: str) -> None:
    """Raise GameFails where what the code of a game gave is not of the kind that is due."""
    if not isinstance(found, kind):
        raise fails(game, f"{what} gives a {type(found).__name__}, and no {kind.__name__}")


@contextmanager
def blamed_on(game: str, what: str) -> Generator[None]:
    """Turn whatever is raised by the code of a game into BrokenPlugin, which says `what` is wrong.

    What the code prints goes to standard error: standard output belongs to the command.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except BrokenPlugin:
        raise
    except Taken as error:
        # Of two modules, the one that is imported last need not be the one that is wrong.
        owners = (game_of_module(each) for each in error.modules)
        raise broken(next(filter(None, owners), game), str(error)) from error
    except (Exception, SystemExit) as error:
        raise failed(game, what, error) from error


def game_of_module(name: str) -> str | None:
    """The game of another package to which a module belongs, None where it is of no such game."""
    modules = {game: module.__name__ for game, module in plugins().items()}
    inside = (game for game, own in modules.items() if f"{name}.".startswith(f"{own}."))
    top = name.partition(".")[0]
    beside = (game for game, own in modules.items() if own.partition(".")[0] == top)
    return next(chain(inside, beside), None)


def culprit(error: BaseException) -> BrokenPlugin | None:
    """The same error, blamed on the game of another package in whose code it was raised."""
    from traceback import walk_tb  # slow to import

    with suppress(BrokenPlugin):
        for frame, line in reversed(list(walk_tb(error.__traceback__))):
            game = game_of_module(str(frame.f_globals.get("__name__")))
            if game is not None:
                where = f"{os.path.basename(frame.f_code.co_filename)}, line {line}"
                return failed(game, f"its code fails in {where}", error)
    return None
