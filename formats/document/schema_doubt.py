"""Limit the reference library to the parts of a value that do not fit.

jsonschema-rs quickly finds where something does not fit; everything else does. Its messages are not
used: the reference library has the parts of the schema that explain the misfits.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Any, cast

from msgspec import Struct

_MOST = 100
"""If more places do not fit, the whole value is checked."""

_OF_ONE = {"type", "const", "enum", "required", "additionalProperties", "pattern", "format"} | {
    f"{bound}{of}" for bound in ("min", "max") for of in ("Items", "Length", "Properties", "imum")
}
"""Keywords that are checked without the schemas of the parts of a value."""

_NOT_PRUNABLE = {"$dynamicRef", "contains", "dependentSchemas", "if", "not", "oneOf"} | {
    "unevaluatedItems",
    "unevaluatedProperties",
}
"""Keywords that may depend on a part that does not fit: then all of it has to be checked."""


class Doubt(Struct):
    """The places where a value does not fit: `steps` are the ids of lists and objects with the key
    or index that leads on from them, `whole` the ids of those to check completely.
    """

    steps: set[tuple[int, str | int]]
    whole: set[int]

    def about(self, holder: Any, key: str | int) -> bool:
        """Return whether something in a part of a list or object does not fit."""
        return (id(holder), key) in self.steps or id(holder) in self.whole


_DOUBT: ContextVar[Doubt | None] = ContextVar("doubt", default=None)


@contextmanager
def looking_at(doubt: Doubt | None) -> Generator[None]:
    """Check only the parts of a value that are in doubt; without a doubt, all of them."""
    token = _DOUBT.set(doubt)
    try:
        yield
    finally:
        _DOUBT.reset(token)


def is_prunable(schema: object) -> bool:
    """Return whether a part that fits its own schema never makes another part not fit.

    >>> is_prunable({"items": {"$ref": "#/$defs/a"}}), is_prunable({"items": {"not": {}}})
    (True, False)
    """
    if isinstance(schema, dict):
        parts = cast(dict[str, object], schema)
        return _NOT_PRUNABLE.isdisjoint(parts) and all(map(is_prunable, parts.values()))
    return not isinstance(schema, list) or all(map(is_prunable, cast(list[object], schema)))


def doubt_of(quick: Any, value: Any) -> Doubt | None:
    """Return where a value does not fit its `quick` validator, None for too many places."""
    found = Doubt(set(), set())
    try:
        wrong: list[Any] = list(islice(quick.iter_errors(value), _MOST + 1))
    except (TypeError, ValueError):  # UNREAD, or half a character
        return None
    if len(wrong) > _MOST:
        return None
    for each in wrong:
        holder = value
        path: list[str | int] = each.instance_path
        for part in path:
            found.steps.add((id(holder), part))
            holder = holder[part]
        if str(each.schema_path[-1]) not in _OF_ONE:
            found.whole.update(map(id, _holders(holder)))
    return found


def _holders(value: Any) -> Iterator[object]:
    """Yield the lists and objects in a value, including itself."""
    if isinstance(value, list | dict):
        yield cast(object, value)
        inner = cast("dict[str, Any] | list[Any]", value)
        for each in inner.values() if isinstance(inner, dict) else inner:
            yield from _holders(each)


def items(validator: Any, form: Any, instance: Any, part: Any) -> Iterator[Any]:
    """Check the keyword `items` for the reference library; skip what is not in doubt."""
    doubt = _DOUBT.get()
    if doubt is None or not isinstance(instance, list) or form is False:
        yield from _plain("items")(validator, form, instance, part) or ()
        return
    values = cast(list[object], instance)
    for index in range(len(part.get("prefixItems", ())), len(values)):
        if doubt.about(values, index):
            yield from validator.descend(instance=values[index], schema=form, path=index)


def properties(validator: Any, form: Any, instance: Any, part: Any) -> Iterator[Any]:
    """Check the keyword `properties` likewise."""
    doubt = _DOUBT.get()
    if doubt is None or not isinstance(instance, dict):
        yield from _plain("properties")(validator, form, instance, part) or ()
        return
    values = cast(dict[str, object], instance)
    for key, inner in form.items():
        if key in values and doubt.about(values, key):
            yield from validator.descend(values[key], inner, path=key, schema_path=key)


def _plain(keyword: str) -> Any:
    """Return the keyword of the reference library."""
    import jsonschema

    library: Any = jsonschema
    return library.Draft202012Validator.VALIDATORS[keyword]
