"""Load schemas and check JSON against them; `misfits` explains what does not fit.

A small value that fits needs no library (`vouching`). Others are checked by jsonschema-rs, which is
fast once imported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, cast

from ...replayer.discovery import blamed_on, load_text
from ..interface.catalog import formats
from .vouching import Vouching


def schema(name: str) -> dict[str, Any]:
    """Return the schema document `NAME.schema.json` from its game's package of schemas.

    Definitions that it refers to but lacks are added from those shared by all games (`PLAY`).

    >>> schema("goita/json")["title"]
    'Goita record'
    """
    game, path = name.partition("/")[0], f"{name}.schema.json"
    text = load_text(formats()[game].schemas, path, game)
    with blamed_on(game, f"{path} is not JSON"):
        found: dict[str, Any] = json.loads(text)
    return with_shared(found, text)


_OWN = "kifu.schemas"

PLAY = "play.schema.json"
"""The schema for notes about play, which any game may have."""


def with_shared(document: dict[str, Any], text: str) -> dict[str, Any]:
    """Return a schema with the shared definitions that it refers to but lacks."""
    own: object = document.setdefault("$defs", {}) if '"#/$defs/' in text else None
    if not isinstance(own, dict):
        return document
    known = cast(dict[str, Any], own)
    wanted = [name for name in _REFERENCE.findall(text) if name not in known]
    shared = _shared() if wanted else {}
    while wanted:
        name = wanted.pop()
        if name in shared and name not in known:
            known[name] = shared[name]
            wanted += _REFERENCE.findall(json.dumps(shared[name]))
    return document


_REFERENCE = re.compile(r'"#/\$defs/([^"/]+)"')


@cache
def _shared() -> dict[str, Any]:
    """Return the definitions shared by all games."""
    shared: dict[str, Any] = json.loads(load_text(_OWN, PLAY, ""))["$defs"]
    return shared


_ISO_8601 = re.compile("[-0-9W]+(T[0-9:.,]+(Z|[-+][0-9:]+)?)?")
"""The characters in a time; datetime accepts any character in place of the T."""


def is_iso_8601(value: object) -> bool:
    """Return whether a string is a date and time in ISO 8601; values other than strings pass.

    >>> is_iso_8601("2004-04-01T12:00+09:00"), is_iso_8601("yesterday")
    (True, False)
    """
    if not isinstance(value, str):
        return True
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return _ISO_8601.fullmatch(value) is not None


CHECKED_AS = "x-checked-as"
"""The keyword for a check for which JSON Schema has no format; editors ignore it."""


class _CheckedAs:
    """Checks the keyword for jsonschema-rs; its only value stands for a time in ISO 8601."""

    def __init__(self, parent: object, value: object, path: object) -> None:
        pass

    def validate(self, instance: object) -> None:
        if not is_iso_8601(instance):
            raise ValueError("not a time in ISO 8601")


_VOUCHING = Vouching(3_000, {CHECKED_AS: is_iso_8601})
"""The limit: checking this many values takes as long as importing the library."""


@cache
def quick(name: str, whole: bool = True) -> Any:
    """Return the validator of jsonschema-rs."""
    document = schema(name) if whole else checked_here(name)
    with blamed_on(name.partition("/")[0], f"{name}.schema.json is not a JSON Schema"):
        return _validator(document)


def _validator(document: dict[str, Any]) -> Any:
    import jsonschema_rs

    keywords: Any = {CHECKED_AS: _CheckedAs}
    return jsonschema_rs.Draft202012Validator(document, keywords=keywords, mask="…")


def part_at(document: dict[str, Any], path: Iterable[str | int]) -> dict[str, Any]:
    """Return the part of a schema at a path, or an empty one if it is just `true` or `false`."""
    part: Any = document
    for key in path:
        part = _referred(document, part[key])
    return part if part is not True and part is not False else {}


def _referred(document: dict[str, Any], part: Any) -> Any:
    """Return a part of a schema, or the part that it refers to if it is a reference."""
    while isinstance(part, dict) and "$ref" in part:
        name = str(cast(dict[str, Any], part)["$ref"])
        part = document["$defs"][name.removeprefix("#/$defs/")]
    return cast(Any, part)


def fits_part(name: str, part: Any, value: object) -> bool:
    """Return whether a value fits a part of a schema, except for what the rules check."""
    try:
        return bool(_part(name, json.dumps(part)).is_valid(value))
    except (TypeError, ValueError):  # the value has an unreadable part
        return False


@lru_cache(maxsize=256)
def _part(name: str, part: str) -> Any:
    """Return the validator of a part of a schema."""
    inner: Any = json.loads(part)
    definitions = checked_here(name).get("$defs", {})
    return _validator({**inner, "$defs": definitions} if isinstance(inner, dict) else inner)


@cache
def checked_here(name: str) -> dict[str, Any]:
    """Return a schema without the patterns and bounds that the rules check more exactly."""
    found: dict[str, Any] = json.loads(json.dumps(schema(name)), object_hook=_left_to_the_rules)
    return found


_LEFT = frozenset({"pattern", "minItems", "maxItems", "minimum", "maximum"})


def _left_to_the_rules(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a schema without its bounds, if it is marked as checked by the rules."""
    if part.get("x-checked-by") != "rules":
        return part
    return {key: value for key, value in part.items() if key not in _LEFT}


def _as_it_is(part: dict[str, Any]) -> dict[str, Any]:
    return part


@cache
def _known(name: str) -> dict[str, Any]:
    return schema(name)


def fits(name: str, value: object, whole: bool = True) -> bool:
    """Return whether a value fits a schema; a lone surrogate never fits.

    Unless `whole` is true, patterns and bounds that the game's rules check more exactly are
    skipped; the schema marks them with `x-checked-by: rules`.
    """
    if _VOUCHING.fits(_known(name), value, _as_it_is if whole else _left_to_the_rules):
        return True
    try:
        return bool(quick(name, whole).is_valid(value))
    except UnicodeEncodeError:
        return False


def asked_for(name: str) -> frozenset[str]:
    """Return the keys that a schema requires anywhere."""
    return _named(name, "required")


def keys_of(name: str) -> frozenset[str]:
    """Return all keys of a schema, except those for notes about play."""
    return _named(name, "properties")


@cache
def _named(name: str, keyword: str) -> frozenset[str]:
    found: set[str] = set()
    whole = dict(schema(name))
    noted = _shared().keys() - {"action", "variation"}
    whole["$defs"] = {key: each for key, each in whole.get("$defs", {}).items() if key not in noted}

    def collect(part: dict[str, Any]) -> dict[str, Any]:
        found.update(each for each in part.get(keyword, ()) if isinstance(each, str))
        return part

    json.loads(json.dumps(whole), object_hook=collect)
    return frozenset(found)
