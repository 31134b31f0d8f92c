"""Finds notations, boards and comparisons, and imports them when needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ... import replayer
from ...findings import Rule, declared
from ...replayer.discovery import (
    BrokenPlugin,
    broken,
    descriptors,
    game_of_module,
    load_attribute,
    load_module,
)
from .descriptor import FormatsDescriptor, NotationDescriptor
from .notation import Notation

if TYPE_CHECKING:
    from .board import Board


_FOLDERS = (__package__ or "").rpartition(".")[0]
"""The package whose folders hold the notations of games."""


@cache
def formats() -> Mapping[str, FormatsDescriptor]:
    """Return the descriptor of each game's notations, by the name of the game.

    >>> formats()["goita"].canonical
    'goita/json'
    """
    found = descriptors(_FOLDERS, "FORMATS", FormatsDescriptor, attrgetter("game"))
    lonely = found.keys() ^ replayer.games().keys()
    if lonely:
        raise BrokenPlugin(f"{', '.join(sorted(lonely))}: a game needs both GAME and FORMATS")
    for name, each in found.items():
        if not each.notations:
            raise broken(name, "FORMATS has no notations; list the canonical one first")
        for foreign in (notation for notation in each.notations if notation.game != name):
            raise broken(name, f"its notation {foreign.id} must be called {name}/…")
    return found


@cache
def described() -> Mapping[str, NotationDescriptor]:
    """Return the descriptors of all notations by identifier, the canonical ones first."""
    return {each.id: each for game in formats().values() for each in game.notations}


@cache
def notation(identifier: str) -> Notation[Any]:
    """Return the notation with this identifier.

    Raises KeyError if there is none.
    """
    known = described()
    if identifier not in known:
        raise KeyError(f"{identifier} is not a notation: expected one of {', '.join(known)}")
    one = known[identifier]
    found: Notation[Any] = load_attribute("NOTATION", one.module, one.game, Notation)
    if found.id != identifier:
        raise broken(one.game, f"NOTATION in {one.module} is {found.id}, not {identifier}")
    return found


def notations(game: str | None = None) -> list[Notation[Any]]:
    """Return all notations, or those of one game; the canonical one first."""
    return [notation(name) for name, each in described().items() if game in (None, each.game)]


def canonical_notation(game: str) -> Notation[Any]:
    """Return the notation that holds everything a record of a game can contain.

    Raises KeyError if there is no such game.
    """
    return notation(formats()[game].canonical)


def board(game: str) -> Board:
    """Return the board that draws a game's scenes in a terminal.

    Raises KeyError if there is no such game.
    """
    from .board import Board  # slow to import

    return Board(game, replayer.scenes(game))


def differences(game: str, before: Any, after: Any) -> list[str]:
    """Name what changed between two records, in the terms of `Notation.unsupported`.

    Annotations are named by their kinds, as in `Notation.keeps`.
    """
    from ...replayer.play import KINDS
    from ...replayer.play.kinds import changed

    kinds = changed(replayer.game(game), before, after)
    names = differences_of_game(game, before, after)
    return [*names, *(kind for kind in KINDS if kind in kinds)]


def differences_of_game(game: str, before: Any, after: Any) -> list[str]:
    """Name what changed between two records apart from annotations, which no game compares."""
    from ...replayer.play.changes import bare

    compare = load_attribute("differences", formats()[game].losses, game)
    records = (bare(replayer.game(game), each) for each in (before, after))
    names: list[str] = compare(*records)
    return names


def all_codes() -> list[Rule]:
    """Return every rule that a file, a text or a record can break, by code.

    Raises BrokenPlugin if a game declares a code that is taken, or a rule without an example.
    """
    import_module("..codes", __package__)
    for game, each in formats().items():
        for name in filter(None, (each.codes, each.examples)):
            load_module(name, game)
    replayer.load_codes()
    for rule in declared():
        game = game_of_module(rule.module)
        if game is not None and not rule.has_example:
            raise broken(game, f"{rule.module} declares {rule.code} without an example")
    return declared()
