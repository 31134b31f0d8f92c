"""Accept small values that fit their schema, without a library, which is slow to import.

Only the keywords that records need are known. A value with any other keyword in its schema, or one
that is not described completely, is left to the library. It accepts every value that is accepted
here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias, cast

_Asked: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Returns the keywords of a part of a schema that count."""

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
_OF_ANY = {"$ref", "anyOf", "type", "const", "enum", "minimum", "maximum", "maxLength"}
_OF_LISTS = {"items", "prefixItems", "minItems", "maxItems", "uniqueItems"}
_OF_OBJECTS = {"properties", "required", "additionalProperties", "minProperties"}
_LARGEST = 2**53
"""Programs may read larger numbers differently."""


class Vouching:
    """Vouches for up to `left` values: for more of them, the library is worth its import.

    `own` are keywords that JSON Schema does not have, with their checks of a value.
    """

    def __init__(self, left: int, own: Mapping[str, Callable[[object], bool]]) -> None:
        self._left = left
        self._own = own
        self._known = _SAYS_NOTHING | _OF_ANY | _OF_LISTS | _OF_OBJECTS | own.keys()
        self._definitions: Mapping[str, object] = {}
        self._asked: _Asked = dict

    def fits(
        self,
        document: dict[str, Any],
        value: object,
        asked: _Asked,
    ) -> bool:
        """Return whether a value surely fits the keywords of a schema that are `asked`."""
        if self._left <= 0:
            return False
        self._asked = asked
        # A document that is not a schema is left to the library to refuse.
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
    """Return whether two values other than lists and objects are the same; 1 is not true."""
    return type(one) is type(other) and not isinstance(one, list | dict) and one == other


def _differ(values: list[object]) -> bool:
    """Return whether values of one simple kind all differ."""
    kinds = {type(each) for each in values}
    return len(kinds) <= 1 and kinds <= {int, str} and len(set(values)) == len(values)


def _scalar_fits(asked: dict[str, Any], value: object) -> bool:
    """Return whether a value is within its bounds, and the same for all programs."""
    if isinstance(value, str):
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:  # half a character
                return False
        return len(value) <= asked.get("maxLength", len(value))
    if type(value) in _TYPES["number"]:
        number = cast(float, value)
        if not -_LARGEST < number < _LARGEST:
            return False
        return asked.get("minimum", number) <= number <= asked.get("maximum", number)
    return value is None or isinstance(value, bool)
