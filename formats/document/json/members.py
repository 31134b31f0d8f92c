"""JSON that is a list of records, `[{…}, …]`, perhaps under a key such as `matches`.

Each record is read on its own, so that a damaged record does not hide the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from ....findings import Finding, Fix, Rule
from ... import codes
from ...text.place import edit, place
from ...text.text import Text
from ..schema import schema

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
_DECLARES = re.compile(r'\{\s*+"format"\s*+:')
_RECORD = re.compile(rb'\s*+\{\s*+(?:"\$schema"\s*+:\s*+"[^"]*+"\s*+,\s*+)?+"format"\s*+:')
_GAP = re.compile(r"[\s,]*+")
_NEXT = re.compile(r"\s*+(?:[],]|\}?+\s*+\Z)")
_CLOSES = re.compile(r"\]|\}?+\s*+\Z")
"""The end of a list, which may lack its `]`."""
_LAST = re.compile(r"\]\s*+\}?+\s*+\Z")


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
    """Return the records of a list or of other JSON, or None if a text is neither."""
    content = text.content
    at = opening(content, name)
    if not at or not _is_plain(content, at):
        from .nested import nested  # most files have no list

        some = nested(text)
        if some is not None and not (at and some[1] and some[1][0].severity == "error"):
            return Members(*some)
    if not at:
        return None
    closing = "}" if content.lstrip()[0] == "{" else ""
    spans, found = list[tuple[int, int]](), list[Finding]()
    declared = [each.start() for each in _DECLARES.finditer(content, at)]
    following = iter([*declared, len(content)])
    limit = next(following)
    while _CLOSES.match(content, at) is None:
        while limit <= at:
            limit = next(following)
        end = _end(content, at, limit)
        spans.append((at, end))
        gap = _GAP.match(content, end)
        assert gap is not None
        at, commas = gap.end(), gap[0].count(",")
        if _CLOSES.match(content, at) is None and commas != 1:
            found.append(_between(text, end, at, commas))
    found += _behind(text, spans[-1][1], at, closing)
    return Members([text.part(*each) for each in spans], found)


def _is_plain(content: str, at: int) -> bool:
    """Return whether a text is a list whose items are records, the first of them at an offset."""
    declares = _DECLARES.match(content, at) is not None or _DECLARES.search(content, at) is None
    return declares and content.lstrip()[0] == "["


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


def _between(text: Text, start: int, end: int, commas: int) -> Finding:
    if commas:
        return _finding(text, codes.JSON_SYNTAX, "unexpected comma", start, end)
    why = "a comma is missing here"
    return _finding(text, codes.JSON_SYNTAX, why, start, start, "add a comma", ",")


def _behind(text: Text, start: int, at: int, closing: str) -> Iterator[Finding]:
    """Yield the errors after the last record, given the offset where the list ends."""
    content = text.content
    size, comma = len(content.rstrip()), content.find(",", start, at)
    if comma >= 0:
        why = "unexpected comma before ]"
        yield _finding(text, codes.TRAILING_COMMA, why, comma, comma + 1, "remove the comma")
    rest = content[at:size]
    if not rest or (closing and rest == "]"):
        missing = closing if rest else f"]{closing}"
        why = f"the text ends, but {missing} is missing"
        yield _finding(text, codes.JSON_SYNTAX, why, size, size, f"add {missing}", missing)
    elif rest == "}" and closing:
        yield _finding(text, codes.JSON_SYNTAX, "] is missing here", at, at, "add ]", "]")
    elif rest == "}":
        why = "expected ], not }"
        yield _finding(text, codes.JSON_SYNTAX, why, at, at + 1, "replace } with ]", "]")
    elif "".join(rest.split()) != f"]{closing}":
        why = "the text continues after the list of records"
        yield _finding(text, codes.JSON_SYNTAX, why, at + 1, size)


def _finding(
    text: Text, rule: Rule, why: str, start: int, end: int, fix: str = "", new: str = ""
) -> Finding:
    made = Fix(fix, edits=(edit(text, start, end, new),)) if fix else None
    return place(Finding(rule=rule, message=why, fix=made), text, start, end)
