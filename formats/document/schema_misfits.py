"""Explain why a value does not fit its schema, with the reference library."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from msgspec import Struct

from ...findings import Finding, Fix, Rule, amount
from .. import codes
from ..text.spelling import is_one_slip, plain, spellings
from .misplaced import Misfit, together
from .schema import CHECKED_AS, checked_here, fits, is_iso_8601, quick, schema
from .schema_doubt import doubt_of, is_prunable, items, looking_at, properties
from .tree import pointer

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_Allowed: TypeAlias = Callable[[object, object], bool]
"""Whether a value fits a part of a schema."""

_RULES: dict[str, Rule] = {
    "required": codes.MISSING_KEY,
    "type": codes.WRONG_TYPE,
    "additionalProperties": codes.UNKNOWN_KEY,
    "minItems": codes.WRONG_LENGTH,
    "maxItems": codes.WRONG_LENGTH,
    "maxLength": codes.WRONG_LENGTH,
}


def _check_as(validator: object, form: object, instance: object, part: object) -> Iterator[Any]:
    """Check the keyword for the reference library."""
    from jsonschema.exceptions import ValidationError

    if not is_iso_8601(instance):
        yield ValidationError("not a time in ISO 8601")


@cache
def reference_of(name: str) -> Any:
    """Return the validator of the reference library, which explains its errors."""
    import jsonschema

    library: Any = jsonschema
    keywords: Any = {CHECKED_AS: _check_as, "items": items, "properties": properties}
    kind: Any = library.validators.extend(jsonschema.Draft202012Validator, keywords)
    return kind(checked_here(name))


def misfits(name: str, value: object) -> Iterator[Finding]:
    """Yield a finding for each part of a value that does not fit a schema, with its pointer.

    Patterns and bounds that the rules of the game check more exactly are skipped.
    """
    if not fits(name, value, whole=False):
        some = misfits_of(name, value)
        yield from (each.finding for each in some if not (each.implied or each.told))


def misfits_of(name: str, value: object) -> Iterator[Misfit]:
    """Yield the same as misfits, each with what may have been meant."""
    reference, objects = reference_of(name), _Objects()
    errors = errors_of(name, value)
    found = chain.from_iterable(_explain(error, reference, objects) for error in errors)
    return chain.from_iterable(together(value, *each) for each in groupby(found, _above))


def errors_of(name: str, value: object) -> Iterator[ValidationError]:
    """Return the errors of the reference library for a value, as a list if they are few."""
    doubt = doubt_of(quick(name, whole=False), value) if _is_prunable(name) else None
    found = reference_of(name).iter_errors(value)
    if doubt is None:
        return found
    with looking_at(doubt):
        return iter(list(found))


@cache
def _is_prunable(name: str) -> bool:
    return is_prunable(schema(name))


def _above(misfit: Misfit) -> str:
    """Return the pointer of the list or object that has the misfit or lacks the key."""
    where = misfit.finding.pointer or ""
    return where if misfit.finding.rule is codes.MISSING_KEY else where.rpartition("/")[0]


def _where(error: ValidationError) -> str:
    return pointer(*error.absolute_path)


def _explain(error: ValidationError, reference: Any, objects: _Objects) -> Iterator[Misfit]:
    rule, where = _RULES.get(str(error.validator), codes.WRONG_VALUE), _where(error)
    part = cast(dict[str, Any], error.schema)

    def allowed(kind: object, value: object) -> bool:
        return bool(reference.evolve(schema=kind).is_valid(value))

    if error.validator == "required":
        # One finding per key: jsonschema reports them one by one, and names the key in its message.
        key = next(key for key in part["required"] if error.message.startswith(repr(key)))
        constant = part["properties"].get(key, {}).get("const")
        fix = None
        if constant is not None:
            fix = Fix(f"add {_shorten(key)}", ((where + pointer(key), constant),))
        why = f"the key {_shorten(key)} is missing"
        found = Finding(rule=rule, message=why, pointer=where, fix=fix)
        names = objects.keys(cast(dict[str, Any], error.instance), part, allowed)
        allows = partial(allowed, part["properties"].get(key, True))
        yield Misfit(found, missing=key, implied=key in names.meant.values(), allows=allows)
        return
    if error.validator == "additionalProperties":
        known, instance = part.get("properties", {}), cast(dict[str, Any], error.instance)
        names = objects.keys(instance, part, allowed)
        absent = [each for each in known if each not in instance]
        for key in names.unknown:
            name = names.meant.get(key)
            near = _near(key, instance, part, allowed) if name is None else None
            finding = _unknown(rule, key, (known, absent), where, name)
            yield Misfit(finding, missing=near, meant=name)
        return
    value = next((each for each in _other_values(error, part) if allowed(part, each)), None)
    fix = None if value is None else Fix(f"write {_shorten(value)}", ((where, value),))
    if fix is None and error.validator == "const" and where == "/version":
        # Another version may differ in other ways; if the rest fits, the number is probably wrong.
        only = part["const"]
        fix = Fix(f"write {_shorten(only)}", ((where, only),), safe=False)
    found = Finding(rule=rule, message=_message(error, part), pointer=where, fix=fix)
    # A number may have lost leading zeros or more, so it is not read as a string.
    meant = None if isinstance(value, str) and isinstance(error.instance, int) else value
    choices = (False, True) if part.get("type") == "boolean" else tuple(part.get("enum", ()))
    yield Misfit(found, meant=meant, choices=choices)


_MOST_UNKNOWN = 1000
"""If an object has more unknown keys, none is checked for a misspelling."""


class _Keys(Struct, frozen=True):
    """The unknown keys of an object, and the known keys that they clearly misspell."""

    unknown: list[str]
    meant: dict[str, str]


class _Objects:
    """The keys of the objects of a value, as several misfits of one object need them."""

    def __init__(self) -> None:
        # An object is kept with its keys, so that no other object gets its identity.
        self._found: dict[tuple[int, int], tuple[Any, Any, _Keys]] = {}

    def keys(self, instance: dict[str, Any], part: dict[str, Any], allowed: _Allowed) -> _Keys:
        """Return the keys of an object that should fit a part of the schema."""
        place = id(instance), id(part)
        if place not in self._found:
            self._found[place] = instance, part, _keys(instance, part, allowed)
        return self._found[place][-1]


def _keys(instance: dict[str, Any], part: dict[str, Any], allowed: _Allowed) -> _Keys:
    known = part.get("properties", {})
    unknown = [each for each in instance if each not in known]
    if len(unknown) > _MOST_UNKNOWN:
        return _Keys(unknown, {})
    renamed = ((each, _renamed(each, instance, part, unknown, allowed)) for each in unknown)
    found = {each: name for each, name in renamed if name is not None}
    return _Keys(unknown, found)


def _renamed(
    key: str,
    instance: dict[str, Any],
    part: dict[str, Any],
    unknown: Sequence[str],
    allowed: _Allowed,
) -> str | None:
    """Return the key that an unknown key misspells, None if that is not clear."""
    known = part.get("properties", {})
    name = _meant(key, [each for each in known if each not in instance or _repeatable(known[each])])
    if name is None:
        fitting = _fitting(instance[key], instance, part, allowed)
        due = [each for each in part.get("required", ()) if each not in instance]
        alone = len(unknown) == len(due) == 1
        if alone and due[0] in fitting:
            name = due[0]
        elif len(fitting) == 1 and _is_telling(instance[key]):
            name = fitting[0]
    if name is None or not allowed(known[name], instance[key]):
        return None
    if _repeatable(known[name]):
        return name
    same = islice((each for each in unknown if _meant(each, [name])), 2)
    return name if len(list(same)) <= 1 else None


def _repeatable(part: dict[str, Any]) -> bool:
    """Return whether an object may repeat a key, which JSON Schema cannot express."""
    return part.get("x-repeatable") is True


_NEAR = 0.5
"""The least similarity of two keys of which one may be meant by the other."""


def _near(
    key: str,
    instance: dict[str, Any],
    part: dict[str, Any],
    allowed: _Allowed,
) -> str | None:
    """Return the absent key that is similar to an unknown one, or could have its value."""
    absent = [each for each in part.get("properties", {}) if each not in instance]
    found = _close(key.lower(), absent, n=1, cutoff=_NEAR)
    if not found and isinstance(instance[key], list | dict) and instance[key]:
        found = _fitting(instance[key], instance, part, allowed)
    return found[0] if found else None


def _is_telling(value: object) -> bool:
    """Return whether a value has enough content to show which key it belongs to."""
    inner = cast(list[object], value) if isinstance(value, list) else [value]
    return any(isinstance(each, list | dict) and bool(cast(object, each)) for each in inner)


def _fitting(
    value: object,
    instance: dict[str, Any],
    part: dict[str, Any],
    allowed: _Allowed,
) -> list[str]:
    """Return the absent keys that could have a value."""
    known = part.get("properties", {})
    return [each for each in known if each not in instance and allowed(known[each], value)]


_SOME = 12
"""The most keys that a message lists if none is similar."""


def _unknown(
    rule: Rule, key: str, names: tuple[Iterable[str], Sequence[str]], where: str, meant: str | None
) -> Finding:
    """Return the finding for an unknown key, with the key that is `meant` if that is clear.

    `names` are the known keys, and the absent ones among them.
    """
    known, absent = names
    near = _close(key, known, n=1)
    fix = None
    if meant is not None:
        hint = f"; write {_shorten(meant)}"
        renames = ((where + pointer(key), meant),)
        # If the spelling differs, only the value shows what is meant.
        safe = _meant(key, [meant]) is not None
        fix = Fix(f"rename it to {_shorten(meant)}", renames=renames, safe=safe)
    elif near:
        hint = f"; did you mean {_shorten(near[0])}?"
    else:
        more = ", …" if len(absent) > _SOME else ""
        some = ("one of " if len(absent) > 1 else "") + ", ".join(absent[:_SOME])
        hint = f"; expected {some}{more}" if absent else " here"
    message = f"the key {_shorten(key)} is unknown{hint}"
    return Finding(rule=rule, message=message, pointer=where + pointer(key), fix=fix)


def _close(word: str, known: Iterable[str], n: int, cutoff: float = 0.6) -> list[str]:
    """Return the words that difflib, which is slow to import, finds similar to a word."""
    from difflib import get_close_matches

    return get_close_matches(word, list(known), n, cutoff)


_LONG = 3
"""In a shorter word, a single slip can make another word."""


def _meant(word: str, known: Iterable[str]) -> str | None:
    """Return the only known word that a word misspells, None if there is none, or several.

    >>> _meant("fromat", ["format", "version"]), _meant("Dealer", ["dealer"])
    ('format', 'dealer')
    >>> _meant("gane", ["game"])
    'game'
    """
    simple = re.sub(r"[\s_-]", "", plain(word)).lower()
    options = {re.sub(r"[\s_-]", "", each).lower(): each for each in known}
    if simple in options:
        return options[simple]
    near = _close(simple, options, n=2, cutoff=0.8)
    if not near and len(simple) >= _LONG:
        near = [each for each in options if is_one_slip(simple, each)]
    return options[near[0]] if len(near) == 1 else None


def _other_values(error: ValidationError, part: dict[str, Any]) -> Iterator[object]:
    """Yield values that may be meant by one that is written differently."""
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
    elif kind == CHECKED_AS:
        yield word.replace("/", "-").replace(" ", "T")
    elif kind == "pattern":
        yield from spellings(word)


def _literal(word: str) -> Iterator[object]:
    """Yield the number, the truth value or null that a word stands for."""
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
        return f"expected {' or '.join(_NAMES[each] for each in kinds)}, found {found}"
    if kind in ("minItems", "maxItems"):
        least, most = part.get("minItems", 0), part.get("maxItems")
        expected = amount(least, "value") if most in (None, least) else f"{least} to {most} values"
        expected = f"at least {expected}" if most is None else expected
        return f"expected a list of {expected}, found {len(instance)}"
    if kind == "minProperties":
        return "the object is empty"
    if kind == "maxLength":
        return f"expected at most {bound} characters, found {len(instance)}"
    if kind in ("const", "enum") and list(error.absolute_path)[-1:] == ["version"]:
        known = json.dumps(bound if kind == "const" else bound[0])
        return f"version {found} is not supported: expected version {known}"
    if kind in ("const", "enum"):
        *others, last = map(json.dumps, [bound] if kind == "const" else bound)
        some = f"{', '.join(others)} or " if others else ""
        return f"expected {some}{last}, found {found}"
    if kind == "minimum":
        return f"expected at least {bound}, found {found}"
    if kind == "maximum":
        return f"expected at most {bound}, found {found}"
    if kind == CHECKED_AS:
        return f"expected a time in ISO 8601, such as 2015-04-01T12:00+09:00, found {found}"
    if kind == "pattern":
        return f"{found} does not match {bound}"
    what = part.get("description", f"a value that the schema allows ({kind})")
    return f"expected {what[0].lower()}{what[1:]}, found {found}"


def _shorten(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."
