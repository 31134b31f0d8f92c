"""Text in the columns of a terminal, where the characters of East Asia take two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import category, east_asian_width

_NO_COLUMN = ("Mn", "Me")


def visible(text: str) -> str:
    r"""Text without anything that a terminal would obey: such characters become escapes.

    >>> print(visible("し\x1b[31m \udc82"))
    し\x1b[31m \udc82
    """
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable() or category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode("ascii")


def width(text: str) -> int:
    """The number of columns that a text takes.

    >>> width("☗し☖香")
    6
    """
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if category(character) in _NO_COLUMN:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    r"""The rows of a table as lines, their cells below one another.

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
