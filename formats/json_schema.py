"""Checks JSON against its schema; findings say what does not fit.

jsonschema-rs gives the quick yes; the reference library explains every no.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, cast

from ..findings import Finding, Fix, Rule, amount
from ..replayer.discovery import blamed_on, load_text
from . import codes
from .base import MOST
from .catalog import formats
from .tree import pointer

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_RULES: dict[str, Rule] = {
    "required": codes.MISSING_KEY,
    "type": codes.WRONG_TYPE,
    "additionalProperties": codes.UNKNOWN_KEY,
    "minItems": codes.WRONG_LENGTH,
    "maxItems": codes.WRONG_LENGTH,
    "maxLength": codes.WRONG_LENGTH,
}


def schema(name: str) -> dict[str, Any]:
    """The schema document `NAME.schema.json` in the package of schemas of its game.

    >>> schema("goita/json")["title"]
    'Goita record'
    """
    game, path = name.partition("/")[0], f"{name}.schema.json"
    text = load_text(formats()[game].schemas, path, game)
    with blamed_on(game, f"{path} is no JSON"):
        found: dict[str, Any] = json.loads(text)
        return found


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


@cache
def _quick(name: str) -> Any:
    import jsonschema_rs

    document = schema(name)
    with blamed_on(name.partition("/")[0], f"{name}.schema.json is no JSON Schema"):
        return jsonschema_rs.Draft202012Validator(
            document, formats={"iso-8601": is_iso_8601}, validate_formats=True
        )


@cache
def _reference(name: str) -> Any:
    import jsonschema

    checker = jsonschema.FormatChecker(())
    checker.checks("iso-8601")(is_iso_8601)
    document = json.loads(json.dumps(schema(name)), object_hook=_left_to_the_rules)
    return jsonschema.Draft202012Validator(document, format_checker=checker)


_LEFT = frozenset({"pattern", "minItems", "maxItems", "minimum", "maximum"})


def _left_to_the_rules(part: dict[str, Any]) -> dict[str, Any]:
    """A part of a schema without its bounds where the rules of the game check more exactly."""
    checked = part.get("x-checked-by") == "rules"
    return {key: value for key, value in part.items() if not (checked and key in _LEFT)}


def fits(name: str, value: object) -> bool:
    """Whether a value fits a schema."""
    return bool(_quick(name).is_valid(value))


def misfits(name: str, value: object) -> Iterator[Finding]:
    """What in a value does not fit a schema, with the pointer of each, up to `MOST` of them.

    Patterns and bounds that the rules of the game check more exactly are left to them; the schema
    marks them with `x-checked-by: rules`.
    """
    if not fits(name, value):
        explained = map(_explain, _reference(name).iter_errors(value))
        yield from islice(chain.from_iterable(explained), MOST)


def _where(error: ValidationError) -> str:
    return pointer(*error.absolute_path)


def _explain(error: ValidationError) -> Iterator[Finding]:
    rule, where = _RULES.get(str(error.validator), codes.WRONG_VALUE), _where(error)
    part = cast(dict[str, Any], error.schema)
    if error.validator == "required":
        # One finding a key: jsonschema reports them one by one, naming the key in its message.
        key = next(key for key in part["required"] if error.message.startswith(repr(key)))
        constant = part["properties"].get(key, {}).get("const")
        fix = None
        if constant is not None:
            fix = Fix(f"add {key!r}", ((where + pointer(key), constant),))
        yield Finding(rule=rule, message=f"the key {key!r} is missing", pointer=where, fix=fix)
        return
    if error.validator == "additionalProperties":
        known = part.get("properties", {})
        for key in cast(dict[str, Any], error.instance):
            if key not in known:
                yield _unknown(rule, key, known, where)
        return
    yield Finding(rule=rule, message=_message(error, part), pointer=where)


def _unknown(rule: Rule, key: str, known: Iterable[str], where: str) -> Finding:
    close = difflib.get_close_matches(key, known, n=1)
    hint = f"; {close[0]!r} is meant?" if close else f"; known are {', '.join(known)}"
    message = f"the key {_shorten(key)} is unknown{hint}"
    return Finding(rule=rule, message=message, pointer=where + pointer(key))


_NAMES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a string",
}


def _message(error: ValidationError, part: dict[str, Any]) -> str:
    found, kind = _shorten(error.instance), error.validator
    bound, instance = cast(Any, error.validator_value), cast(Any, error.instance)
    if kind == "type":
        kinds: list[str] = [bound] if isinstance(bound, str) else list(bound)
        return f"{found} stands where {' or '.join(_NAMES[each] for each in kinds)} is due"
    if kind in ("minItems", "maxItems"):
        least, most = part.get("minItems", 0), part.get("maxItems")
        due = f"at least {least} is" if most is None else f"{least} are"
        if most not in (None, least):
            due = f"{least} to {most} are"
        return f"the list has {amount(len(instance), 'value')} where {due} due"
    if kind == "minProperties":
        return "the object is empty"
    if kind == "maxLength":
        return f"the text has {len(instance)} characters where at most {bound} can be"
    if kind == "const":
        return f"{found} stands where {json.dumps(bound)} is due"
    if kind == "enum":
        return f"{found} is none of {', '.join(json.dumps(each) for each in bound)}"
    if kind == "minimum":
        return f"{found} is less than {bound}"
    if kind == "maximum":
        return f"{found} is more than {bound}"
    if kind == "format":
        return f"{found} is no time of ISO 8601, as 2015-04-01T12:00+09:00"
    if kind == "pattern":
        return f"{found} is not of the form {bound}"
    what = part.get("description", f"what the schema allows ({kind})")
    return f"{found} is not {what[0].lower()}{what[1:]}"


def _shorten(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
