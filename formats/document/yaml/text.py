"""YAML with positions, as a tree of plain values: no aliases, no tags, nothing to explode."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from msgspec import Struct

from ....findings import Finding, Fix, Rule
from ....findings.limits import MAX_DEPTH
from ... import codes
from ...text.place import edit, place
from ...text.respelt import RespeltText
from ...text.text import Text
from ..tree import Member, Node, find
from .plain import MAX_EVENTS, NotPlain, events_of, plain_documents, scalar_of
from .slips import Edits, Tries, explained
from .tree import WEIGHT, count_repeated, lines_removed, mark_repeated, repeated

_RETURN = re.compile(r"\r(?!\n)")
"""The end of a line as old programs write it."""


class Stop(Exception):
    """The text cannot be read further, for the reason that `finding` gives.

    `lines` are the offsets of the lines that may be at fault, the most likely one first. With the
    `edits`, if there are any, the text can be read on as it was meant.
    """

    def __init__(self, finding: Finding, lines: Sequence[int] = (), edits: Edits = ()) -> None:
        super().__init__(finding.message)
        self.finding = finding
        self.lines = lines
        self.edits = edits


Tree: TypeAlias = Callable[..., Node]
"""Gives the tree of a document, or that of the part to which some keys and indices lead."""


class Document(Struct, frozen=True):
    """The value of a document; `tree` gives the same with places, and reads it again for that.

    `span` is the part of the text that it is read of, with the comments around it; None where
    something was in the way of reading it plainly.
    """

    value: Any
    tree: Tree
    span: tuple[int, int] | None = None


def documents(text: Text) -> Iterator[Document]:
    """The documents of a YAML text that are not empty.

    Raises Stop at what cannot be read; it does not say what is wrong with the syntax.
    """
    import yaml

    number = 0
    try:
        for each in plain_documents(text.content):
            if each.value is not None:
                span = each.start, each.end
                yield Document(each.value, partial(_tree, text, *span), span)
                number += 1
        return
    except (NotPlain, yaml.YAMLError):
        pass
    for root in islice(trees(text), number, None):
        yield Document(root.plain(), partial(part_of, root))


def _tree(text: Text, start: int, end: int, *path: str | int) -> Node:
    """The tree of a document that was read before, or of a part of it."""
    with events_of(text.content[start:end]) as events:
        return _Composer(text, events, repeats=False, before=start).part(path)


def part_of(root: Node, *path: str | int) -> Node:
    """The part of a tree to which some keys and indices lead; the nearest above it without it."""
    return find(root, [str(part) for part in path])[0]


def trees(
    text: Text,
    faults: Callable[[Any], int] = bool,
    repeats: bool = False,
    tries: Tries | None = None,
) -> Iterator[Node]:
    """The documents of a YAML text that are not empty, as trees.

    Raises Stop at what cannot be read. `faults` counts where the values of a document are not what
    is due, and tells by that which of several mendings is meant; without `tries`, none is looked
    for, and the reason is not told. With `repeats`, a key may stand again in an object, and the
    tree says so.
    """
    import yaml

    try:
        with events_of(text.content) as events:
            yield from _Composer(text, events, repeats)
    except yaml.reader.ReaderError as error:
        # Its position counts characters in one parser and bytes in the other.
        why = f"the character U+{error.character:04X} may not stand in YAML"
        at = text.content.find(chr(error.character))
        raise Stop(_finding(text, why, max(0, at)), [max(0, at)]) from None
    except yaml.MarkedYAMLError as error:

        def values(content: str) -> list[Any]:
            with events_of(content) as events:
                parsed = _Composer(Text(content), events, repeats=True)
                return [(root.plain(), count_repeated(root)) for root in parsed]

        def all_faults(values: list[tuple[Any, int]]) -> int:
            return sum(faults(value) + WEIGHT * again for value, again in values)

        marks = [each.index for each in (error.context_mark, error.problem_mark) if each]
        if tries is None:
            raise Stop(_finding(text, "", 0), marks) from None
        told, edits = explained(text, error, values, all_faults, tries)
        raise Stop(told, marks, edits) from None


MOST_LINES = 20
"""How many lines are passed over at most: each of them costs another look at the text."""
_NEAR = 2
"""So many lines behind one that cannot be read, another one is hardly a slip of its own."""


def readable_documents(
    text: Text, faults: Callable[[Any], int]
) -> tuple[Text, list[Node], list[Finding]]:
    """The text as it can be read, its documents, and what keeps lines of it from being read.

    Where it is clear what was meant, that is read. Any other line that cannot be read is passed
    over: what stands in it is UNREAD.
    """
    findings: list[Finding] = []
    content, passed = _RETURN.sub("\n", text.content), list[tuple[int, int]]()
    tries = Tries()
    last = mended = 0
    while True:
        found: list[Node] = []
        try:
            found += trees(_WithGaps(text, content), faults, repeats=True, tries=tries)
        except Stop as stop:
            line = stop.finding.line or 0
            if not findings or line - last > _NEAR:
                findings.append(stop.finding)
            last = line
            better = _passed_over(content, stop.lines) if len(passed) < MOST_LINES else None
            if stop.edits and mended < MOST_LINES:
                meant = RespeltText(Text(content), stop.edits).content
                if better is None or _faults_in(meant, faults) < _faults_in(better[0], faults):
                    mended += 1
                    text, content = RespeltText(text, stop.edits), meant
                    passed = [_moved(span, stop.edits) for span in passed]
                    continue
            if better is not None:
                content, span = better
                passed.append(span)
                continue
        for each in found:
            _mark_unread(each, passed)
            mark_repeated(each)
        return text, found, findings


def _passed_over(content: str, offsets: Sequence[int]) -> tuple[str, tuple[int, int]] | None:
    """The text without a line near these offsets, where it can be read further then."""
    tried = [_without_line(content, at) for at in _lines_at(content, offsets)]
    reach = [(_reach(each), -number) for number, (each, _) in enumerate(tried)]
    return tried[-max(reach)[1]] if reach and max(reach)[0] > _reach(content) else None


def _faults_in(content: str, faults: Callable[[Any], int]) -> float:
    """What is wrong with a text that may not be readable."""
    try:
        found = list(trees(Text(content), repeats=True))
    except Stop:
        return math.inf
    return sum(faults(each.plain()) + WEIGHT * count_repeated(each) for each in found)


class _WithGaps(RespeltText):
    """A text in which lines are blank; places and excerpts are those of the text."""

    def __init__(self, text: Text, content: str) -> None:
        super().__init__(text, ())
        self.content = content


def _moved(span: tuple[int, int], edits: Edits) -> tuple[int, int]:
    """Where a span is, once edits before it are made."""
    start, end = span
    more = sum(len(new) - (to - at) for at, to, new in edits if to <= start)
    return start + more, end + more


def _lines_at(content: str, offsets: Sequence[int]) -> list[int]:
    """The offsets of the lines at some offsets, and of those before them."""
    starts = [content.rfind("\n", 0, at) + 1 for at in offsets]
    starts += [content.rfind("\n", 0, max(0, at - 1)) + 1 for at in starts]
    return list(dict.fromkeys(starts))


_VALUE = re.compile(r"[ \t]*(?:-[ \t]+)*(?:[\w\"']+[ \t]*:(?=[ \t\r\n]|\Z))?[ \t]*")

_NO_COLON = re.compile(r"([ \t]*(?:-[ \t]+)*\w+)[ \t]+[^\s:#-][^:]+")
"""A key and its value, of two characters or more, with no colon in the line."""


def _without_line(content: str, start: int) -> tuple[str, tuple[int, int]]:
    """The text without the value in a line, and where that stood; the offsets stay."""
    end = content.find("\n", start)
    end = len(content) if end < 0 else end
    end -= content[start:end].endswith("\r")
    bare = _NO_COLON.match(content, start, end)
    if bare is not None:
        value = bare.end(1)
        return f"{content[:value]}: ~{' ' * (end - value - 3)}{content[end:]}", (value + 2, end)
    before = _VALUE.match(content, start, end)
    at = before.end() if before and before.end() < end else start
    blank = "~" if at > start else " "
    return content[:at] + (blank + " " * (end - at))[: end - at] + content[end:], (at, end)


def _reach(content: str) -> int:
    """How far a text can be read."""
    try:
        for _ in trees(Text(content), repeats=True):
            pass
    except Stop as stop:
        return max(stop.lines, default=0)
    return len(content) + 1


def _mark_unread(node: Node, passed: Sequence[tuple[int, int]]) -> None:
    """Mark the values that stand where lines were passed over, and the objects that lack a key."""
    inner = [*(node.items or ()), *(member.value for member in node.members or ())]
    for start, end in passed:
        value = next((each for each in inner if each.start <= end and start <= each.end), None)
        if value is None:
            node.unread = node.unread or (
                node.members is not None and node.start < start < node.end
            )
        elif value.items is None and value.members is None and value.start >= start:
            value.unread = True
    for each in inner:
        _mark_unread(each, passed)


def _finding(text: Text, why: str, start: int, rule: Rule = codes.YAML_SYNTAX) -> Finding:
    start = min(start, len(text.content))
    finding = Finding(rule=rule, message=why)
    return place(finding, text, start, min(start + 1, len(text.content)))


class _Composer:
    """Puts the events of a YAML parser together, and counts them.

    So many characters of the text stand `before` those that the parser is given.
    """

    def __init__(self, text: Text, events: Iterator[Any], repeats: bool, before: int = 0) -> None:
        self.text = text
        self.events = events
        self.repeats = repeats
        self.before = before
        self.count = 0

    def __iter__(self) -> Iterator[Node]:
        for event in self.events:
            if type(event).__name__ == "DocumentStartEvent":
                root = self.node(self.next(), 0)
                self.next()
                is_value = root.scalar is not None or root.items is not None or root.unread
                if is_value or root.members is not None:
                    yield root

    def part(self, path: Sequence[str | int]) -> Node:
        """A part of the first document; what stands before it is passed over."""
        while type(self.next()).__name__ != "DocumentStartEvent":
            pass
        start = self.next()
        for part in path:
            if isinstance(part, int):
                for _ in range(part):
                    self.skip(self.next())
            else:
                while self.next().value != part:
                    self.skip(self.next())
            start = self.next()
        return self.node(start, len(path))

    def skip(self, event: Any) -> None:
        """Pass over the value that begins with an event."""
        depth = 0
        while True:
            kind = type(event).__name__
            depth += kind.endswith("StartEvent") - kind.endswith("EndEvent")
            if not depth:
                return
            event = self.next()

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
            why = "anchors, aliases and tags are not read: write the value itself"
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
        keys: set[str] = set()
        while type(event := self.next()).__name__ != "MappingEndEvent":
            key = self.node(event, depth + 1)
            value = self.node(self.next(), depth + 1)
            if not isinstance(key.scalar, str):
                raise Stop(_finding(self.text, "a key must be a word", key.start))
            member = Member(key.scalar, key.start, key.end, value)
            if member.key in keys:
                self.again(members, member)
            keys.add(member.key)
            members.append(member)
        return Node(start, self.end(event), members=members)

    def again(self, members: Sequence[Member], member: Member) -> None:
        """Mark a key that stands in an object again.

        Raises Stop where that may not be, or where the first one is only a line that stands twice.
        """
        finding = Finding(rule=codes.REPEATED_KEY, message=repeated(member.key))
        finding = place(finding, self.text, member.start, member.end)
        first = next(each for each in members if each.key == member.key)
        if first.value.plain() is None:
            edits = lines_removed(self.text.content, first.start, first.end + 1)
            if edits:
                fixes = tuple(edit(self.text, *each) for each in edits)
                raise Stop(finding.but(fix=Fix("remove one of them", edits=fixes)), edits=edits)
        if not self.repeats:
            raise Stop(finding)
        member.again = True

    def end(self, event: Any) -> int:
        """The end of a collection, without the white space that YAML counts to it."""
        end = self.before + event.end_mark.index
        while end and self.text.content[end - 1].isspace():
            end -= 1
        return end
