"""YAML with positions, as a tree of plain values: no aliases, no tags, nothing to explode."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from ..findings import Finding, Rule
from . import codes
from .place import place
from .text import Text
from .tree import Member, Node
from .yaml_slips import explained

MAX_DEPTH = 64
MAX_EVENTS = 1_000_000

_INTEGER = re.compile(r"[-+]?[0-9]{1,15}")
_NUMBER = re.compile(r"[-+]?[0-9]{1,15}\.[0-9]{0,15}")


class Stop(Exception):
    """The text cannot be read further, for the reason that `finding` gives."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def documents(text: Text, sound: Callable[[Any], bool]) -> Iterator[Node | None]:
    """The documents of a YAML text as trees, None for an empty one.

    Raises Stop at what cannot be read. `sound` says whether the values of a document are what is
    due, and tells by that which of several mendings is meant.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        yield from _Composer(text, yaml.parse(text.content, loader))
    except yaml.reader.ReaderError as error:
        # Its position counts characters in one parser and bytes in the other.
        why = f"the character U+{error.character:04X} may not stand in YAML"
        at = text.content.find(chr(error.character))
        raise Stop(_finding(text, why, max(0, at))) from None
    except yaml.MarkedYAMLError as error:

        def values(content: str) -> list[Any]:
            parsed = _Composer(Text(content), yaml.parse(content, loader))
            return [None if root is None else root.plain() for root in parsed]

        def all_sound(values: list[Any]) -> bool:
            return all(value is None or sound(value) for value in values)

        raise Stop(explained(text, error, values, all_sound)) from None


def _finding(text: Text, why: str, start: int, rule: Rule = codes.YAML_SYNTAX) -> Finding:
    start = min(start, len(text.content))
    finding = Finding(rule=rule, message=why)
    return place(finding, text, start, min(start + 1, len(text.content)))


class _Composer:
    """Puts the events of a YAML parser together, and counts them."""

    def __init__(self, text: Text, events: Iterator[Any]) -> None:
        self.text = text
        self.events = events
        self.count = 0

    def __iter__(self) -> Iterator[Node | None]:
        for event in self.events:
            if type(event).__name__ == "DocumentStartEvent":
                root = self.node(self.next(), 0)
                self.next()
                yield None if root.plain() is None else root

    def next(self) -> Any:
        self.count += 1
        event = next(self.events)
        if self.count > MAX_EVENTS:
            why = "the record has more values than any game needs; it is not read"
            raise Stop(_finding(self.text, why, event.start_mark.index, codes.TOO_LARGE))
        return event

    def node(self, event: Any, depth: int) -> Node:
        kind, start = type(event).__name__, event.start_mark.index
        if depth > MAX_DEPTH:
            why = f"values are nested more than {MAX_DEPTH} deep"
            raise Stop(_finding(self.text, why, start, codes.NESTED_TOO_DEEP))
        if kind == "AliasEvent" or event.anchor is not None or event.tag is not None:
            why = "anchors, aliases and tags are not read: write the value itself"
            raise Stop(_finding(self.text, why, start, codes.YAML_ALIAS))
        if kind == "SequenceStartEvent":
            return self.sequence(start, depth)
        if kind == "MappingStartEvent":
            return self.mapping(start, depth)
        value = _scalar(event.value) if event.implicit[0] else event.value
        return Node(start, event.end_mark.index, value)

    def sequence(self, start: int, depth: int) -> Node:
        items: list[Node] = []
        while type(event := self.next()).__name__ != "SequenceEndEvent":
            items.append(self.node(event, depth + 1))
        return Node(start, self.end(event), items=items)

    def mapping(self, start: int, depth: int) -> Node:
        members: list[Member] = []
        keys: set[str] = set()
        while type(event := self.next()).__name__ != "MappingEndEvent":
            key = self.node(event, depth + 1)
            value = self.node(self.next(), depth + 1)
            if not isinstance(key.scalar, str):
                raise Stop(_finding(self.text, "a key must be a word", key.start))
            if key.scalar in keys:
                why = f"the key {key.scalar} stands here again"
                raise Stop(_finding(self.text, why, key.start, codes.REPEATED_KEY))
            keys.add(key.scalar)
            members.append(Member(key.scalar, key.start, key.end, value))
        return Node(start, self.end(event), members=members)

    def end(self, event: Any) -> int:
        """The end of a collection, without the white space that YAML counts to it."""
        end = event.end_mark.index
        while end and self.text.content[end - 1].isspace():
            end -= 1
        return end


def _scalar(written: str) -> Any:
    """A plain scalar: a number, nothing, or else a string.

    >>> [_scalar(each) for each in ("12", "1.0", "", "し")]
    [12, 1.0, None, 'し']
    """
    if _INTEGER.fullmatch(written):
        return int(written)
    if _NUMBER.fullmatch(written):
        return float(written)
    return None if written in ("", "~", "null") else written
