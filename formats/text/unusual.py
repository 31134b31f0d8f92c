"""Other ways of writing that a text uses throughout, such as a Markdown table or lower-case cards.

A notation says which ones it understands (`Notation.unusual`). A text in one of them is read as if
it had the usual spelling, with a single note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from .respelt import RespeltText
from .text import Text

Spans: TypeAlias = Sequence[tuple[int, int, str]]
"""Spans of a text, in order, each with its replacement."""

_LINE = re.compile(r"[^\r\n]+")
_MAY_BE = re.compile(r"(?m)^[ \t]*+\||^[^\s,;]++[,;]\S*+$")
_RULE = re.compile(r"[ \t|:-]*+")
_MOST_OTHERS = 2
"""How many lines of a table with commas may lack them, such as a title."""


class Unusual(Struct, frozen=True):
    """A way of writing: what it is, and the edits that give the usual one."""

    what: str
    edits: Spans


def usual(text: Text, some: Iterable[Unusual]) -> RespeltText:
    """Return a text in the usual way of writing."""
    return RespeltText(text, sorted(one for each in some for one in each.edits))


def table(content: str) -> Iterator[Unusual]:
    r"""Yield what makes a table with spaces of one in Markdown, or with commas or semicolons.

    A table with an empty cell between others is unclear.

    >>> [each.what for each in table("| a | b |\n|---|---|\n| 1 | 2 |\n")]
    ['the table is in Markdown']
    """
    if not any(sign in content for sign in "|,;") or _MAY_BE.search(content) is None:
        return
    lines = [each for each in _LINE.finditer(content) if each[0].strip()]
    barred = [each for each in lines if each[0].lstrip()[:1] == "|"]
    if len(barred) > 1:
        yield from _table("the table is in Markdown", "|", barred)
        return
    for sign, name in ((",", "commas"), (";", "semicolons")):
        rows = [each for each in lines if sign in each[0] and not {" ", '"'} & {*each[0]}]
        if len(rows) > 2 and len(lines) - len(rows) <= _MOST_OTHERS:
            yield from _table(f"the table has {name} for spaces", sign, rows)


def _table(what: str, sign: str, rows: Iterable[re.Match[str]]) -> Iterator[Unusual]:
    edits = list[tuple[int, int, str]]()
    for row in rows:
        if sign == "|" and _RULE.fullmatch(row[0]):
            edits.append((*row.span(), ""))
            continue
        cells = [each.strip() for each in row[0].split(sign)]
        at, end = row.start(), row.start() + len(row[0].rstrip(f"{sign} \t"))
        if sign == "|":
            cells = cells[1:]
            at = row.string.index(sign, at) + 1
            edits.append((row.start(), at, ""))
        while cells and not cells[-1]:
            cells.pop()
        if not all(cells):
            return
        while (at := row.string.find(sign, at, end)) >= 0:
            edits.append((at, at + 1, " "))
            at += 1
        edits.append((end, row.end(), ""))
    yield Unusual(what, edits)
