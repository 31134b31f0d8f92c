"""YAML with source locations, as plain values: no aliases, no tags, no exponential growth."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from ....findings import Finding, Fix, Rule
from ....findings.limits import MAX_DEPTH
from ... import codes
from ...found import Found
from ...text.place import edit, place
from ...text.respelt import RespeltText
from ...text.spelling import described
from ...text.text import Text
from ..mending.mended import MendedDocument
from ..mending.repetitions import mark_repeated, without_first_lines
from ..mending.slips import Report
from ..shapes import Shape
from ..tree import Member, Node
from .indentation import with_indentation
from .language import YamlLanguage
from .plain import MAX_EVENTS, events_of, scalar_of

_RETURN = re.compile(r"\r(?!\n)")
"""The line ending that old programs write."""


class Stop(Exception):
    """The text cannot be read any further, for the reason in `finding`."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def tree_of(text: Text, start: int, end: int) -> Node:
    """Return the tree of a document that was read before, given its span."""
    with events_of(text.content[start:end]) as events:
        return next(_Composer(text, events, before=start).documents())


def trees(text: Text) -> list[Node]:
    """Return the non-empty documents of a YAML text, as trees.

    Raises Stop at anything that cannot be read.
    """
    import yaml

    try:
        with events_of(text.content) as events:
            return list(_Composer(text, events).documents())
    except yaml.reader.ReaderError as error:
        # One parser counts its position in characters, the other in bytes.
        why = f"the character U+{error.character:04X} is not allowed in YAML"
        at = text.content.find(chr(error.character))
        raise Stop(_finding(text, why, max(0, at))) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = min(mark.index if mark else 0, len(text.content))
        raise Stop(_finding(text, _why(text.content, at, error), at)) from None


def _why(content: str, at: int, error: Any) -> str:
    """Return the parser's message, with the character at which it stops."""
    problem = error.problem or "this is not YAML"
    if "cannot start any token" not in problem:
        return problem
    char = content[at : at + 1]
    return f"{char if char.isprintable() else described(char)} is not allowed here"


def readable_documents(
    text: Text, shape: Callable[[], Shape]
) -> tuple[Text, list[Node], list[Finding]]:
    """Return the mended text, its documents, and the findings about it.

    Unknown values are UNREAD.
    """
    written = lines = RespeltText(text, ())
    lines.content = _RETURN.sub("\n", text.content)
    lines, findings = with_indentation(lines, shape()) or (lines, [])
    report = Report(lines, Found(findings), codes.YAML_SYNTAX)
    reading, mended = lines, None
    try:
        roots = trees(lines)
    except Stop as stop:
        if stop.finding.rule is not codes.YAML_SYNTAX:
            return lines, [], [stop.finding]
        # A seemingly wrong indentation may be another slip.
        reports = [report, *([Report(written, Found(), codes.YAML_SYNTAX)] if findings else [])]
        both = [(MendedDocument(each, YamlLanguage, shape, always=True), each) for each in reports]
        reading, report = min(both, key=lambda each: len(each[1].found))
        mended = reading
        try:
            roots = [] if mended.displaced else trees(mended)
        except Stop as stop:
            return mended, [], report.found.all() or [stop.finding]
    found = report.found.all()
    for root in roots:
        found += without_first_lines(reading, root)
        mark_repeated(root)
        if mended is not None:
            mended.mark(root)
    return reading, roots, found


def _finding(text: Text, why: str, start: int, rule: Rule = codes.YAML_SYNTAX) -> Finding:
    start = min(start, len(text.content))
    finding = Finding(rule=rule, message=why)
    return place(finding, text, start, min(start + 1, len(text.content)))


class _Composer:
    """Builds values from the events of a YAML parser, and counts the values.

    `before` is the number of characters before the part of the text that the parser reads.
    """

    def __init__(self, text: Text, events: Iterator[Any], before: int = 0) -> None:
        self.text = text
        self.events = events
        self.before = before
        self.count = 0

    def documents(self) -> Iterator[Node]:
        for event in self.events:
            if type(event).__name__ == "DocumentStartEvent":
                root = self.node(self.next(), 0)
                self.next()
                if root.scalar is not None or root.items is not None or root.members is not None:
                    yield root

    def next(self) -> Any:
        self.count += 1
        event = next(self.events)
        if self.count > MAX_EVENTS:
            why = "the record has more values than any game needs; it is not read"
            raise Stop(_finding(self.text, why, event.start_mark.index, codes.TOO_LARGE))
        return event

    def node(self, event: Any, depth: int) -> Node:
        kind, start = type(event).__name__, self.before + event.start_mark.index
        if depth > MAX_DEPTH:
            why = f"values are nested more than {MAX_DEPTH} deep"
            raise Stop(_finding(self.text, why, start, codes.NESTED_TOO_DEEP))
        if kind == "AliasEvent" or event.anchor is not None or event.tag is not None:
            why = "anchors, aliases and tags are not supported: write the value itself"
            raise Stop(_finding(self.text, why, start, codes.YAML_ALIAS))
        if kind == "ScalarEvent":
            value = scalar_of(event.value) if event.implicit[0] else event.value
            return Node(start, self.before + event.end_mark.index, value)
        return self.sequence(start, depth) if kind[0] == "S" else self.mapping(start, depth)

    def sequence(self, start: int, depth: int) -> Node:
        items: list[Node] = []
        while type(event := self.next()).__name__ != "SequenceEndEvent":
            items.append(self.node(event, depth + 1))
        return Node(start, self.end(event), items=items)

    def mapping(self, start: int, depth: int) -> Node:
        members: list[Member] = []
        while type(event := self.next()).__name__ != "MappingEndEvent":
            key = self.node(event, depth + 1)
            value = self.node(self.next(), depth + 1)
            if not isinstance(key.scalar, str):
                raise Stop(_finding(self.text, "a key must be a word", key.start))
            members.append(Member(key.scalar, key.start, key.end, value))
        return Node(start, self.end(event), members=members)

    def end(self, event: Any) -> int:
        """Return the end of a collection, without the trailing whitespace that YAML includes."""
        end = self.before + event.end_mark.index
        while end and self.text.content[end - 1].isspace():
            end -= 1
        return end


_NUMBERS = re.compile(r"[-+]?[0-9]{1,15}(?:[ \t]+[-+]?[0-9]{1,15})+")
_NUMBER = re.compile(r"[-+0-9]+")


def with_commas(text: Text, node: Node) -> list[Finding]:
    """Report and separate list items that are numbers with only spaces between them."""
    findings: list[Finding] = []
    for each in node.nodes():
        if each.items is not None and text.content[each.start] == "[":
            parts = [_numbers(text, item) for item in each.items]
            for before, after in (pair for some in parts for pair in pairwise(some)):
                fix = Fix("add a comma", edits=(edit(text, before.end, before.end, ","),))
                finding = Finding(
                    rule=codes.YAML_SYNTAX, message="a comma is missing here", fix=fix
                )
                findings.append(place(finding, text, before.end, after.start))
            each.items[:] = [part for some in parts for part in some]
    return findings


def _numbers(text: Text, item: Node) -> list[Node]:
    """Return the numbers in one plain scalar, or the scalar itself."""
    start, end = item.start, item.end
    if not isinstance(item.scalar, str) or not _NUMBERS.fullmatch(text.content, start, end):
        return [item]
    found = _NUMBER.finditer(text.content, start, end)
    return [Node(*each.span(), int(each[0])) for each in found]
