"""Names with other signs than spaces between them, in `Players` or the head of a table."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ....replayer.mighty.cards import PLAYERS
from ...text.lines import quoted
from ...text.unusual import Spans, Unusual
from .lines import ROW, SEPARATORS
from .names import LIKELY

_LINE = re.compile(
    r"(?m)^[ \t]*+(?:(?P<listed>Players:)|(?P<r>R[ \t,;|、，；｜]))?[ \t]*+(?P<names>[^\r\n]++)"
)
_ROW = re.compile(rf"[ \t]*+(?:{ROW})")
_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_ITEM = re.compile(rf'(?:{_QUOTED}|[^"{SEPARATORS}]++)++|[{SEPARATORS}]')
_WORD = re.compile(rf"(?:{_QUOTED}|[^\s\"])++(?:[ \t]*+[!~])*+")


def separated(content: str, edits: Spans) -> Iterator[Unusual]:
    """Yield the lines in which other signs separate the names, except those with earlier edits."""
    if not any(sign in content for sign in SEPARATORS):
        return
    edited, found = sorted(start for start, _, _ in edits), list[tuple[int, int, str]]()
    for line, below in pairwise([*_LINE.finditer(content), None]):
        assert line is not None
        at = bisect_left(edited, line.start())
        if at < len(edited) and edited[at] < line.end():
            continue
        if line["listed"] is not None:
            names = _names(line["names"], usual=",")
            found += [(*line.span("names"), " ".join(each)) for each in names]
        elif below is not None and _ROW.match(below[0]):
            for names in _names(line["names"]):
                is_marked = any(each[-1] in "!~" for each in names)
                if line["r"] or is_marked or all(map(LIKELY.fullmatch, names)):
                    found.append((*line.span(), " ".join(["R", *names])))
    if found:
        yield Unusual("names are separated by other signs than spaces", found)


def _names(written: str, usual: str = "") -> Iterator[Sequence[str]]:
    """Yield the five names in a text with their marks, if they are separated unusually."""
    parts, end, signs = [""], 0, set[str]()
    for item in _ITEM.finditer(written):
        if item.start() != end:
            return
        end = item.end()
        if item[0] in SEPARATORS:
            signs.add(item[0])
            parts.append("")
        else:
            parts[-1] = item[0].strip()
    parts = parts[not parts[0] : len(parts) - (not parts[-1])]
    words = [each[0] for each in _WORD.finditer(" ".join(parts))]
    is_usual = signs <= {*usual} and len(words) == PLAYERS
    if end < len(written) or not signs or not all(parts) or is_usual:
        return
    if PLAYERS in (len(parts), len(words)):
        yield [*map(_name, parts if len(parts) == PLAYERS else words)]


def _name(written: str) -> str:
    """Return a name with its marks as the notation writes it."""
    name = written.rstrip("!~ \t")
    marks = "".join(written[len(name) :].split())
    return (name if name[:1] == '"' else quoted(name, SEPARATORS)) + marks
