"""The words of records: points, moves and set-up positions.

A point is two letters as in SGF, column then row, from the top left: `a` to `z`, then `A` to `Z`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from string import ascii_lowercase, ascii_uppercase
from typing import Literal, TypeAlias

from msgspec import Struct

from ...findings import amount
from ..rules import CHANCE

Colour: TypeAlias = Literal["B", "W"]

COLOURS: tuple[Colour, Colour] = ("B", "W")
"""The letters of players 0 and 1."""

NAMES = ("Black", "White")

LETTERS = ascii_lowercase + ascii_uppercase
"""The letters of columns and rows, in order."""

MOST = len(LETTERS)
"""The largest number of columns or rows."""

PASS = "pass"

SETUP = "setup"
"""The first word of an action that sets up stones."""


def size_in_words(columns: int, rows: int) -> str:
    """Return the size of a board: `19 lines`, `7 columns and 1 row`."""
    if columns == rows:
        return amount(columns, "line")
    return f"{amount(columns, 'column')} and {amount(rows, 'row')}"


def point(column: int, row: int) -> str:
    """Return the name of a point; columns and rows count from 0.

    >>> point(2, 26)
    'cA'
    """
    return LETTERS[column] + LETTERS[row]


_HEADS = ascii_uppercase.replace("I", "")
HEADS = (*_HEADS, *(each * 2 for each in _HEADS), "AAA", "BBB")
"""The labels of columns on boards, without `I`."""


def label(word: str, rows: int) -> str:
    """Return the label of a point on boards, where rows are numbered from the bottom.

    >>> label("cc", 9)
    'C7'
    """
    column, row = map(LETTERS.index, word)
    return f"{HEADS[column]}{rows - row}"


def labelled(word: str, rows: int) -> str:
    """Return a point as in records, and its label, so that people can find it on a board.

    >>> labelled("cc", 9), labelled("pass", 9), labelled("cz", 9)
    ('cc (C7)', 'pass', 'cz')
    """
    found = place(word)
    return f"{word} ({label(word, rows)})" if found and found[1] < rows else word


def place(word: str) -> tuple[int, int] | None:
    """Return the column and row of a point, or None if the word is not a point."""
    return _PLACES.get(word)


_PLACES = {point(column, row): (column, row) for column, row in product(range(MOST), repeat=2)}


def area(words: str) -> list[str] | None:
    """Return the points of a point, or of two corners of a rectangle; None if it is neither.

    >>> area("aa:bb"), area("a")
    (['aa', 'ba', 'ab', 'bb'], None)
    """
    first, colon, last = words.strip().partition(":")
    one, other = place(first), place(last if colon else first)
    if one is None or other is None:
        return None
    if not colon:
        return [first]
    columns, rows = (range(min(pair), max(pair) + 1) for pair in zip(one, other, strict=True))
    return [point(column, row) for row in rows for column in columns]


def actor(action: str) -> int:
    """Return the player who makes an action, or CHANCE if it sets up stones."""
    return CHANCE if action.split(" ", 1)[0] == SETUP else int(action.lstrip()[:1] in ("W", "w"))


class Setting(Struct, frozen=True, omit_defaults=True):
    """A change of the position: stones, points without a stone, and whose turn it is."""

    black: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    turn: Colour | None = None

    @property
    def stones(self) -> Iterator[tuple[int, str]]:
        """Each change as a number (0 black, 1 white, 2 empty) and a point."""
        for number, points in enumerate((self.black, self.white, self.empty)):
            yield from ((number, each) for each in points)

    def words(self) -> str:
        """Return the change in words; `setting` reads them back.

        >>> Setting(black=("cc", "dd"), empty=("ee",), turn="W").words()
        'B cc dd; empty ee; turn W'
        """
        parts = zip(_KINDS, (self.black, self.white, self.empty), strict=True)
        found = [f"{kind} {' '.join(points)}" for kind, points in parts if points]
        return "; ".join([*found, *([] if self.turn is None else [f"turn {self.turn}"])])


_KINDS = ("B", "W", "empty")


def setting(words: str) -> Setting:
    """Return the change of a position that `words` describe.

    Raises ValueError if they do not have this form; the points need not be on the board.
    """
    values: dict[str, tuple[str, ...]] = {}
    for part in words.split(";") if words.strip() else ():
        kind, *points = part.split()
        fits = all(map(place, points)) if kind != "turn" else points in (["B"], ["W"])
        if not points or not fits or kind not in (*_KINDS, "turn") or kind in values:
            raise ValueError(part.strip())
        values[kind] = tuple(points)
    black, white, empty = (values.get(kind, ()) for kind in _KINDS)
    turn: Colour | None = None
    if "turn" in values:
        turn = "W" if values["turn"] == ("W",) else "B"
    return Setting(black, white, empty, turn)
