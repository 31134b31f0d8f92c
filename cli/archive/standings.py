"""Ratings as text: tables for people, and CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...archive.questions.tables import csv_text
from ...arena.ratings import Rating
from ...arena.ratings.values import Groups, RatingValues, rows
from ...formats.text.columns import aligned, visible

if TYPE_CHECKING:
    from ...arena.tournament.standings import Score


def table(groups: Groups, most: int | None = None) -> Iterator[str]:
    """Return the lines of a table for each group; groups are numbered if there are several.

    Names are cut to `most` characters.
    """
    for number, group in enumerate(groups, start=1):
        if len(groups) > 1:
            yield from (("",) if number > 1 else ())
            yield f"group {number}"
        yield from _rows(group, most)


def standings(score: Score, most: int | None = None) -> Iterator[str]:
    """Return the lines of a tournament's table, its faults, and the games set aside.

    Names are cut to `most` characters.
    """
    yield from table(score.ratings(), most)
    if score.faults:
        counted = (f"{visible(name)} {count}" for name, count in score.faults.most_common())
        yield f"games ended by a fault: {', '.join(counted)}"
    for fixture, why in score.aside.items():
        yield f"set aside: {fixture.title}: {visible(why)}"


def as_csv(groups: Groups) -> str:
    """Return ratings as CSV, with a header.

    Names are escaped, so that they cannot act as spreadsheet formulas or control a terminal.
    """
    names = list(RatingValues.__annotations__)
    return "".join(csv_text([names, *(map(dict(row).get, names) for row in rows(groups))]))


def _rows(group: Sequence[Rating], most: int | None) -> Iterator[str]:
    """Return a group as BayesElo shows it, in whole Elo points."""
    head = ["rank", "name", "elo", "+", "-", "games", "score"]
    cells = [
        [
            str(rank),
            _cut(visible(each.name), most),
            *map(_whole, (each.elo, each.plus, each.minus)),
            str(each.games),
            f"{_whole(100 * each.score)}%",
        ]
        for rank, each in enumerate(group, start=1)
    ]
    return numbers_to_the_right(head, cells, head.index("name"))


def numbers_to_the_right(
    head: Sequence[str], rows: Sequence[Sequence[str]], words: int
) -> Iterator[str]:
    """Return the lines of a table with left-aligned `words` and right-aligned numbers."""
    columns = list(zip(head, *([visible(cell) for cell in row] for row in rows), strict=True))
    padded = [
        column if at == words else [cell.rjust(max(map(len, column))) for cell in column]
        for at, column in enumerate(columns)
    ]
    return aligned(list(zip(*padded, strict=True)))


def _cut(name: str, most: int | None) -> str:
    return name if most is None or len(name) <= most else f"{name[: most - 1]}…"


def _whole(number: float) -> str:
    """Round to the nearest whole number, with halves away from 0, as BayesElo does."""
    return str(int(round(number, 6) + (0.5 if number > 0 else -0.5)))
