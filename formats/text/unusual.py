"""Unusual styles that a text uses throughout, such as a Markdown table or lower-case cards.

A notation lists the styles that it understands (`Notation.unusual`). A text in one of them is read
as if it had the usual spelling, with a single note.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from .respelt import RespeltText
from .spelling import ODD_SPACE, described
from .text import Text

Spans: TypeAlias = Sequence[tuple[int, int, str]]
"""Spans of a text, in order, each with its replacement."""
Rows: TypeAlias = list[list[str]]
"""The cells of a table, row by row."""

_LINE = re.compile(r"[^\r\n]+")
_BARS = "|｜│"
_RULE = re.compile(rf"[ \t{_BARS}:-]*+")
_SEPARATED = {
    _BARS: "the table is in Markdown",
    ",，、": "the table has commas instead of spaces",
    ";；": "the table has semicolons instead of spaces",
}
_ODD = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_LEAST_SPACES = 5
_MOST_OTHERS = 2
"""How many lines, such as a title, may lack the separators that the rest of a table has."""


class Unusual(Struct, frozen=True):
    """An unusual style: what it is, and the edits that replace it with the usual one."""

    what: str
    edits: Spans


def usual(text: Text, some: Iterable[Unusual]) -> RespeltText:
    """Return a text in the usual style."""
    return RespeltText(text, sorted(one for each in some for one in each.edits))


def in_original(text: RespeltText, some: Iterable[Unusual]) -> Iterator[Unusual]:
    """Yield unusual styles found in a respelt text, with their places in the original."""
    for each in some:
        edits = [(text.origin(start), text.origin(end), new) for start, end, new in each.edits]
        yield Unusual(each.what, edits)


def composed(
    text: Text, some: Iterable[Unusual], others: Callable[[str], Iterable[Unusual]]
) -> Iterator[Unusual]:
    """Yield unusual styles, and others that appear once these are replaced."""
    found = [*some]
    if not found:
        yield from others(text.content)
        return
    respelt = usual(text, found)
    further = [*in_original(respelt, others(respelt.content))]
    spans = [(start, end) for each in further for start, end, _ in each.edits if start < end]
    inner = {at for start, end in spans for at in range(start, end)}
    for each in found:
        yield Unusual(each.what, [one for one in each.edits if one[0] not in inner])
    yield from further


def spaces(content: str, free: str) -> Iterator[Unusual]:
    """Yield the edits for odd spaces, such as U+00A0, if a text has several of them.

    `free` is a pattern for parts that may contain any spaces, except in its group `odd`, if any.
    """
    if ODD_SPACE.search(content) is None:
        return
    if " " not in content:
        found = [*_ODD.finditer(content)]
    else:
        pattern = re.compile(rf'(?m){free}|"(?:[^"\\\r\n]|\\.)*+"|({_ODD.pattern})')
        found = [each for each in pattern.finditer(content) if each.lastindex]
    spans = [each.span(each.lastindex or 0) for each in found]
    if len(spans) >= _LEAST_SPACES:
        used = dict.fromkeys(content[start] for start, _ in spans)
        called = " and ".join(described(each).partition(" ")[2] for each in used)
        edits = [(start, end, " ") for start, end in spans]
        yield Unusual(f"spaces are written as {called}", edits)


def complete(rows: Rows) -> Rows:
    """Return the rows of a table, or no rows if any cell is empty."""
    return rows if all(map(all, rows)) else []


def table(content: str, filled: Callable[[Rows], Rows] = complete) -> Iterator[Unusual]:
    r"""Yield how to turn a table in Markdown, or with commas or semicolons, into one with spaces.

    Empty cells at the end of a row are ignored. `filled` returns the rows with all other empty
    cells filled in, or no rows if their meaning is unclear.

    >>> [each.what for each in table("| a | b |\n|---|---|\n| 1 | 2 |\n")]
    ['the table is in Markdown']
    """
    lines = [each for each in _LINE.finditer(content) if each[0].strip()]
    for signs, what in _SEPARATED.items():
        sign = re.compile(f"[{signs}]")
        width = 2 if {len(each) for each in re.findall(f"[{signs}]+", content)} == {2} else 1
        rows = [each for each in lines if sign.search(each[0]) and '"' not in each[0]]
        framed = [each for each in lines if each[0].lstrip()[0] in _BARS]
        is_framed = signs == _BARS and len(framed) > 1
        rows = framed if is_framed else rows
        others = len(lines) - len(rows)
        if is_framed and others > _MOST_OTHERS + 2 * len(rows):  # such as a page with a table
            return
        if not is_framed and (len(rows) < 3 or others > _MOST_OTHERS):
            continue
        found = _edits(rows, re.compile(f"[{signs}]{{{width}}}"), width, filled)
        edits = [each for each in found if content[each[0] : each[1]] != each[2]]
        if edits:
            yield Unusual(what, edits)
        return


def _edits(
    lines: Iterable[re.Match[str]],
    sign: re.Pattern[str],
    width: int,
    filled: Callable[[Rows], Rows],
) -> Iterator[tuple[int, int, str]]:
    """Yield the edits that put spaces between the cells of a table, if all cells are clear."""
    rows = list[tuple[int, list[tuple[int, str]], int]]()
    for line in lines:
        if _RULE.fullmatch(line[0]):
            rows.append((line.start(), [], line.end()))
            continue
        at, cells = line.start(), list[tuple[int, str]]()
        for cell in sign.split(line[0]):
            word = cell.strip()
            cells.append((at + cell.index(word[:1]), word))
            at += len(cell) + width
        del cells[: not cells[0][1]]
        while cells and not cells[-1][1]:
            cells.pop()
        rows.append((line.start(), cells, line.end()))
    for (start, cells, end), words in zip(
        rows, filled([[word for _, word in cells] for _, cells, _ in rows]), strict=False
    ):
        at, between = start, ""
        for (first, written), word in zip(cells, words, strict=False):
            yield at, first, between
            if not written:
                yield first, first, word
            at, between = first + len(written), " "
        yield at, end, "".join(f" {word}" for word in words[len(cells) :])
