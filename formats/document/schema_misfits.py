"""What in a value does not fit its schema: the reference library explains every no."""

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
    """The keyword for the reference library."""
    from jsonschema.exceptions import ValidationError

    if not is_iso_8601(instance):
        yield ValidationError("this is no time of ISO 8601")


@cache
def reference_of(name: str) -> Any:
    """The validator of the reference library, which explains a no."""
    import jsonschema

    library: Any = jsonschema
    keywords: Any = {CHECKED_AS: _check_as, "items": items, "properties": properties}
    kind: Any = library.validators.extend(jsonschema.Draft202012Validator, keywords)
    return kind(checked_here(name))


def misfits(name: str, value: object) -> Iterator[Finding]:
    """What in a value does not fit a schema, with the pointer of each.

    Nothing is said of the patterns and bounds that the rules of the game check more exactly.
    """
    if not fits(name, value, whole=False):
        some = misfits_of(name, value)
        yield from (each.finding for each in some if not (each.implied or each.told))


def misfits_of(name: str, value: object) -> Iterator[Misfit]:
    """The same with what may have been meant."""
    reference, objects = reference_of(name), _Objects()
    errors = errors_of(name, value)
    found = chain.from_iterable(_explain(error, reference, objects) for error in errors)
    return chain.from_iterable(together(value, *each) for each in groupby(found, _above))


def errors_of(name: str, value: object) -> Iterator[ValidationError]:
    """What the reference library says of a value, all at once if that is not too much."""
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
    """The pointer of the list or object in which a value does not fit, or a key is missing."""
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
        # One finding a key: jsonschema reports them one by one, naming the key in its message.
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
        # What else another version has, nobody knows; if the rest fits, it is hardly one.
        only = part["const"]
        fix = Fix(f"write {_shorten(only)}", ((where, only),), safe=False)
    found = Finding(rule=rule, message=_message(error, part), pointer=where, fix=fix)
    # Digits that are no string may lack zeros, or more: they are not taken for one.
    meant = None if isinstance(value, str) and isinstance(error.instance, int) else value
    choices = (False, True) if part.get("type") == "boolean" else tuple(part.get("enum", ()))
    yield Misfit(found, meant=meant, choices=choices)


_MOST_UNKNOWN = 1000
"""What so many unknown keys of one object are misspellings of, nobody asks."""


class _Keys(Struct, frozen=True):
    """The unknown keys of an object, and what those are misspellings of where that is clear."""

    unknown: list[str]
    meant: dict[str, str]


class _Objects:
    """The keys of the objects of a value: several misfits of one object ask for them."""

    def __init__(self) -> None:
        # An object is kept with its keys: so no other one gets its identity.
        self._found: dict[tuple[int, int], tuple[Any, Any, _Keys]] = {}

    def keys(self, instance: dict[str, Any], part: dict[str, Any], allowed: _Allowed) -> _Keys:
        """The keys of an object that is to fit a part of the schema."""
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
    """The key that an unknown one of an object is a misspelling of, None if that is not clear."""
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
    """Whether a key may stand several times in one object, which JSON Schema cannot say."""
    return part.get("x-repeatable") is True


_NEAR = 0.5
"""How much alike two keys are where one may be meant by the other."""


def _near(
    key: str,
    instance: dict[str, Any],
    part: dict[str, Any],
    allowed: _Allowed,
) -> str | None:
    """The absent key that an unknown one may stand for: it is like it, or could have its value."""
    absent = [each for each in part.get("properties", {}) if each not in instance]
    found = _close(key.lower(), absent, n=1, cutoff=_NEAR)
    if not found and isinstance(instance[key], list | dict) and instance[key]:
        found = _fitting(instance[key], instance, part, allowed)
    return found[0] if found else None


def _is_telling(value: object) -> bool:
    """Whether a value holds so much that it shows which key it belongs to."""
    inner = cast(list[object], value) if isinstance(value, list) else [value]
    return any(isinstance(each, list | dict) and bool(cast(object, each)) for each in inner)


def _fitting(
    value: object,
    instance: dict[str, Any],
    part: dict[str, Any],
    allowed: _Allowed,
) -> list[str]:
    """The absent keys that could have a value."""
    known = part.get("properties", {})
    return [each for each in known if each not in instance and allowed(known[each], value)]


_SOME = 12
"""So many keys are named at most where none is close."""


def _unknown(
    rule: Rule, key: str, names: tuple[Iterable[str], Sequence[str]], where: str, meant: str | None
) -> Finding:
    """A key that is not known; the one that is `meant` if that is clear.

    `names` are those that are known, and those of them that are absent.
    """
    known, absent = names
    near = _close(key, known, n=1)
    fix = None
    if meant is not None:
        hint = f"; write {_shorten(meant)}"
        renames = ((where + pointer(key), meant),)
        # If it is not spelt alike, only its value shows what is meant.
        safe = _meant(key, [meant]) is not None
        fix = Fix(f"rename it to {_shorten(meant)}", renames=renames, safe=safe)
    elif near:
        hint = f"; is {_shorten(near[0])} meant?"
    else:
        more = ", …" if len(absent) > _SOME else ""
        hint = f"; known are {', '.join(absent[:_SOME])}{more}" if absent else " here"
    message = f"the key {_shorten(key)} is unknown{hint}"
    return Finding(rule=rule, message=message, pointer=where + pointer(key), fix=fix)


def _close(word: str, known: Iterable[str], n: int, cutoff: float = 0.6) -> list[str]:
    """What difflib, which is slow to import, finds close to a word."""
    from difflib import get_close_matches

    return get_close_matches(word, list(known), n, cutoff)


_LONG = 3
"""In a shorter word, one slip makes another word."""


def _meant(word: str, known: Iterable[str]) -> str | None:
    """The only one of some words that another is a misspelling of, None if none is or several.

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
    elif kind == CHECKED_AS:
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
    if kind == CHECKED_AS:
        return f"{found} is no time of ISO 8601, as 2015-04-01T12:00+09:00"
    if kind == "pattern":
        return f"{found} is not of the form {bound}"
    what = part.get("description", f"what the schema allows ({kind})")
    return f"{found} is not {what[0].lower()}{what[1:]}"


def _shorten(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."
