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
from .spelling import plain, spellings
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
        reference = _reference(name)
        explained = (_explain(error, reference) for error in reference.iter_errors(value))
        yield from _without_renamed(islice(chain.from_iterable(explained), MOST))


def _without_renamed(findings: Iterable[Finding]) -> list[Finding]:
    """Findings without the keys that are missing only because they are misspelt."""
    found = list(findings)
    renames = {
        (where.rpartition("/")[0], key)
        for each in found
        if each.fix is not None
        for where, key in each.fix.renames
    }
    return [each for each in found if (each.pointer, _missing(each)) not in renames]


def _missing(finding: Finding) -> str | None:
    """The key that a finding says is missing."""
    named = finding.rule is codes.MISSING_KEY
    return finding.message.split('"')[1] if named else None


def _where(error: ValidationError) -> str:
    return pointer(*error.absolute_path)


def _explain(error: ValidationError, reference: Any) -> Iterator[Finding]:
    rule, where = _RULES.get(str(error.validator), codes.WRONG_VALUE), _where(error)
    part = cast(dict[str, Any], error.schema)
    if error.validator == "required":
        # One finding a key: jsonschema reports them one by one, naming the key in its message.
        key = next(key for key in part["required"] if error.message.startswith(repr(key)))
        constant = part["properties"].get(key, {}).get("const")
        fix = None
        if constant is not None:
            fix = Fix(f"add {_shorten(key)}", ((where + pointer(key), constant),))
        yield Finding(
            rule=rule, message=f"the key {_shorten(key)} is missing", pointer=where, fix=fix
        )
        return

    def allowed(kind: object, value: object) -> bool:
        return bool(reference.evolve(schema=kind).is_valid(value))

    if error.validator == "additionalProperties":
        present = cast(dict[str, Any], error.instance)
        known = part.get("properties", {})
        for key, value in present.items():
            if key not in known:
                free = [each for each in known if each not in present]
                meant = _meant(key, free)
                if meant is not None and not allowed(known[meant], value):
                    meant = None
                yield _unknown(rule, key, known, where, meant)
        return
    fix = None
    for value in _other_values(error, part):
        if allowed(part, value):
            fix = Fix(f"write {_shorten(value)}", ((where, value),))
            break
    yield Finding(rule=rule, message=_message(error, part), pointer=where, fix=fix)


def _unknown(rule: Rule, key: str, known: Iterable[str], where: str, meant: str | None) -> Finding:
    """A key that is not known; the one that is `meant` if that is clear."""
    near = difflib.get_close_matches(key, known, n=1)
    fix = None
    if meant is not None:
        hint = f"; write {_shorten(meant)}"
        fix = Fix(f"rename it to {_shorten(meant)}", renames=((where + pointer(key), meant),))
    else:
        hint = f"; is {_shorten(near[0])} meant?" if near else f"; known are {', '.join(known)}"
    message = f"the key {_shorten(key)} is unknown{hint}"
    return Finding(rule=rule, message=message, pointer=where + pointer(key), fix=fix)


def _meant(word: str, known: Iterable[str]) -> str | None:
    """The only one of some words that another is a misspelling of, None if none is or several.

    >>> _meant("fromat", ["format", "version"]), _meant("Dealer", ["dealer"])
    ('format', 'dealer')
    """
    simple = re.sub(r"[\s_-]", "", plain(word)).lower()
    options = {re.sub(r"[\s_-]", "", each).lower(): each for each in known}
    if simple in options:
        return options[simple]
    near = difflib.get_close_matches(simple, options, n=2, cutoff=0.8)
    return options[near[0]] if len(near) == 1 else None


def _other_values(error: ValidationError, part: dict[str, Any]) -> Iterator[object]:
    """What a value may be meant to be, though it is written otherwise."""
    value, kind = cast(Any, error.instance), error.validator
    if isinstance(value, bool) or not isinstance(value, str | int):
        return
    word = plain(str(value)).strip()
    if kind == "type":
        kinds = [part["type"]] if isinstance(part["type"], str) else part["type"]
        if "string" in kinds and isinstance(value, int):
            yield str(value)
        yield from _literal(word)
    elif kind == "const":
        yield from _literal(word.lower().removeprefix("version").lstrip("v. "))
        if isinstance(value, str) and isinstance(part["const"], str):
            meant = _meant(value, [part["const"]])
            yield from [] if meant is None else [meant]
    elif kind == "enum":
        yield from _literal(word)
        meant = _meant(word, [each for each in part["enum"] if isinstance(each, str)])
        yield from [] if meant is None else [meant]
    elif kind == "format":
        yield word.replace("/", "-").replace(" ", "T")
    elif kind == "pattern":
        yield from spellings(word)


def _literal(word: str) -> Iterator[object]:
    """The number, the truth value or null that a word stands for."""
    if re.fullmatch(r"-?[0-9]{1,15}(\.0+)?", word):
        yield int(word.partition(".")[0])
    literals = {"true": True, "false": False, "null": None, "none": None}
    if word.lower() in literals:
        yield literals[word.lower()]


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
    if kind in ("const", "enum") and list(error.absolute_path)[-1:] == ["version"]:
        known = json.dumps(bound if kind == "const" else bound[0])
        return f"version {found} stands here, but only version {known} can be read"
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
