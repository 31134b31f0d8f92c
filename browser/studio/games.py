"""Calls, presets and panels of particular games, in folders named after the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import to_builtins

from ... import replayer
from ...replayer.scene.scenes import OptionWords, Scenes, Speaker
from ...validation.beginning import match_options


@cache
def own_calls(game: str) -> Mapping[str, Any]:
    """Return a game's calls by name; its folder defines them as `CALLS`."""
    module = _module(game)
    return {} if module is None else module.CALLS


@cache
def presets(game: str) -> Sequence[dict[str, Any]]:
    """Return named sets of common options; the game's folder defines them as `PRESETS`."""
    module = _module(game)
    found: Mapping[str, Any] = {} if module is None else module.PRESETS
    return [{"name": name, "options": to_builtins(each)} for name, each in found.items()]


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
    scenes = replayer.scenes(game)
    words: Mapping[str, OptionWords] = {} if scenes is None else scenes.options
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
