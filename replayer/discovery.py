"""Finds games: the folders of kifu itself, and packages of others.

A game has two halves, one in `replayer` (its rules and records) and one in `formats` (its
notations). Each half is declared by a light descriptor in the `__init__.py` of its folder: `GAME`
there, `FORMATS` here. A game can also be a package of its own, whose module has both descriptors;
an entry point of the group `kifu.games` names that module.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

GROUP = "kifu.games"
"""The group of entry points by which packages offer games."""

DescriptorT = TypeVar("DescriptorT")


class BrokenPlugin(ImportError):
    """A plug-in package is broken."""


def descriptors(
    package: str, attribute: str, kind: type[DescriptorT], game: Callable[[DescriptorT], str]
) -> dict[str, DescriptorT]:
    """The descriptors of a kind, by the names of their games.

    Those of the folders of a package come first, sorted by name, then those of other packages.
    `attribute` is the name under which a descriptor stands in its module, `game` gives the name of
    its game.

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
        if not isinstance(descriptor, kind):
            raise BrokenPlugin(f"the game {name!r}: {module.__name__} has no {attribute}")
        if name in found:
            raise BrokenPlugin(f"the game {name!r} of {module.__name__}: the name is taken")
        if game(descriptor) != name:
            why = f"{attribute} in {module.__name__} is of the game {game(descriptor)!r}"
            raise BrokenPlugin(f"the game {name!r}: {why}")
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

    Raises BrokenPlugin where one cannot be imported.
    """
    # Slow to import, and of no use to a command that asks for no game.
    from importlib.metadata import entry_points

    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: load_module(entry.module, f"the game {entry.name!r}") for entry in entries}


def load_module(name: str, whose: str = "a game") -> ModuleType:
    """Import a module that a descriptor or an entry point names.

    Raises BrokenPlugin where it cannot be imported.
    """
    try:
        return import_module(name)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BrokenPlugin(f"{whose}: {name} cannot be imported ({why})") from error


def load_attribute(name: str, of: str) -> Any:
    """What the module `of`, which a descriptor names, holds under a name.

    Raises BrokenPlugin where it cannot be imported, or holds no such thing.
    """
    found = load_module(of)
    if not hasattr(found, name):
        raise BrokenPlugin(f"a game: {of} has no {name}")
    return getattr(found, name)
