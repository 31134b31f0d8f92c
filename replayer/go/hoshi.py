"""The points that are marked on a board (hoshi)."""

from __future__ import annotations

from .points import point


def stars(columns: int, rows: int) -> tuple[str, ...]:
    """Return the marked points of a board.

    >>> len(stars(19, 19)), stars(9, 9), stars(4, 4)
    (9, ('cc', 'gc', 'ee', 'cg', 'gg'), ())
    """
    across, down = _lines(columns), _lines(rows)
    found = [(column, row) for row in down for column in across]
    if max(len(across), len(down)) == 3 and max(columns, rows) < 19:
        middle = (columns // 2, rows // 2)
        found = [each for each in found if (each[0] == middle[0]) == (each[1] == middle[1])]
    return tuple(point(*each) for each in found)


def _lines(lines: int) -> tuple[int, ...]:
    """Return the lines with marked points."""
    if lines < 7:
        return (lines // 2,) if lines == 5 else ()
    edge = 2 if lines < 13 else 3
    middle = (lines // 2,) if lines % 2 and lines > 7 else ()
    return tuple(sorted((edge, *middle, lines - 1 - edge)))
