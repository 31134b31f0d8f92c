"""The points that are marked on a board (hoshi), and those for handicap stones."""

from __future__ import annotations

from functools import lru_cache

from .points import point


@lru_cache(maxsize=16)
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


def handicap_points(columns: int, rows: int, stones: int) -> tuple[str, ...]:
    """Return the points for 2 to 9 handicap stones, in their usual order.

    Raises ValueError if the board has too few points.

    >>> handicap_points(19, 19, 3), len(handicap_points(9, 9, 9))
    (('pd', 'dp', 'pp'), 9)
    """
    edges = [2 if lines < 13 else 3 for lines in (columns, rows)]
    left, right, top, bottom = edges[0], columns - 1 - edges[0], edges[1], rows - 1 - edges[1]
    middle = (columns // 2, rows // 2)
    corners = [(right, top), (left, bottom), (right, bottom), (left, top)]
    sides = [(left, middle[1]), (right, middle[1]), (middle[0], top), (middle[0], bottom)]
    most = 0 if min(columns, rows) < 7 else 4
    if min(columns, rows) > 8 and columns % 2 and rows % 2:
        most = 9
    if not 2 <= stones <= most:
        size = f"{columns} by {rows}"
        expected = f"points for 2 to {most} handicap stones" if most else "no handicap points"
        raise ValueError(f"a board of {size} lines has {expected}")
    found = [*corners[:stones], *sides[: max(0, stones - 4) // 2 * 2]]
    return tuple(point(*each) for each in (*found, *[middle] * (stones > 4 and stones % 2)))


def _lines(lines: int) -> tuple[int, ...]:
    """Return the lines with marked points."""
    if lines < 7:
        return (lines // 2,) if lines == 5 else ()
    edge = 2 if lines < 13 else 3
    middle = (lines // 2,) if lines % 2 and lines > 7 else ()
    return tuple(sorted((edge, *middle, lines - 1 - edge)))
