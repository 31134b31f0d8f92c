"""Calls, presets and panels of particular games, in folders named after the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import fields, replace

from ... import replayer
from ...replayer.game import Game
from ...replayer.scene.scenes import Scenes, Speaker
from ...validation.beginning import PRESET, begun, match_options


@cache
def own_calls(game: str) -> Mapping[str, Any]:
    """Return a game's calls by name; its folder defines them as `CALLS`."""
    module = _module(game)
    return {} if module is None else module.CALLS


@cache
def presets(game: str) -> Sequence[dict[str, Any]]:
    """Return the game's rule sets by name; the first one is the usual one, and may have no name."""
    known, rules = match_options(game), replayer.game(game)
    if PRESET not in known:
        return []
    start: Any = replayer.new_record(game)
    found: dict[str, Any] = {getattr(start.rules, PRESET) or "": start}
    for name in known[PRESET].values:
        found[name] = replace(start, rules=rules.options({PRESET: name}))
    return [{"name": name, "options": option_values(rules, each)} for name, each in found.items()]


def option_values(game: Game[Any, Any], record: Any) -> dict[str, Any]:
    """Return a match's options with their JSON values; none if its game has no options."""
    values: dict[tuple[str, ...], Any] = {
        (*above, each.encode_name): getattr(holder, each.name)
        for above, holder in (((), record), (("rules",), getattr(record, "rules", None)))
        if isinstance(holder, Struct)
        for each in fields(holder)
    }
    known = match_options(game.name)
    return {name: to_builtins(values.get(each.path)) for name, each in known.items()}


def changed_options(game: Game[Any, Any], record: Any) -> dict[str, Any]:
    """Return a match's rule set, if any, and the options that differ from it."""
    own = option_values(game, record)
    chosen = {PRESET: own[PRESET]} if own.get(PRESET) else {}
    usual = option_values(game, begun(game.name, chosen))
    return chosen | {name: each for name, each in own.items() if each != usual[name]}


@cache
def panel_words(game: str) -> Mapping[str, Mapping[str, str]] | None:
    """Return the words of a game's panel by language, or None if it has no panel."""
    module = _module(game)
    return None if module is None else module.WORDS


def titles(scenes: Scenes[Any]) -> dict[str, str]:
    """Return the names of a game, by language."""
    return {tag: words["game"] for tag, words in scenes.words.items() if "game" in words}


def unnamed(scenes: Scenes[Any], seats: int) -> dict[str, list[str]]:
    """Return the labels of players without names, by language."""
    return {tag: [*map(Speaker(scenes, None, tag).name, range(seats))] for tag in scenes.words}


@cache
def option_words(game: str) -> dict[str, dict[str, Any]]:
    """Return the description of each option, its possible values and their names, by language."""
    options = match_options(game)
    words = replayer.scenes(game).options
    return {
        option: {
            "about": {"en": each.about}
            | {tag: its["about"][option] for tag, its in words.items() if option in its["about"]},
            "choices": (choices := [*each.values] if each.named else []),
            "names": {
                tag: {name: its["choices"][name] for name in choices if name in its["choices"]}
                for tag, its in words.items()
            },
        }
        for option, each in options.items()
    }


def _module(game: str) -> Any:
    if not game.isidentifier() or find_spec(f"{__package__}.{game}") is None:
        return None
    return import_module(f".{game}", __package__)
