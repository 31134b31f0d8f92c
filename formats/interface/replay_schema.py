"""The JSON Schema of replays, with the positions of each game."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from inspect import cleandoc
from typing import Any, cast

import msgspec

from ... import replayer
from ...replayer.game import Game
from ..document.schema import with_shared

NAME = "replay"
"""The name that the schema is listed under."""

_SCHEMAS = "kifu.schemas"


def shared_schema(name: str) -> dict[str, Any]:
    """Return a schema shared by all games, as in its file.

    >>> shared_schema("report")["title"]
    'Report of findings'
    """
    text = files(_SCHEMAS).joinpath(f"{name}.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return with_shared(found, text)


def replay_schema(games: Sequence[str] = ()) -> dict[str, Any]:
    """Return the schema of replays of these games, by default all of them.

    The framework is `schemas/replay.schema.json`; the schemas of positions are made from their
    types.

    >>> sorted(replay_schema(["goita"])["$defs"]["position"])
    ['anyOf', 'description']
    """
    schema = shared_schema(NAME)
    kinds: list[dict[str, Any]] = []
    for name in games or replayer.games():
        kind, types = _position(name, replayer.game(name))
        kinds.append(kind)
        schema["$defs"] |= types
    schema["$defs"]["position"] |= {"anyOf": kinds}
    del schema["$defs"]["position"]["type"]
    return schema


def _position(name: str, game: Game[Any, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a game's positions, and the types it refers to."""
    if game.positions.type is None:
        return {"type": "object"}, {}
    (kind,), types = msgspec.json.schema_components(
        [game.positions.type], ref_template=f"#/$defs/{name}.{{name}}"
    )
    return kind, {f"{name}.{key}": _described(value) for key, value in types.items()}


def _described(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a type, described by its docstring; it allows no additional keys."""
    text = cleandoc(cast(str | None, schema.get("description")) or "")
    found = schema | ({"description": text} if text else {})
    if "properties" not in schema:
        return found
    fields = {
        name: {"description": _of_field(name, text)} | each
        for name, each in schema["properties"].items()
    }
    return found | {"properties": fields, "additionalProperties": False}


_SENTENCE = re.compile(r"(?<=[.;])\s+")


def _of_field(name: str, text: str) -> str:
    """Return the sentence about a field in a docstring, or else the name of the field in words.

    >>> _of_field("led", "A trick. `lead` is who led; `led` is the suit to follow.")
    '`led` is the suit to follow'
    >>> _of_field("high_bidder", "A position.")
    'High bidder'
    """
    sentences = (" ".join(each.split()).rstrip(".;") for each in _SENTENCE.split(text))
    named = (each for each in sentences if f"`{name}`" in each)
    return next(named, name.replace("_", " ").capitalize())
