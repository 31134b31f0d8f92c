"""Names separated by other characters than spaces, or in quotes or brackets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ....replayer.mighty.cards import PLAYERS
from ...text.lines import unquoted
from ...text.unusual import Spans, Unusual
from .lines import ROW, SEPARATORS, SIGNS, written_name
from .names import LIKELY

_LINE = re.compile(
    r"(?m)^[ \t]*+(?:(?P<listed>Players:)|(?P<r>R[ \t,;|、，；｜]))?[ \t]*+(?P<names>[^\r\n]++)"
)
_ROW = re.compile(rf"[ \t]*+(?:{ROW})")
_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_ITEM = re.compile(rf'(?:{_QUOTED}|[^"{SEPARATORS}]++)++|[{SEPARATORS}]')
_WORD = re.compile(rf"(?:{_QUOTED}|[^\s\"])++(?:[ \t]*+[!~])*+")
_LABEL = r"P?(?P<label>[0-9])[ \t]*+[=:][ \t]*+"
_PAIRS = "|".join(f"{one}(?P<q{at}>[^{one}{two}]++){two}" for at, (one, two) in enumerate(SIGNS))
_ENCLOSED = re.compile(
    rf"(?:{_LABEL})?(?:{_PAIRS}|(?P<plain>{_QUOTED}|[^\s\"(){SEPARATORS}]++))"
    rf"(?:[ \t]*+[{SEPARATORS}][ \t]*+|[ \t]++|\Z)"
)
_LISTED = re.compile(r"(?:\[([^][]*+)\]|\{([^{}]*+)\})[ \t]*+\Z")
_LABELS = ("01234", "12345")


def separated(content: str, edits: Spans) -> Iterator[Unusual]:
    """Yield the edits for names in `Players` or in the head of a table.

    Lines with earlier edits are left out.
    """
    edited, found = sorted(start for start, _, _ in edits), list[tuple[int, int, str]]()
    bare = list[tuple[int, int, str]]()
    for line in _LINE.finditer(content) if "Players:" in content else ():
        if line["listed"] is not None and (names := _bare(line["names"])):
            bare.append((*line.span("names"), " ".join(map(written_name, names))))
    if bare:
        yield Unusual("names have quotes or brackets around them", bare)
    if not any(sign in content for sign in SEPARATORS):
        return
    edited = sorted([*edited, *(start for start, _, _ in bare)])
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
        yield Unusual("names are separated by other characters than spaces", found)


def _names(written: str, usual: str = "") -> Iterator[Sequence[str]]:
    """Yield the five names in a string with their marks, if they are separated unusually."""
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
    return (name if name[:1] == '"' else written_name(name)) + marks


def _bare(written: str) -> Sequence[str]:
    """Return the five names in a list that is in brackets, or has quotes or seats at each name."""
    listed = _LISTED.match(written)
    body = written.rstrip() if listed is None else (listed[1] or listed[2] or "").strip()
    items, at = list[re.Match[str]](), 0
    while len(items) < PLAYERS and (item := _ENCLOSED.match(body, at)):
        items.append(item)
        at = item.end()
    if at < len(body) or len(items) < PLAYERS:
        return ()
    labels = "".join(each["label"] or "" for each in items)
    is_quoted = all(each["plain"] is None for each in items)
    if labels not in _LABELS and (labels or not (listed or is_quoted)):
        return ()
    return [unquoted(each["plain"]) if each["plain"] else _inner(each) for each in items]


def _inner(item: re.Match[str]) -> str:
    return next(text for at in range(len(SIGNS)) if (text := item[f"q{at}"]))
