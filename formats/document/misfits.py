"""Explain in words why a value does not fit its schema, and what was probably meant."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, islice
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Finding, Fix, Rule, amount
from .. import codes
from ..text.slips import either
from ..text.spelling import is_one_slip, plain, spellings
from .schema import CHECKED_AS, checked_here, fits, fits_part, part_at, quick
from .tree import UNREAD, pointer
from .vouching import alternatives

_MOST = 10_000
"""The maximum number of errors to explain."""

_RULES: dict[str, Rule] = {
    "required": codes.MISSING_KEY,
    "type": codes.WRONG_TYPE,
    "additionalProperties": codes.UNKNOWN_KEY,
    "minItems": codes.WRONG_LENGTH,
    "maxItems": codes.WRONG_LENGTH,
    "maxLength": codes.WRONG_LENGTH,
}


class Misfit(Struct, frozen=True):
    """A place in a value that does not fit a schema.

    `missing` is the absent required key, or a key that an unknown one may be meant to be. `meant`
    is the intended name of an unknown key, or the intended value, if it is clear; `choices` has all
    allowed values if they are few. `implied`: whether another misfit explains this one; `told`:
    whether a slip already reported in the text explains it. `allows` returns whether the `missing`
    key may have a given value.
    """

    finding: Finding
    missing: str | None = None
    meant: Any = None
    implied: bool = False
    told: bool = False
    allows: Callable[[object], bool] | None = None
    choices: tuple[Any, ...] = ()


def misfits(name: str, value: object) -> Iterator[Finding]:
    """Yield a finding, with its pointer, for each part of a value that does not fit a schema.

    Patterns and bounds that the game's rules check more exactly are skipped.
    """
    if not fits(name, value, whole=False):
        some = misfits_of(name, value)
        yield from (each.finding for each in some if not (each.implied or each.told))


def misfits_of(name: str, value: object) -> Iterator[Misfit]:
    """Yield a misfit for each part of a value that does not fit, with what may have been meant.

    Misfits in the same list or object are adjacent. If nothing in it fits, the first one covers
    them all.
    """
    groups = dict[tuple[str | int, ...], list[_Error]]()
    for each in _errors(name, value):
        groups.setdefault(each.where if each.is_about_keys else each.where[:-1], []).append(each)
    for above, errors in groups.items():
        inner = _at(value, above)
        keys = cast(dict[str, Any], inner) if isinstance(inner, dict) else None
        holder = None if keys is None else _Object(name, keys, errors)
        found = chain.from_iterable(_explained(name, each, holder) for each in errors)
        if isinstance(inner, list):
            values = cast(list[Any], inner)
            yield from _in_list(name, pointer(*above), values, errors, list(found))
        else:
            yield from found if holder is None else holder.together(found)


class _Error(Struct, frozen=True):
    """A schema keyword that a value does not fit; `key` is the missing required key, if any."""

    where: tuple[str | int, ...]
    keyword: str
    part: dict[str, Any]
    value: Any
    key: str

    @property
    def is_about_keys(self) -> bool:
        """Whether the error is about an object's keys rather than its values."""
        return self.keyword in ("required", "additionalProperties")


def _errors(name: str, value: object) -> Iterator[_Error]:
    """Yield the errors that jsonschema-rs finds, except at unreadable places."""
    document, validator = checked_here(name), quick(name, whole=False)
    try:
        found: list[Any] = list(islice(validator.iter_errors(value), _MOST))
    except (TypeError, ValueError):
        found = list(islice(validator.iter_errors(_legible(value)), _MOST))
    for each in found:
        where, inner = tuple(each.instance_path), _at(value, each.instance_path)
        if inner is not UNREAD:
            *path, keyword = each.schema_path
            key = getattr(each.kind, "property", "") if keyword == "required" else ""
            yield _Error(where, str(keyword), part_at(document, path), inner, key)


def _legible(value: Any) -> Any:
    """Return a value without UNREAD and lone surrogates, which JSON cannot hold."""
    if isinstance(value, dict):
        return {key: _legible(each) for key, each in cast(dict[str, Any], value).items()}
    if isinstance(value, list):
        return list(map(_legible, cast(list[Any], value)))
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    return None if value is UNREAD else value


def _at(value: Any, path: Iterable[str | int]) -> Any:
    """Return the value at a path; anything inside an unreadable value is UNREAD, too."""
    for key in path:
        value = value if value is UNREAD else value[key]
    return value


def _explained(name: str, error: _Error, holder: _Object | None) -> Iterator[Misfit]:
    """Yield the misfits for an error: one for each unknown key."""
    rule, where = _RULES.get(error.keyword, codes.WRONG_VALUE), pointer(*error.where)
    part, keyword = error.part, error.keyword
    if holder is not None and keyword == "additionalProperties":
        yield from (holder.unknown_key(key, where) for key in holder.unknown)
        return
    if holder is not None and keyword == "required":
        yield holder.missing_key(error.key, where)
        return
    meant = (each for each in _other_values(error) if fits_part(name, part, each))
    right, fix = next(meant, None), None
    if right is not None:
        fix = Fix(f"write {_shown(right)}", ((where, right),))
    elif keyword == "const" and where == "/version":
        # Another version may differ in other ways; if the rest fits, the number is probably wrong.
        fix = Fix(f"write {_shown(part['const'])}", ((where, part["const"]),), safe=False)
    found = Finding(rule=rule, message=_message(error), pointer=where, fix=fix)
    # A number may have lost leading zeros or more, so it is not read as a string.
    is_unclear = isinstance(right, str) and isinstance(error.value, int)
    choices = (False, True) if part.get("type") == "boolean" else tuple(part.get("enum", ()))
    yield Misfit(found, meant=None if is_unclear else right, choices=choices)


def _in_list(
    name: str, above: str, values: list[Any], errors: Sequence[_Error], some: list[Misfit]
) -> Iterator[Misfit]:
    """Yield the misfits in a list, combined into one if all its values have the wrong type."""
    parts = [each.part for each in errors if each.keyword == "type"]
    kinds = [each["type"] for each in parts]
    first, more = some[0].finding, len(values) - 1
    if not len(kinds) == len(errors) == len(values) > 1:
        yield from some
        return
    if (
        more == 1
        and kinds[0] != kinds[1]
        and all(map(partial(fits_part, name), parts, values[::-1]))
    ):
        why = f"{first.message}: the two values seem to be swapped"
        first = first.but(message=why, fix=Fix("swap them", ((above, values[::-1]),), safe=False))
    elif any(each != kinds[0] for each in kinds) or any(each.finding.fix for each in some):
        yield from some
        return
    else:
        rest = amount(more, "value").removeprefix("1 ")
        why = f"{first.message}; the next {rest} {'is' if more == 1 else 'are'} wrong, too"
        first = first.but(message=why)
    yield replace(some[0], finding=first)
    yield from (replace(each, told=True) for each in some[1:])


# Objects

_MOST_UNKNOWN = 1000
"""If an object has more unknown keys than this, none is checked for misspellings."""
_NEAR = 0.5
"""The minimum similarity at which one key may be a misspelling of another."""
_SOME = 12
"""The maximum number of keys that a message lists if none is similar."""


class _Object:
    """An object with unknown or missing keys, and what the unknown ones may mean."""

    def __init__(self, name: str, value: dict[str, Any], errors: Sequence[_Error]) -> None:
        parts = [each.part for each in errors if each.is_about_keys]
        self.name = name
        self.value = value
        self.part: dict[str, Any] = parts[0] if parts else {}
        self.known: dict[str, Any] = self.part.get("properties", {})

    @cached_property
    def unknown(self) -> list[str]:
        """The unknown keys."""
        return [each for each in self.value if each not in self.known]

    @cached_property
    def absent(self) -> list[str]:
        """The known keys that the object lacks."""
        return [each for each in self.known if each not in self.value]

    @cached_property
    def meant(self) -> dict[str, str]:
        """The unknown keys that are clearly misspelt, mapped to the right keys."""
        some = self.unknown if len(self.unknown) <= _MOST_UNKNOWN else []
        renamed = ((each, self._renamed(each)) for each in some)
        return {each: name for each, name in renamed if name is not None}

    def _allows(self, key: str, value: object) -> bool:
        return fits_part(self.name, self.known.get(key, True), value)

    def _fitting(self, key: str) -> list[str]:
        """Return the absent keys that allow the value of this key."""
        return [each for each in self.absent if self._allows(each, self.value[key])]

    def _is_repeatable(self, key: str) -> bool:
        """Return whether an object may repeat a key (JSON Schema cannot express this)."""
        return self.known[key].get("x-repeatable") is True

    def _renamed(self, key: str) -> str | None:
        """Return the key that an unknown key misspells, or None if that is unclear."""
        value = self.value[key]
        name = _meant(key, [*self.absent, *filter(self._is_repeatable, self.known)])
        if name is None:
            fitting = self._fitting(key)
            due = [each for each in self.part.get("required", ()) if each not in self.value]
            if len(self.unknown) == len(due) == 1 and due[0] in fitting:
                name = due[0]
            elif len(fitting) == 1 and _is_telling(value):
                name = fitting[0]
        if name is None or not self._allows(name, value):
            return None
        same = islice((each for each in self.unknown if _meant(each, [name])), 2)
        return name if self._is_repeatable(name) or len(list(same)) <= 1 else None

    def missing_key(self, key: str, where: str) -> Misfit:
        """Return the misfit for an absent required key."""
        constant, fix = self.known.get(key, {}).get("const"), None
        if constant is not None:
            fix = Fix(f"add {_shown(key)}", ((where + pointer(key), constant),))
        why = f"the key {_shown(key)} is missing"
        found = Finding(rule=codes.MISSING_KEY, message=why, pointer=where, fix=fix)
        is_implied = key in self.meant.values()
        return Misfit(found, key, implied=is_implied, allows=partial(self._allows, key))

    def unknown_key(self, key: str, where: str) -> Misfit:
        """Return the misfit for an unknown key."""
        name, near, fix = self.meant.get(key), list[str](), None
        similar = _close(key, self.known, n=1)
        if name is not None:
            hint = f"; write {_shown(name)}"
            # If the spelling differs, only the value shows what is meant.
            safe = _meant(key, [name]) is not None
            renames = ((where + pointer(key), name),)
            fix = Fix(f"rename it to {_shown(name)}", renames=renames, safe=safe)
        elif similar:
            hint = f"; did you mean {_shown(similar[0])}?"
        else:
            more = ", …" if len(self.absent) > _SOME else ""
            some = ("one of " if len(self.absent) > 1 else "") + ", ".join(self.absent[:_SOME])
            hint = f"; expected {some}{more}" if self.absent else " here"
        if name is None:
            near = _close(key.lower(), self.absent, n=1, cutoff=_NEAR)
            if not near and isinstance(self.value[key], list | dict) and self.value[key]:
                near = self._fitting(key)
        why, there = f"the key {_shown(key)} is unknown{hint}", where + pointer(key)
        found = Finding(rule=codes.UNKNOWN_KEY, message=why, pointer=there, fix=fix)
        return Misfit(found, next(iter(near), None), name)

    def together(self, found: Iterator[Misfit]) -> Iterator[Misfit]:
        """Yield the misfits, combined into one if the object has none of its required keys."""
        some = list(islice(found, _MOST_UNKNOWN))
        missing = [each.missing or "" for each in some if each.allows is not None]
        unknown = [each for each in some if each.finding.rule is codes.UNKNOWN_KEY]
        is_other = len(missing) > 1 and 0 < len(unknown) == len(self.value)
        is_clear = any(each.implied or each.meant or each.finding.fix for each in some)
        if not is_other or is_clear or len(some) != len(missing) + len(unknown):
            yield from chain(some, found)
            return
        why = f"no key of this object is known: expected {', '.join(missing[:-1])}"
        first = some[0].finding.but(message=f"{why} and {missing[-1]}")
        yield replace(some[0], finding=first)
        yield from (replace(each, told=True) for each in some[1:])


def _is_telling(value: object) -> bool:
    """Return whether a value is distinctive enough to show which key it belongs to."""
    inner = cast(list[object], value) if isinstance(value, list) else [value]
    return any(isinstance(each, list | dict) and bool(cast(object, each)) for each in inner)


# Words


def _close(word: str, known: Iterable[str], n: int, cutoff: float = 0.6) -> list[str]:
    """Return the words that difflib (slow to import) finds similar to a word."""
    from difflib import get_close_matches

    return get_close_matches(word, list(known), n, cutoff)


_LONG = 3
"""The minimum length of a word: a single slip can turn a shorter one into another word."""


def _meant(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that a word misspells, or None unless there is exactly one.

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


def _other_values(error: _Error) -> Iterator[object]:
    """Yield the values that may have been meant by a value of the wrong type or spelling."""
    value, part = error.value, error.part
    if error.keyword == "minItems":  # typographic quotation marks may join values
        parts = ([*_JOINS.split(each)] if isinstance(each, str) else [each] for each in value)
        yield [*chain.from_iterable(parts)]
    if isinstance(value, bool) or not isinstance(value, str | int):
        return
    word = plain(str(value)).strip()
    match error.keyword:
        case "type":
            if isinstance(value, int):
                yield str(value)
            yield from _literal(word)
        case "const" | "enum":
            yield from _literal(word.lower().removeprefix("version").lstrip("v. "))
            options = part.get("enum", [part.get("const")])
            meant = _meant(word, [each for each in options if isinstance(each, str)])
            yield from [] if meant is None else [meant]
        case "pattern":
            yield from _literal(word)
            yield from spellings(word)
        case _:
            yield word.replace("/", "-").replace(" ", "T")


_JOINS = re.compile(r"[“”„‟″〝〞＂«»]\s*[,，、]\s*[“”„‟″〝〞＂«»]")
_LITERALS = {"true": True, "false": False, "null": None, "none": None}


def _literal(word: str) -> Iterator[object]:
    """Yield the number, boolean or null that a word stands for."""
    if re.fullmatch(r"-?[0-9]{1,15}(\.0+)?", word):
        yield int(word.partition(".")[0])
    elif re.fullmatch(r"-?[0-9]{1,9}\.[0-9]{1,6}", word):
        yield float(word)
    if word.lower() in _LITERALS:
        yield _LITERALS[word.lower()]


_NAMES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a string",
}


def _message(error: _Error) -> str:
    """Return the message: what was expected, and what was found."""
    part, value, found = error.part, error.value, _shown(error.value)
    bound = part.get(error.keyword)
    match error.keyword:
        case "type":
            types: list[str] = [bound] if isinstance(bound, str) else list(bound or ())
            expected = " or ".join(_NAMES[each] for each in types)
        case "minItems" | "maxItems":
            least, most = part.get("minItems", 0), part.get("maxItems")
            size = amount(least, "value") if most in (None, least) else f"{least} to {most} values"
            expected = f"a list of {'at least ' * (most is None)}{size}"
            found = str(len(value))
        case "minProperties":
            return "the object is empty"
        case "maxLength":
            expected, found = f"at most {bound} characters", str(len(value))
        case "const" | "enum":
            options = [*map(json.dumps, part.get("enum", [part.get("const")]))]
            if error.where[-1:] == ("version",):
                return f"version {found} is not supported: expected version {options[0]}"
            expected = either(options)
        case "minimum" | "maximum":
            expected = f"at {'least' if error.keyword == 'minimum' else 'most'} {bound}"
        case "pattern":
            types = [each for each in part.get("type", ()) if each in _NAMES and each != "string"]
            texts = [f'"{each}"' for each in alternatives(str(bound))]
            texts = texts or [f"text that matches {bound}"]
            expected = either([*(_NAMES[each] for each in types), *texts])
        case _ if error.keyword == CHECKED_AS:
            expected = "a time in ISO 8601, such as 2015-04-01T12:00+09:00"
        case _:
            what = part.get("description", f"a value that the schema allows ({error.keyword})")
            expected = f"{what[0].lower()}{what[1:]}"
    return f"expected {expected}, found {found}"


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."
