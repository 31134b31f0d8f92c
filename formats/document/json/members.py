"""Records in other JSON: `[{…}, …]`, `{"matches": […]}`, `{"games": [{"id": 7, "record": {…}}]}`.

An object that declares a format in its first key, or a known format in another key, is a record.
Since a slip in the format could hide a record, values in the same place in other items of a list
also count as records, as do all items of a list named `matches`, `games` or `records`. Any other
value is reported, since no record can hold it.

Each record is read on its own, so that a damaged record does not hide the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from ....findings import Finding, amount
from ... import codes
from ...interface.catalog import described
from ...text.place import place
from ...text.text import Text
from ..schema import schema

if TYPE_CHECKING:
    from ..tree import Member, Node

_OPENS = re.compile(
    r'\s*+(?:\{(?:\s*+"(?!(?:format|matches|games|records)")\w++"\s*+:'
    r'\s*+(?:"(?:[^"\\\r\n]|\\.)*+"|[\w.+-]++)\s*+,)*+'
    r'\s*+"(matches|games|records)"\s*+:\s*+)?+\[\s*+(?=\{)'
)
"""The beginning of a list of records; a record itself is an object."""
_MOST = 1000
"""How many bytes may precede the first record."""
_LINE = re.compile(r"\S[^\n]*+")
"""The first character of a line that is not empty, and the rest of the line."""
_SIGN = re.compile(r'"(?:[^"\\\r\n]|\\.)*+"|[{}]')
_DECLARES = re.compile(r'\{\s*+"format"\s*+:\s*+"[a-z0-9_-]++/[a-z0-9_-]++"')
_BEGINS = re.compile(r'\{|"format"\s*+:')
"""The beginning of another record in a list, perhaps without its opening brace."""
_RECORD = re.compile(rb'\s*+\{\s*+(?:"\$schema"\s*+:\s*+"[^"]*+"\s*+,\s*+)?+"format"\s*+:')
_GAP = re.compile(r"[\s,]*+")
_NEXT = re.compile(r"\s*+(?:[],}]|\Z)")
_LAST = re.compile(r"\]\s*+\}?+\s*+\Z")
_MOST_NAMED = 3
"""How many keys a message names."""
_LONGEST = 40
"""The maximum length of a value in a message."""

_Path: TypeAlias = tuple[str, ...]
"""The keys that lead to a value; an item of a list has the empty key, and `*` is any name."""
_Span: TypeAlias = tuple[int, int]
_LISTS: tuple[_Path, ...] = (), ("matches",), ("games",), ("records",)
"""The paths of lists of records."""


class Members(Struct, frozen=True):
    """The records in a list, the errors between and after them, and what is lost beside them."""

    texts: list[Text]
    findings: list[Finding]
    beside: tuple[tuple[str, str], ...] = ()


def opening(content: str, name: str | None = None) -> int:
    """Return where the first record in a list begins, or 0 if a text is not a list of records.

    `name` is the schema of a record, if known; its own keys do not hold lists of records.

    >>> opening('[{"format"'), opening('{"matches": [{'), opening('{"rounds": [{')
    (1, 13, 0)
    """
    found = _OPENS.match(content)
    if found is None:
        return 0
    is_own = found[1] and name is not None and found[1] in schema(name).get("properties", {})
    return 0 if is_own else found.end()


def is_list(data: bytes, name: str | None) -> bool:
    """Return whether bytes begin with a list of records."""
    return opening(data[:_MOST].decode("utf-8", "replace"), name) > 0


def has_lines(content: str) -> bool:
    r"""Return whether there seems to be one record per line, apart from lines of prose.

    >>> has_lines("{}\nAnd:\n{}"), has_lines("{\n}")
    (True, False)
    """
    lines = (each[0].rstrip() for each in _LINE.finditer(content))
    values = (each for each in lines if not each[:1].isalpha())
    first = next(values, "")
    if first[:1] != "{" or first[-1:] != "}":
        return False
    others = list(islice(values, 2))
    return bool(others) and all(each[:1] == "{" for each in others)


def lines_of(text: Text) -> Members | None:
    """Return the records of a text that has one per line, or None."""
    if not has_lines(text.content):
        return None
    return Members([text.part(*each.span()) for each in _LINE.finditer(text.content)], [])


def is_one(data: bytes, name: str | None) -> bool:
    """Return whether bytes are certainly a single record: they begin with its format."""
    return not is_list(data, name) and _RECORD.match(data) is not None


def members(text: Text, name: str | None) -> Members | None:
    """Return the records of a list or of other JSON, or None if a text is neither.

    Values beside the records are a note; errors in the JSON around them are repaired.
    """
    # Most files have no list.
    from ...text.respelt import RespeltText
    from .text import JsonText

    content = text.content
    spans = _spans(content, opening(content, name))
    if not spans or content[: spans[0][0]].lstrip()[:1] not in ("[", "{"):
        return None
    around = JsonText(RespeltText(text, [(*each, "{}") for each in spans]))
    # All values of a repeated key are read.
    found = [each for each in around.findings if each.rule is not codes.REPEATED_KEY]
    root = around.tree()
    if root is None:
        return Members([text.part(*each) for each in spans], found)
    if any(each.key == "format" for each in root.members or ()):
        return None

    def origin(offset: int) -> int:
        return text.offset(*around.text.position(offset))

    values = _Values({start for start, _ in spans}, origin)
    values.search(root)
    values.fill(root)
    values.divide(root)
    notes = [_note(text, values.beside, values.names)] if values.beside or values.names else []
    lost = [("values beside the records", _shown(text, each)) for each in values.beside]
    lost += [("names of records", _shown(text, each)) for each in values.names]
    parts = [text.part(*each) for each in sorted([*spans, *values.others])]
    return Members(parts, [*found, *notes], tuple(lost))


def _spans(content: str, first: int) -> list[_Span]:
    """Return the spans of the objects that declare a format.

    If the first item of a list, which begins at `first`, is a record, so are the objects that
    directly follow it.
    """
    starts = [len(content), *reversed([each.start() for each in _DECLARES.finditer(content)])]
    spans, is_list = list[_Span](), first > 0 and starts[-1] in (first, len(content))
    at = first if is_list else starts[-1]
    while at < len(content):
        while starts[-1] <= at:
            starts.pop()
        end = _end(content, at, starts[-1])
        spans.append((at, end))
        gap = _GAP.match(content, end)
        assert gap is not None
        at = gap.end()
        if not (is_list and _BEGINS.match(content, at)):
            at = starts[-1]
    return spans


def _end(content: str, start: int, limit: int) -> int:
    """Return the end of an object; a damaged one ends before the next record, or with the list."""
    depth = 0
    for sign in _SIGN.finditer(content, start, limit):
        depth += (sign[0] == "{") - (sign[0] == "}")
        if not depth:
            end = sign.end()
            if _NEXT.match(content, end, limit):
                return end
            break
    if limit < len(content):
        return start + len(content[start:limit].rstrip(" \t\r\n,"))
    ends = _LAST.search(content, start)
    return ends.start() if ends else len(content.rstrip())


class _Values:
    """The values in a text whose declared records are replaced by empty objects."""

    def __init__(self, records: set[int], origin: Callable[[int], int]) -> None:
        """`records` has the offsets of the declared records, and `origin` returns offsets there."""
        self._records, self._origin = records, origin
        self._paths = set[_Path]()
        self._full = set[int]()
        self.others = list[_Span]()
        """The other records."""
        self.beside = list[_Span]()
        """The keys and items that are not read."""
        self.names = list[_Span]()
        """The keys that may be names of records."""

    def search(self, node: Node, path: _Path = ()) -> None:
        """Find the places of declared records."""
        if self._is_declared(node):
            self._paths.add(path)
            return
        for value, inside, *_ in _values(node, path):
            self.search(value, inside)

    def fill(self, node: Node, path: _Path = ()) -> bool:
        """Find the values with records in them; return whether this one is or has a record."""
        if self._is_declared(node):
            return True
        found = [self.fill(value, inside) for value, inside, *_ in _values(node, path)]
        if any(found):
            self._full.add(node.start)
        return any(found) or self._is_beside(node, path)

    def divide(self, node: Node, path: _Path = ()) -> None:
        """Divide a value that contains records into the records and anything else."""
        names = dict[str, _Span]()
        for value, inside, where, key in _values(node, path):
            if value.start in self._full or (value.items and inside in _LISTS):
                self.divide(value, inside)
            elif self._is_record(value, inside):
                start, end = self._span(value)
                if start not in self._records and start < end:
                    self.others.append((start, end))
            else:
                if not _is_empty(value):
                    self.beside.append(self._span(where))
                continue
            if key is not None:
                names[key] = self._span(where)
        self.names += names.values() if len(names) > 1 else ()

    def _span(self, part: Node | Member) -> _Span:
        return self._origin(part.start), self._origin(part.end)

    def _is_declared(self, node: Node) -> bool:
        if node.members is not None and self._origin(node.start) in self._records:
            return True
        declared = (each.value.scalar for each in node.members or () if each.key == "format")
        return any(isinstance(each, str) and each in described() for each in declared)

    def _is_beside(self, node: Node, path: _Path) -> bool:
        """Return whether a value is in a place where other items have a record."""
        return path in self._paths and (path[-1] != "*" or node.members is not None)

    def _is_record(self, node: Node, path: _Path) -> bool:
        """Return whether a value that contains no records is a record itself."""
        is_item = path[-1] == "" and path[:-1] in _LISTS
        return is_item or self._is_declared(node) or self._is_beside(node, path)


def _values(node: Node, path: _Path) -> Iterator[tuple[Node, _Path, Member | Node, str | None]]:
    """Yield the values in a list or object, their paths, where they are, and any keys."""
    is_named = len(path) == 1 and path in _LISTS
    for each in node.items or ():
        yield each, (*path, ""), each, None
    for each in node.members or ():
        yield each.value, (*path, "*" if is_named else each.key), each, each.key


def _is_empty(node: Node) -> bool:
    return not node.members and not node.items and node.scalar in (None, "")


def _note(text: Text, beside: Sequence[_Span], names: Sequence[_Span]) -> Finding:
    """Return a note about everything outside the records, placed where that begins."""
    kinds = (
        ("beside the records, this is not read", beside),
        ("names of records are not kept", names),
    )
    why = "; ".join(f"{what}: {_named(text, each)}" for what, each in kinds if each)
    finding = Finding(rule=codes.TEXT_AROUND, message=why)
    return place(finding, text, *min([*beside, *names]))


def _named(text: Text, spans: Sequence[_Span]) -> str:
    named = list(dict.fromkeys(_shown(text, each) for each in spans))
    more = f" and {amount(len(named) - _MOST_NAMED, 'other')}" if named[_MOST_NAMED:] else ""
    return " and ".join(named[:_MOST_NAMED]) + more


def _shown(text: Text, span: _Span) -> str:
    """Return a key or value as it is written, shortened if it is long."""
    said = " ".join(text.content[slice(*span)].split())
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"
