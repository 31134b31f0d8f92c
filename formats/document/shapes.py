"""The shape of JSON according to a schema: where lists, objects and other values are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, cast

_OPENINGS = {"array": "[", "object": "{"}


class Shape:
    """The kinds of values allowed at a place: a list, an object with certain keys, or others.

    `known` has all keys of the schema; `before` is the number of values already in an open list.

    >>> shape = Shape({"properties": {"a": {"type": "array"}}}, frozenset("a"))
    >>> shape.key("a").allows("["), shape.key("a").allows("string")
    (True, False)
    """

    def __init__(
        self,
        document: Any,
        known: frozenset[str],
        parts: Sequence[Any] | None = None,
        before: int = 0,
    ) -> None:
        self._document = document
        self._known = known
        self._parts = [document] if parts is None else parts
        self._before = before

    @cached_property
    def _alternatives(self) -> list[dict[str, Any]]:
        return [each for part in self._parts for each in self._resolved(part)]

    def _resolved(self, part: Any) -> Iterator[dict[str, Any]]:
        """Yield a part of the schema, or the parts that it refers to if it is a reference."""
        if not isinstance(part, dict):
            yield {}
            return
        found = cast(dict[str, Any], part)
        others: list[Any] = [*found.get("anyOf", ()), *found.get("oneOf", ())]
        if "$ref" in found:
            name: str = found["$ref"].removeprefix("#/$defs/")
            others.append(self._document["$defs"].get(name, {}))
        for each in others:
            yield from self._resolved(each)
        if not others:
            yield found

    @cached_property
    def _kinds(self) -> frozenset[str]:
        """The opening brackets allowed here, plus "" if values without brackets are allowed."""
        found = set[str]()
        for each in self._alternatives:
            said = each.get("type", [] if "const" in each or "enum" in each else _ALL)
            types: list[str] = [said] if isinstance(said, str) else said
            found |= {_OPENINGS.get(kind, "") for kind in types or ["string"]}
        return frozenset(found)

    def allows(self, kind: str) -> bool:
        """Return whether a value beginning with the given kind of word is allowed here."""
        return (kind if kind in "[{" else "") in self._kinds

    @cached_property
    def is_text(self) -> bool:
        """Whether a string is allowed here, but no number or truth value."""
        types = {kind for each in self._alternatives for kind in _types(each)}
        return "string" in types and types.isdisjoint(("number", "integer", "boolean"))

    def allows_key(self, name: str) -> bool:
        """Return whether this object may have a key: its own, or one unknown to the schema."""
        return name not in self._known or not self.keys or name in self.keys

    def knows(self, name: str) -> bool:
        """Return whether a key occurs anywhere in the schema."""
        return name in self._known

    @cached_property
    def keys(self) -> list[str]:
        """The keys of this object, in schema order."""
        parts: list[dict[str, Any]] = [each.get("properties", {}) for each in self._alternatives]
        return list(dict.fromkeys(name for part in parts for name in part))

    def key(self, name: str) -> Shape:
        """Return the shape of a key's value."""
        parts = [each.get("properties", {}).get(name, {}) for each in self._alternatives]
        return Shape(self._document, self._known, parts)

    @cached_property
    def items(self) -> Shape:
        """The shape of the next item of a list."""
        parts = [
            part
            for each in self._alternatives
            for part in (*each.get("prefixItems", ()), each.get("items", None))
            if part is not None
        ]
        return Shape(self._document, self._known, parts or [{}])

    @cached_property
    def behind(self) -> Shape:
        """The shape of the rest of a list after its next item."""
        return Shape(self._document, self._known, self._parts, self._before + 1)

    @cached_property
    def is_full(self) -> bool:
        """Whether the list may not have any more values."""
        return all(each.get("maxItems", _MANY) <= self._before for each in self._alternatives)


_MANY = 10**9
_ALL = ["array", "object", "string"]


def _types(part: dict[str, Any]) -> list[str]:
    """Return the types that a part of a schema without alternatives allows, as far as it says."""
    if "const" in part or "enum" in part:
        values = part.get("enum", [part.get("const")])
        return ["string" if isinstance(each, str) else "number" for each in values]
    types = part.get("type", "number")
    return [types] if isinstance(types, str) else types
