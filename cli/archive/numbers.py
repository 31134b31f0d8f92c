"""Statistics as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ...archive.questions.statistics import GameStatistics, Length
from ...findings import amount
from ...formats.text.columns import aligned, visible

MOST = 20
"""So many lines of each table are shown; JSON has them all."""


def tables(found: Sequence[GameStatistics]) -> Iterator[str]:
    """The lines of the tables of each game."""
    if not found:
        yield "no record"
    for number, each in enumerate(found):
        if number:
            yield ""
        yield from _of_game(each)


def _of_game(found: GameStatistics) -> Iterator[str]:
    counted = (amount(found.records, "record"), amount(found.rounds, "round"))
    wrong = f", {found.wrong} of them with errors" if found.wrong else ""
    name = found.game or "of no known game"
    yield f"{name}: {', '.join(counted)}{wrong}, {amount(found.plies, 'ply')}"
    if found.lengths:
        yield ""
        yield f"length in plies: {_length(found.lengths)}"
    results = [(each.result or "not known", each.rounds) for each in found.results]
    yield from _counts("result", "rounds", results)
    seats = [(str(each.player), each.rounds, each.won, each.points) for each in found.players]
    yield from _wins("player", seats)
    parts = [(each.role, each.rounds, each.won, each.points) for each in found.roles]
    yield from _wins("role", parts)
    yield from _counts("points", "times", [(str(each.points), each.times) for each in found.points])
    yield from _counts("bid", "times", [(each.bid, each.times) for each in found.bids])
    for kind, declared in groupby(found.declarations, key=lambda each: each.kind):
        yield from _counts(kind, "times", [(each.what, each.times) for each in declared])
    options = [(f"{each.option} = {each.value}", each.records) for each in found.options]
    yield from _counts("option", "records", options)
    rows = [[each.code, str(each.records), str(each.rounds)] for each in found.codes]
    yield from _rows(["code", "records", "rounds"], rows)


def _length(lengths: Sequence[Length]) -> str:
    """The least, the quartiles, the most and the mean."""
    rounds = sum(each.rounds for each in lengths)
    mean = sum(each.plies * each.rounds for each in lengths) / rounds
    quartiles = [quantile(lengths, share) for share in (0.25, 0.5, 0.75)]
    least, most = lengths[0].plies, lengths[-1].plies
    half = f"half of them {quartiles[0]} to {quartiles[2]}, the median {quartiles[1]}"
    return f"{least} to {most}, {half}, the mean {mean:.1f}"


def quantile(lengths: Sequence[Length], share: float) -> int:
    """The least length that at least this share of rounds does not exceed.

    >>> quantile([Length(3, 2), Length(5, 1), Length(9, 1)], 0.5)
    3
    """
    due, counted = share * sum(each.rounds for each in lengths), 0
    for each in lengths:
        counted += each.rounds
        if counted >= due:
            return each.plies
    raise ValueError("there is no length")


def _counts(what: str, of: str, counts: Sequence[tuple[str, int]]) -> Iterator[str]:
    """A table of counts, each with its share of all."""
    total = sum(count for _, count in counts)
    rows = [[name, str(count), f"{count / total:.1%}"] for name, count in counts]
    yield from _rows([what, of, "share"], rows)


def _wins(what: str, rows: Sequence[tuple[str, int, int, int | float]]) -> Iterator[str]:
    """A table of rounds won and points, of players or of roles."""
    cells = [
        [name, str(rounds), str(won), f"{won / rounds:.1%}", str(points), f"{points / rounds:.1f}"]
        for name, rounds, won, points in rows
    ]
    yield from _rows([what, "rounds", "won", "share", "points", "a round"], cells)


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table, its numbers to the right."""
    if not rows:
        return
    yield ""
    cells = [[visible(each) for each in row] for row in rows[:MOST]]
    columns = list(zip(head, *cells, strict=True))
    padded = [
        column if number == 0 else [cell.rjust(max(map(len, column))) for cell in column]
        for number, column in enumerate(columns)
    ]
    yield from aligned(list(zip(*padded, strict=True)))
    if len(rows) > MOST:
        yield f"and {len(rows) - MOST} more (--output-format json has them all)"
