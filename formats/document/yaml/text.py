"""YAML with positions, as a tree of plain values: no aliases, no tags, nothing to explode."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, pairwise
from typing import Any, TypeAlias

from msgspec import Struct

from ....findings import Finding, Fix, Rule
from ....findings.limits import MAX_DEPTH
from ... import codes
from ...found import Found
from ...text.place import edit, place
from ...text.repairs import Mend
from ...text.respelt import RespeltText
from ...text.spelling import described
from ...text.text import Text
from ..mending.doubts import doubts_of, judged, mark, mended
from ..mending.slips import Report, tell
from ..shapes import Shape
from ..tree import Member, Node, find
from .language import YamlLanguage
from .plain import MAX_EVENTS, NotPlain, events_of, plain_documents, scalar_of
from .tree import Edits, lines_removed, mark_repeated, repeated

_RETURN = re.compile(r"\r(?!\n)")
"""The end of a line as old programs write it."""


class Stop(Exception):
    """The text cannot be read further, for the reason that `finding` gives.

    With the `edits`, if there are any, the rest of the text can be read as it was meant.
    """

    def __init__(self, finding: Finding, edits: Edits = ()) -> None:
        super().__init__(finding.message)
        self.finding = finding
        self.edits = edits


Tree: TypeAlias = Callable[..., Node]
"""Returns the tree of a document, or of the part at some keys and indices."""


class Document(Struct, frozen=True):
    """The value of a document; `tree` reads it again and returns it with places.

    `span` is its part of the text, with the comments around it; None if it could not be read
    plainly.
    """

    value: Any
    tree: Tree
    span: tuple[int, int] | None = None


def documents(text: Text) -> Iterator[Document]:
    """Yield the documents of a YAML text that are not empty.

    Raises Stop at what cannot be read, without explaining errors of syntax.
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
    """Return the tree of a document that was read before, or of a part of it."""
    with events_of(text.content[start:end]) as events:
        return _Composer(text, events, repeats=False, before=start).part(path)


def part_of(root: Node, *path: str | int) -> Node:
    """Return the part of a tree at some keys and indices, or the nearest above it."""
    return find(root, [str(part) for part in path])[0]


def trees(text: Text, repeats: bool = False) -> Iterator[Node]:
    """Yield the documents of a YAML text that are not empty, as trees.

    Raises Stop at what cannot be read. With `repeats`, an object may repeat a key, and the tree
    marks it.
    """
    import yaml

    try:
        with events_of(text.content) as events:
            yield from _Composer(text, events, repeats)
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
    """Return the message of the parser, with the character at which it stops."""
    problem = error.problem or "this is not YAML"
    if "cannot start any token" not in problem:
        return problem
    char = content[at : at + 1]
    return f"{char if char.isprintable() else described(char)} is not allowed here"


_MOST_LINES = 20
"""The most repeated lines that are removed; for each, the text is read again."""


def readable_documents(
    text: Text, shape: Callable[[], Shape]
) -> tuple[Text, list[Node], list[Finding]]:
    """Return the text with mends, its documents, and the findings about it.

    Unknown values are UNREAD.
    """
    lines = RespeltText(text, ())
    lines.content = _RETURN.sub("\n", text.content)
    report = Report(lines, Found(), codes.YAML_SYNTAX)
    mends, displaced = list[Mend](), False
    try:
        deque(trees(lines, repeats=True), 0)
    except Stop as stop:
        if stop.finding.rule is codes.YAML_SYNTAX:
            done, displaced = mended(lines.content, YamlLanguage, shape, True)
            mends = [judged(lines.content, each) for each in done.mends]
    for before, each in pairwise([None, *mends]):
        assert each is not None
        if before is None or before.kind != "skipped" or each.kind != "skipped":
            tell(report, each, None)
    reading: Text = RespeltText(lines, [(each.start, each.end, each.new) for each in mends])
    found = report.found.all()
    for _ in range(_MOST_LINES):
        try:
            roots = [] if displaced else list(trees(reading, repeats=True))
        except Stop as stop:
            if stop.edits:
                found.append(stop.finding)
                reading = RespeltText(reading, stop.edits)
                continue
            return reading, [], found or [stop.finding]
        for root in roots:
            mark_repeated(root)
        for at, doubt in doubts_of(lines.content, mends):
            for root in roots:
                if root.start <= at <= root.end:
                    mark(root, reading.content, at, doubt)
        return reading, roots, found
    return reading, [], found


def _finding(text: Text, why: str, start: int, rule: Rule = codes.YAML_SYNTAX) -> Finding:
    start = min(start, len(text.content))
    finding = Finding(rule=rule, message=why)
    return place(finding, text, start, min(start + 1, len(text.content)))


class _Composer:
    """Builds values from the events of a YAML parser, and counts these.

    `before` is the number of characters before the part of the text that the parser reads.
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
        """Return a part of the first document; skip everything before it."""
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
        """Skip the value that begins with an event."""
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
        """Mark a key that is repeated in an object.

        Raises Stop if that is not allowed, or if the first one is only a repeated line.
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
        """Return the end of a collection, without the white space that YAML includes."""
        end = self.before + event.end_mark.index
        while end and self.text.content[end - 1].isspace():
            end -= 1
        return end
