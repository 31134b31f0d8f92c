"""The shape that a schema gives JSON: where there are lists, objects and other values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, cast

_OPENINGS = {"array": "[", "object": "{"}


class Shape:
    """The kinds of values that a place may have: a list, an object with some keys, or others.

    `known` are all keys of the schema.

    >>> shape = Shape({"properties": {"a": {"type": "array"}}}, frozenset("a"))
    >>> shape.key("a").allows("["), shape.key("a").allows("string")
    (True, False)
    """

    def __init__(
        self, document: Any, known: frozenset[str], parts: Sequence[Any] | None = None
    ) -> None:
        self._document = document
        self._known = known
        self._parts = [document] if parts is None else parts

    @cached_property
    def _alternatives(self) -> list[dict[str, Any]]:
        return [each for part in self._parts for each in self._resolved(part)]

    def _resolved(self, part: Any) -> Iterator[dict[str, Any]]:
        """Yield the parts of the schema that a part refers to, or the part itself."""
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
        """The opening brackets that are allowed here, and "" for other values."""
        found = set[str]()
        for each in self._alternatives:
            said = each.get("type", [] if "const" in each or "enum" in each else _ALL)
            types: list[str] = [said] if isinstance(said, str) else said
            found |= {_OPENINGS.get(kind, "") for kind in types or ["string"]}
        return frozenset(found)

    def allows(self, kind: str) -> bool:
        """Return whether a value that begins with a kind of word is allowed here."""
        return (kind if kind in "[{" else "") in self._kinds

    def allows_key(self, name: str) -> bool:
        """Return whether this object may have a key: one of its own, or an unknown one."""
        return name not in self._known or not self.keys or name in self.keys

    def knows(self, name: str) -> bool:
        """Return whether the schema has a key anywhere."""
        return name in self._known

    @cached_property
    def keys(self) -> list[str]:
        """The keys of this object, in the order of the schema."""
        parts: list[dict[str, Any]] = [each.get("properties", {}) for each in self._alternatives]
        return list(dict.fromkeys(name for part in parts for name in part))

    def key(self, name: str) -> Shape:
        """Return the shape of the value of a key."""
        parts = [each.get("properties", {}).get(name, {}) for each in self._alternatives]
        return Shape(self._document, self._known, parts)

    @cached_property
    def items(self) -> Shape:
        """The shape of the items of a list."""
        parts = [
            part
            for each in self._alternatives
            for part in (*each.get("prefixItems", ()), each.get("items", None))
            if part is not None and part is not False
        ]
        return Shape(self._document, self._known, parts or [{}])


_ALL = ["array", "object", "string"]
