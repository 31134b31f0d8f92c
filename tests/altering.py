"""Random changes of records and texts: something is wrong, exchanged, missing or repeated."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Literal, cast, get_args, get_origin

from msgspec import NODEFAULT, Struct, ValidationError, convert
from msgspec.structs import fields, replace

Path = tuple[Any, ...]
Place = tuple[Path, Any, tuple[Any, ...]]
"""A path in a record, the value there, and all its possible values if there are only a few."""


def altered(records: Sequence[Any], rng: Random, number: int) -> Iterator[Any]:
    """Yield altered copies of some records in turn; most have one change, some have two."""
    kinds = [_by_kind(each) for each in records]
    for at in range(number):
        record, places = records[at % len(records)], kinds[at % len(records)]
        changed = None
        while changed is None or changed == record:
            changed = _altered(record, places, rng)
            if at % 3 == 0:
                changed = _altered(changed, places, rng)
        yield changed


def _altered(record: Any, kinds: list[list[Place]], rng: Random) -> Any:
    """Return a record with one change, or None if the types do not allow it."""
    alike = rng.choices(kinds, [len(each) ** 0.5 for each in kinds])[0]
    (path, value, words), (other, found, _) = rng.choices(alike, k=2)
    if isinstance(value, Struct):
        return _with(record, path, _thinned(value, rng) if rng.random() < 0.5 else found)
    if words and rng.random() < 0.7:
        return _with(record, path, rng.choice(words))
    if rng.random() < 0.3:
        return _with(_with(record, path, found), other, value)
    return _with(record, path, _change(value, found, rng))


def _by_kind(record: Any) -> list[list[Place]]:
    """Return the places in a record, those with the same kind of value together."""
    found = defaultdict[object, list[Place]](list)
    for place in _places(record, ()):
        names = tuple(each for each in place[0] if isinstance(each, str))
        found[names, type(place[1])].append(place)
    return [*found.values()]


def _places(value: Any, path: Path, words: tuple[Any, ...] = ()) -> Iterator[Place]:
    """Yield the places of all values that may be changed, except options and views."""
    if isinstance(value, Struct):
        if path:
            yield path, value, ()
        for name, kind in _types(type(value)).items():
            if name not in ("rules", "schema", "view", "deck"):
                yield from _places(getattr(value, name), (*path, name), _literals(kind))
    elif value is not None:
        yield path, value, words
        if isinstance(value, tuple):
            for index, each in enumerate(cast("tuple[Any, ...]", value)):
                yield from _places(each, (*path, index))


def _thinned(struct: Struct, rng: Random) -> Struct:
    """Return a struct with some of its fields left out, and perhaps one more filled in."""
    changed = dict[str, Any]()
    for each in fields(struct):
        if each.default is not NODEFAULT and rng.random() < 0.3:
            changed[each.name] = each.default
    if rng.random() < 0.5:
        each = rng.choice(fields(struct))
        value = rng.choice([*_literals(each.type), 0, 1, 2, 30, (1, 1), (0, 0, 0, 0), "?"])
        if _fits(type(struct), each.name, value):
            changed[each.name] = value
    return replace(struct, **changed)


@cache
def _literals(kind: Any) -> tuple[Any, ...]:
    """Return the values of a type that is a `Literal`, perhaps in a union."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(value for each in get_args(kind) for value in _literals(each))


def _change(value: Any, other: Any, rng: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return rng.choice((other, value + 1, value - 1, -value, 10 * value, None))
    at = rng.randrange(len(value)) if value else 0
    before, one, after = value[:at], value[at : at + 1], value[at + 1 :]
    swapped = before + after[:1] + one + after[1:]
    return rng.choice((other, None, before + after, before + one + one + after, swapped))


def _with(record: Any, path: Path, value: Any) -> Any:
    """Return a record with another value in a place; None if the types do not allow it."""
    if record is None:
        return None
    if not path:
        return value
    first, *rest = path
    if isinstance(record, Struct):
        found = _with(getattr(record, first), tuple(rest), value)
        return replace(record, **{first: found}) if _fits(type(record), first, found) else None
    if first >= len(record):
        return None
    found = _with(record[first], tuple(rest), value)
    return None if found is None else (*record[:first], found, *record[first + 1 :])


@cache
def _types(struct: type[Struct]) -> dict[str, Any]:
    return {each.name: each.type for each in fields(struct)}


def _fits(struct: type[Struct], name: str, value: Any) -> bool:
    try:
        convert(value, _types(struct)[name], from_attributes=True)
    except ValidationError:
        return False
    return True


_TOKEN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]|\w+|\s|[^\w\s]")


def misspelt(text: str, rng: Random) -> str:
    """Return a text in which one token is replaced, lost, doubled or swapped with the next."""
    tokens = _TOKEN.findall(text)
    at = rng.randrange(len(tokens) - 1)
    one, next_one = tokens[at : at + 2]
    new = rng.choice(([rng.choice(tokens), next_one], [next_one], [one, one, next_one]))
    tokens[at : at + 2] = [next_one, one] if rng.random() < 0.25 else new
    return "".join(tokens)
