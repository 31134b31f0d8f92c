"""Accept small values that fit their schema without a library, which would be slow to import.

Only the keywords that records need are supported. A value whose schema has other keywords, or does
not describe it completely, is left to the library. The library accepts every value accepted here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias, cast

_Asked: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Returns the keywords to check in a part of a schema."""

_TYPES: Mapping[object, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}
_SAYS_NOTHING = {"$schema", "$id", "$defs", "title", "description", "examples", "default"} | {
    "x-checked-by",
    "x-repeatable",
}
_OF_ANY = {"$ref", "anyOf", "type", "const", "enum"}
_OF_SCALARS = {"minimum", "maximum", "maxLength", "pattern"}
_OF_LISTS = {"items", "prefixItems", "minItems", "maxItems", "uniqueItems"}
_OF_OBJECTS = {"properties", "required", "additionalProperties", "minProperties"}
_LARGEST = 2**53
"""The limit for numbers: programs may read larger ones differently."""


class Vouching:
    """Vouches for up to `left` values: for more, the library is worth importing.

    `own` maps keywords that JSON Schema does not have to their checks of a value.
    """

    def __init__(self, left: int, own: Mapping[str, Callable[[object], bool]]) -> None:
        self._left = left
        self._own = own
        self._known = _SAYS_NOTHING | _OF_ANY | _OF_SCALARS | _OF_LISTS | _OF_OBJECTS | own.keys()
        self._definitions: Mapping[str, object] = {}
        self._asked: _Asked = dict

    def fits(
        self,
        document: dict[str, Any],
        value: object,
        asked: _Asked,
    ) -> bool:
        """Return whether a value certainly fits the keywords of a schema that `asked` selects."""
        if self._left <= 0:
            return False
        self._asked = asked
        # If the document is not a schema, the library refuses it.
        with suppress(AttributeError, RecursionError, TypeError):
            self._definitions = document.get("$defs", {})
            return self._fits(document, value)
        return False

    def _fits(self, part: Any, value: object) -> bool:
        self._left -= 1
        if self._left < 0 or not isinstance(part, dict):
            return False
        asked = self._asked(cast(dict[str, Any], part))
        if not self._known.issuperset(asked):
            return False
        if "type" in asked:
            kinds: Any = asked["type"]
            kinds = [kinds] if isinstance(kinds, str) else kinds
            if not any(type(value) in _TYPES.get(each, ()) for each in kinds):
                return False
        if "const" in asked and not _same(asked["const"], value):
            return False
        if "enum" in asked and not any(_same(each, value) for each in asked["enum"]):
            return False
        if "$ref" in asked:
            name = asked["$ref"].removeprefix("#/$defs/")
            if not self._fits(self._definitions.get(name), value):
                return False
        if "anyOf" in asked and not any(self._fits(each, value) for each in asked["anyOf"]):
            return False
        if not all(self._own[each](value) for each in self._own if each in asked):
            return False
        if "$ref" in asked or "anyOf" in asked:
            # All other keywords must be in the schema that it refers to.
            return _SAYS_NOTHING.issuperset(asked.keys() - {"$ref", "anyOf"})
        if isinstance(value, dict):
            return self._object_fits(asked, cast(dict[str, object], value))
        if isinstance(value, list):
            return self._list_fits(asked, cast(list[object], value))
        return _scalar_fits(asked, value)

    def _object_fits(self, asked: dict[str, Any], value: dict[str, object]) -> bool:
        known = asked.get("properties")
        if known is None or asked.get("additionalProperties") is not False:
            return False
        if len(value) < asked.get("minProperties", 0):
            return False
        if not all(each in value for each in asked.get("required", ())):
            return False
        return all(key in known and self._fits(known[key], each) for key, each in value.items())

    def _list_fits(self, asked: dict[str, Any], value: list[object]) -> bool:
        if not asked.get("minItems", 0) <= len(value) <= asked.get("maxItems", len(value)):
            return False
        if "uniqueItems" in asked and not _differ(value):
            return False
        first = asked.get("prefixItems", ())
        if "items" not in asked and len(value) > len(first):
            return False
        if not all(map(self._fits, first, value)):
            return False
        return all(self._fits(asked["items"], each) for each in value[len(first) :])


def _same(one: object, other: object) -> bool:
    """Return whether two scalars are equal; 1 is not equal to true."""
    return type(one) is type(other) and not isinstance(one, list | dict) and one == other


def _differ(values: list[object]) -> bool:
    """Return whether values of a single simple type are all different."""
    kinds = {type(each) for each in values}
    return len(kinds) <= 1 and kinds <= {int, str} and len(set(values)) == len(values)


def _scalar_fits(asked: dict[str, Any], value: object) -> bool:
    """Return whether a value is within its bounds, and all programs read it the same way."""
    if isinstance(value, str):
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:  # a lone surrogate
                return False
        if "pattern" in asked and value not in alternatives(asked["pattern"]):
            return False
        return len(value) <= asked.get("maxLength", len(value))
    if type(value) in _TYPES["number"]:
        number = cast(float, value)
        if not -_LARGEST < number < _LARGEST:
            return False
        return asked.get("minimum", number) <= number <= asked.get("maximum", number)
    return value is None or isinstance(value, bool)


def alternatives(pattern: str) -> Sequence[str]:
    """Return the strings that a regular expression matches, if it is a list of them.

    >>> alternatives("^(draw|void)$"), alternatives("^[RT]$"), alternatives("^[a-z]+$")
    (['draw', 'void'], ['R', 'T'], [])
    """
    found = _LISTED.fullmatch(pattern)
    return [] if found is None else list(found[1] or found[2].split("|"))


_LISTED = re.compile(r"\^(?:\[([A-Za-z]+)\]|\(([A-Za-z]+(?:\|[A-Za-z]+)*)\))\$")
