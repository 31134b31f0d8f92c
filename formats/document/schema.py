"""Schemas, and whether JSON fits them; `schema_misfits` says what does not.

No library is needed for a small value that fits (`vouching`). jsonschema-rs answers quickly for
any other, once it is imported.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from functools import cache
from typing import Any, cast

from ...replayer.discovery import blamed_on, load_text
from ..interface.catalog import formats
from .vouching import Vouching


def schema(name: str) -> dict[str, Any]:
    """The schema document `NAME.schema.json` in the package of schemas of its game.

    Definitions to which it refers without having them are those that all games share (`PLAY`).

    >>> schema("goita/json")["title"]
    'Goita record'
    """
    game, path = name.partition("/")[0], f"{name}.schema.json"
    text = load_text(formats()[game].schemas, path, game)
    with blamed_on(game, f"{path} is no JSON"):
        found: dict[str, Any] = json.loads(text)
    return with_shared(found, text)


_OWN = "kifu.schemas"

PLAY = "play.schema.json"
"""The schema of what any game may note about its play."""


def with_shared(document: dict[str, Any], text: str) -> dict[str, Any]:
    """A schema with the shared definitions to which its text refers and that it lacks."""
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
    """The definitions that all games share."""
    shared: dict[str, Any] = json.loads(load_text(_OWN, PLAY, ""))["$defs"]
    return shared


_ISO_8601 = re.compile("[-0-9W]+(T[0-9:.,]+(Z|[-+][0-9:]+)?)?")
"""The characters of a time; datetime lets anything stand for the T."""


def is_iso_8601(value: object) -> bool:
    """Whether a text is a date and time of ISO 8601; any other value passes.

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
"""A keyword for what JSON Schema has no format for; editors pass over it."""


class _CheckedAs:
    """The keyword for jsonschema-rs: a value of ISO 8601, which is the only such form."""

    def __init__(self, parent: object, value: object, path: object) -> None:
        pass

    def validate(self, instance: object) -> None:
        if not is_iso_8601(instance):
            raise ValueError("this is no time of ISO 8601")


_VOUCHING = Vouching(3_000, {CHECKED_AS: is_iso_8601})
"""For so many values in all: to import the library takes as long as to look at these."""


@cache
def quick(name: str, whole: bool = True) -> Any:
    """The validator of jsonschema-rs."""
    import jsonschema_rs

    keywords: Any = {CHECKED_AS: _CheckedAs}
    document = schema(name) if whole else checked_here(name)
    with blamed_on(name.partition("/")[0], f"{name}.schema.json is no JSON Schema"):
        return jsonschema_rs.Draft202012Validator(document, keywords=keywords, mask="…")


@cache
def checked_here(name: str) -> dict[str, Any]:
    """A schema without the patterns and bounds that the rules of the game check more exactly."""
    found: dict[str, Any] = json.loads(json.dumps(schema(name)), object_hook=_left_to_the_rules)
    return found


_LEFT = frozenset({"pattern", "minItems", "maxItems", "minimum", "maximum"})


def _left_to_the_rules(part: dict[str, Any]) -> dict[str, Any]:
    """A part of a schema without its bounds, if it says that the rules check them."""
    if part.get("x-checked-by") != "rules":
        return part
    return {key: value for key, value in part.items() if key not in _LEFT}


def _as_it_is(part: dict[str, Any]) -> dict[str, Any]:
    return part


@cache
def _known(name: str) -> dict[str, Any]:
    return schema(name)


def fits(name: str, value: object, whole: bool = True) -> bool:
    """Whether a value fits a schema; one with half a character (a lone surrogate) fits none.

    If not the `whole` of it counts, patterns and bounds that the rules of the game check more
    exactly are left to them; the schema marks them with `x-checked-by: rules`.
    """
    if _VOUCHING.fits(_known(name), value, _as_it_is if whole else _left_to_the_rules):
        return True
    try:
        return bool(quick(name, whole).is_valid(value))
    except UnicodeEncodeError:
        return False


def asked_for(name: str) -> frozenset[str]:
    """The keys that a schema requires anywhere."""
    return _named(name, "required")


def keys_of(name: str) -> frozenset[str]:
    """The keys that a schema knows anywhere but in what people note about the play."""
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
