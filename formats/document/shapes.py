"""What a schema says of the brackets of JSON: where there are lists, objects and other values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, cast

_OPENINGS = {"array": "[", "object": "{"}


class Shape:
    """What may be in a place of a value: a list, an object with some keys, or anything else.

    `known` are the keys that the schema has anywhere.

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
        """The parts of the schema that a part refers to, or else itself."""
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
        """The opening brackets that may stand here, and "" for other values."""
        found = set[str]()
        for each in self._alternatives:
            said = each.get("type", [] if "const" in each or "enum" in each else _ALL)
            types: list[str] = [said] if isinstance(said, str) else said
            found |= {_OPENINGS.get(kind, "") for kind in types or ["string"]}
        return frozenset(found)

    def allows(self, kind: str) -> bool:
        """Whether a value that begins with a kind of word may stand here."""
        return (kind if kind in "[{" else "") in self._kinds

    def allows_key(self, name: str) -> bool:
        """Whether a key may be in this object: it is one of its keys, or of none."""
        return name not in self._known or not self.keys or name in self.keys

    def knows(self, name: str) -> bool:
        """Whether the schema has a key anywhere."""
        return name in self._known

    @cached_property
    def keys(self) -> list[str]:
        """The keys of this object, in the order of the schema."""
        parts: list[dict[str, Any]] = [each.get("properties", {}) for each in self._alternatives]
        return list(dict.fromkeys(name for part in parts for name in part))

    def key(self, name: str) -> Shape:
        """The shape of the value of a key."""
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
