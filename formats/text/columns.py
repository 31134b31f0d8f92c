"""Text in terminal columns, where East Asian characters take two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from unicodedata import category, east_asian_width, normalize

from ...findings.shown import harmless as harmless
from ...findings.shown import visible as visible  # so that boards find them here
from .tones import plain

LINE = 80
"""The width in columns at which a list is wrapped."""

_NO_COLUMN = ("Mn", "Me")


def width(text: str) -> int:
    """Return the number of columns a text takes; marks of tones take none.

    >>> from .tones import Tone, marked
    >>> width("☗し☖香"), width(marked("P0", Tone.BLUE))
    (6, 2)
    """
    text = plain(text)
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


@lru_cache(maxsize=1024)
def _width(character: str) -> int:
    if category(character) in _NO_COLUMN:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def cut(text: str, wide: int) -> str:
    """Cut a text to at most this width, with an ellipsis in place of the rest.

    >>> cut("Botan", 5), cut("Bartholomew", 5), cut("ごいた", 5)
    ('Botan', 'Bart…', 'ごい…')
    """
    if width(text) <= wide:
        return text
    while width(text) >= wide:
        text = text[:-1]
    return f"{text}…"


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    r"""Yield the rows of a table as lines, with cells aligned in columns.

    >>> print(*aligned([["player", "hand"], ["0 ごいた", "王王"]]), sep="\n")
    player    hand
    0 ごいた  王王
    """
    columns = max(map(len, rows), default=0)
    widths = [
        max(width(row[column]) for row in rows if column < len(row)) for column in range(columns)
    ]
    for row in rows:
        cells = (cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=False))
        yield "  ".join(cells).rstrip()


def as_cell(text: str) -> str:
    """Return a text that no spreadsheet reads as a formula, even one that skips leading spaces.

    >>> as_cell("ash"), as_cell("=1+1"), as_cell(" ＝1")
    ('ash', "'=1+1", "' ＝1")
    """
    shown = visible(text)
    begins = normalize("NFKC", shown).lstrip()
    return f"'{shown}" if begins.startswith(("=", "+", "-", "@")) else shown


def beside(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    r"""Place one block of lines to the right of another.

    >>> print(*beside(["1", "22"], ["a", "b", "c"]), sep="\n")
    1     a
    22    b
          c
    """
    if not left or not right:
        return iter(left or right)
    return aligned([(one, "", other) for one, other in zip_longest(left, right, fillvalue="")])


def wrapped(name: str, items: Sequence[str]) -> Iterator[str]:
    r"""Yield items after their label, on lines of at most `LINE` columns.

    >>> print(*wrapped("legal:", ["a" * 40, "b" * 30, "c"]), sep="\n")
    legal:  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa  bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
            c
    """
    line = "  ".join((name, *items[:1]))
    for item in items[1:]:
        if width(line) + 2 + width(item) > LINE:
            yield line
            line = " " * width(name)
        line += "  " + item
    yield line
