"""Begin matches with options: keys of the game's canonical JSON, or of the `rules` in it.

Options are checked by reading a record that has them, so errors in them are found and worded as in
files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import fields, replace

from .. import replayer
from ..findings import Finding
from ..formats.document.schema import schema
from ..formats.interface.catalog import canonical_notation
from ..replayer.discovery import broken
from ..replayer.play.check import checked
from .outcomes import outcomes

_RULES = "rules"
PRESET = "preset"
"""The option that names a rule set."""


class MatchOption(Struct, frozen=True):
    """An option of a match: a description, its path in canonical JSON, and its values if few.

    `named` says whether the values are words; others are written as in JSON.
    """

    about: str
    path: tuple[str, ...]
    values: tuple[str, ...]
    named: bool


class WrongOption(ValueError):
    """Raised if an option of a match does not exist or has a wrong value; `option` is its name."""

    def __init__(self, option: str, why: str) -> None:
        super().__init__(why)
        self.option = option


@cache
def match_options(name: str) -> Mapping[str, MatchOption]:
    """Return the options of a game's matches by name; empty if it has none.

    Raises KeyError if there is no such game.
    """
    found = schema(known) if (known := canonical_notation(name).schema) else {}
    keys: Mapping[str, Any] = found.get("properties", {})
    rules: Mapping[str, Any] = keys.get(_RULES, {}).get("properties", {})
    settings = dict[str, MatchOption]()
    for key in replayer.game(name).settings:
        if key not in keys:
            raise broken(name, f"the schema does not describe {key!r}, which `settings` names")
        settings[key] = _option(keys[key], (key,))
    own = {key: _option(each, (_RULES, key)) for key, each in rules.items()}
    return settings | {key: each for key, each in own.items() if key not in settings}


def _option(described: Mapping[str, Any], path: tuple[str, ...]) -> MatchOption:
    values = (True, False) if described.get("type") == "boolean" else described.get("enum", ())
    words = tuple(each if isinstance(each, str) else json.dumps(each) for each in values)
    return MatchOption(described.get("description", ""), path, words, words == tuple(values))


def begun(name: str, options: Mapping[str, Any]) -> Any:
    """Return the record of a match with these options, before anything is played.

    The values are JSON values. Raises KeyError if there is no such game, WrongOption if an option
    or a value is wrong, and Unsupported if the game has no usual rules.
    """
    game, known = replayer.game(name), match_options(name)
    start: Any = replayer.new_record(name)
    if not options:
        return start
    given: dict[str, Any] = {}
    for option, value in options.items():
        if option not in known:
            raise WrongOption(option, f"{name} has no option {option!r}")
        *above, key = known[option].path
        (given.setdefault(above[0], {}) if above else given)[key] = value
    notation = canonical_notation(name).id
    empty: dict[str, Any] = {"format": notation, "version": 1, game.rounds_field: []}
    read = outcomes(BytesIO(json.dumps(empty | given).encode()), "", notation)
    _require_sound(name, options, (finding for each in read for finding in each.findings))
    kinds = {each.name: each.type for each in fields(start)}
    values = {
        key: game.options(value) if key == _RULES else convert(value, kinds[key])
        for key, value in given.items()
    }
    try:
        record = game.begun(replace(start, **values))
    except ValueError as why:
        raise WrongOption(next(iter(options)), str(why)) from None
    _require_sound(name, (*options, *known), checked(game, record).findings)
    return record


def _require_sound(name: str, options: Iterable[str], found: Iterable[Finding]) -> None:
    """Raise WrongOption for the first error about one of these options, or about another one."""
    known = match_options(name)
    for each in found:
        path = tuple((each.pointer or "").split("/")[1:])
        for option in options:
            own = known[option].path
            if each.severity == "error" and path[: len(own)] == own:
                raise WrongOption(option, each.message)
