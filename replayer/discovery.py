"""Finds games: the folders of kifu itself, and packages of others.

A game has two halves, one in `replayer` (its rules and records) and one in `formats` (its
notations). Each half is declared by a light descriptor in the `__init__.py` of its folder: `GAME`
there, `FORMATS` here. A game can also be a package of its own, whose module has both descriptors;
an entry point of the group `kifu.games` names that module.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

GROUP = "kifu.games"
"""The group of entry points by which packages offer games."""


class BrokenPlugin(ImportError):
    """A package offers a game, and does not hold what it promises."""


def descriptors(package: str, attribute: str) -> Iterator[Any]:
    """The descriptors of this name: those of the folders of a package first, sorted by name.

    Raises BrokenPlugin where a package that offers a game cannot be imported, or lacks it.
    """
    folders = import_module(package)
    for each in sorted(pkgutil.iter_modules(folders.__path__), key=lambda each: each.name):
        found = each.ispkg and getattr(import_module(f"{package}.{each.name}"), attribute, None)
        if found:
            yield found
    for name, module in plugins().items():
        found = getattr(module, attribute, None)
        if found is None:
            raise BrokenPlugin(f"the game {name!r} of {module.__name__} declares no {attribute}")
        yield found


@cache
def plugins() -> dict[str, ModuleType]:
    """The modules of the games that are packages of their own, by the names of their entry points.

    Raises BrokenPlugin where one cannot be imported.
    """
    found: dict[str, ModuleType] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            found[entry.name] = import_module(entry.module)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise BrokenPlugin(f"the game {entry.name!r} cannot be imported ({why})") from error
    return found
