"""`kifu stats`: statistics about an archive, and SQL queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import chain, groupby
from math import isfinite
from typing import Any, cast

import click

from ...archive.questions.chart import chart
from ...archive.questions.database import Answer
from ...archive.questions.statistics import GameStatistics, Length, statistics, values
from ...archive.questions.tables import csv_text
from ...findings import amount
from ...formats import Notation
from ...formats.text.columns import aligned, visible
from ...replayer.points import as_number
from ..errors import Failure
from ..input.ahead import jobs_option, workers
from ..input.choosing import Choice, choosing
from ..options import OneOf, force, input_paths, notation_option, output_file
from ..output import check_target, json_text, write
from .facts_of import Archive, answering, database, facts_option, where_option
from .standings import numbers_to_the_right

STYLES = ("table", "json", "svg", "csv")


@click.command
@input_paths
@facts_option
@where_option
@click.option("--sql", "query", metavar="SELECT", help="Answer this query on `facts` instead.")
@notation_option("--format", "source", help="The notation of the inputs.")
@click.option(
    "--output-format",
    "style",
    type=OneOf(STYLES),
    help="The output format; svg draws a chart, csv needs --sql.  [default: table]",
)
@output_file
@jobs_option
@choosing
@force
def command(
    inputs: tuple[str, ...],
    made: str | None,
    conditions: tuple[str, ...],
    query: str | None,
    source: Notation[Any] | None,
    style: str | None,
    output: str | None,
    jobs: int,
    choice: Choice,
    force: bool,
) -> int:
    """Show statistics about an archive.

    They cover lengths, results, points, bids, declarations, options and findings. INPUTs are files,
    folders or - for standard input; --facts replaces them. The SQL dialect is DuckDB's;
    docs/questions.md explains the columns. Queries can access nothing but the facts.

    Exit status: 0 success; 2 something could not be read, or the query could not be answered.
    """
    if query is not None and conditions:
        raise click.UsageError(
            "--sql and --where cannot be used together: a SELECT has its own WHERE"
        )
    style = style or "table"
    if style == ("svg" if query is not None else "csv"):
        how = "cannot" if query is not None else "can only"
        raise click.UsageError(f"{style} {how} be used with --sql")
    if made is not None and inputs:
        raise click.UsageError("--facts and INPUTs cannot be used together")
    check_target(output, force)
    chosen = [] if made is not None else choice.inputs(inputs)
    archive = Archive(chosen, source and source.id, workers(jobs))
    with database(archive, made, conditions, query) as facts, answering():
        if query is not None:
            write(_answered(facts.ask(query), style), output, force)
        else:
            write(_written(statistics(facts, conditions), style), output, force)
    return archive.status


def _written(found: Sequence[GameStatistics], style: str) -> Iterator[str]:
    """Yield the text of the statistics."""
    match style:
        case "json":
            yield json_text(values(found), indent=2) + "\n"
        case "svg":
            yield chart(found)
        case _:
            yield from (f"{line}\n" for line in tables(found))


# Answers to queries


def _answered(answer: Answer, style: str) -> Iterator[str]:
    """Yield the text of an answer, piece by piece; only tables for people are held in memory."""
    match style:
        case "json":
            yield from _as_json(answer)
        case "csv":
            yield from csv_text(chain([answer.columns], (map(_flat, row) for row in answer.rows)))
        case _:
            rows = [[_shown(each) for each in row] for row in answer.rows]
            heading = [visible(each) for each in answer.columns]
            yield from (f"{line}\n" for line in aligned([heading, *rows]))


def _as_json(answer: Answer) -> Iterator[str]:
    """Yield a JSON list, one object per line; raises Failure if two columns share a name."""
    for name, times in Counter(answer.columns).items():
        if times > 1:
            raise Failure(f"--sql: {times} columns are called {visible(name)}: rename them with AS")
    before = "[\n"
    for row in answer.rows:
        pairs = zip(answer.columns, map(_plain, row), strict=True)
        yield f"{before}  {json_text(dict(pairs))}"
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def _shown(value: object) -> str:
    """Return a value as shown in a table for people."""
    return "" if value is None else visible(str(_flat(value)))


def _flat(value: object) -> object:
    """Return a value for one cell, with lists and structs as JSON."""
    if isinstance(value, float):
        return as_number(value)  # also nan and the like, which JSON lacks
    plain = _plain(value)
    if isinstance(plain, list | dict):
        return json_text(plain)
    return plain


def _plain(value: object) -> object:
    """Return a SQL value as a JSON value."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return as_number(value) if isfinite(value) else None
        case Decimal():
            return _plain(float(value))
        case list() | tuple():
            return [_plain(each) for each in cast("Sequence[object]", value)]
        case dict():
            pairs = cast("Mapping[object, object]", value).items()
            return {str(key): _plain(each) for key, each in pairs}
        case _:
            return str(value)


MOST = 20
"""The maximum number of lines to show from each table; JSON has them all."""


def tables(found: Sequence[GameStatistics]) -> Iterator[str]:
    """Yield the lines of each game's tables."""
    if not found:
        yield "no records"
    for number, each in enumerate(found):
        if number:
            yield ""
        yield from _of_game(each)


def _of_game(found: GameStatistics) -> Iterator[str]:
    counted = (amount(found.records, "record"), amount(found.rounds, "round"))
    wrong = f", {found.wrong} of them with errors" if found.wrong else ""
    name = found.game or "unknown game"
    yield f"{name}: {', '.join(counted)}{wrong}, {amount(found.plies, 'ply')}"
    if found.lengths:
        yield ""
        yield f"length in plies: {_length(found.lengths)}"
    results = [(each.result or "no result", each.rounds) for each in found.results]
    yield from _counts("result", "rounds", results)
    seats = [
        (str(each.player), each.rounds, each.won, each.points, each.scored)
        for each in found.players
    ]
    yield from _wins("player", seats)
    parts = [(each.role, each.rounds, each.won, each.points, each.rounds) for each in found.roles]
    yield from _wins("role", parts)
    yield from _counts("points", "times", [(str(each.points), each.times) for each in found.points])
    yield from _counts("bid", "times", [(each.bid, each.times) for each in found.bids])
    for kind, declared in groupby(found.declarations, key=lambda each: each.kind):
        yield from _counts(kind, "times", [(each.what, each.times) for each in declared])
    judged = [
        [
            each.player,
            str(each.decisions),
            f"{each.accuracy:.1f}%",
            "" if each.loss is None else f"{each.loss:.2f}",
        ]
        for each in found.accuracies
    ]
    yield from _rows(["player", "decisions", "accuracy", "mean loss"], judged)
    options = [(f"{each.option} = {each.value}", each.records) for each in found.options]
    yield from _counts("option", "records", options, found.records)
    rows = [[each.code, str(each.records), str(each.rounds)] for each in found.codes]
    yield from _rows(["code", "records", "rounds"], rows)


def _length(lengths: Sequence[Length]) -> str:
    """Return the minimum, the quartiles, the maximum and the mean as text."""
    rounds = sum(each.rounds for each in lengths)
    mean = sum(each.plies * each.rounds for each in lengths) / rounds
    quartiles = [quantile(lengths, share) for share in (0.25, 0.5, 0.75)]
    least, most = lengths[0].plies, lengths[-1].plies
    half = f"half of them {quartiles[0]} to {quartiles[2]}, median {quartiles[1]}"
    return f"{least} to {most}, {half}, mean {mean:.1f}"


def quantile(lengths: Sequence[Length], share: float) -> int:
    """Return the smallest length that at least this share of rounds does not exceed.

    >>> quantile([Length(3, 2), Length(5, 1), Length(9, 1)], 0.5)
    3
    """
    due, counted = share * sum(each.rounds for each in lengths), 0
    for each in lengths:
        counted += each.rounds
        if counted >= due:
            return each.plies
    raise ValueError("no lengths known")


def _counts(
    what: str, of: str, counts: Sequence[tuple[str, int]], total: int | None = None
) -> Iterator[str]:
    """Return a table of counts, each with its share of the total, by default their sum."""
    total = sum(count for _, count in counts) if total is None else total
    rows = [[name, str(count), f"{count / total:.1%}"] for name, count in counts]
    yield from _rows([what, of, "share"], rows)


def _wins(what: str, rows: Sequence[tuple[str, int, int, int | float, int]]) -> Iterator[str]:
    """Return a table of rounds won and points, by player or by role."""
    cells = [
        [name, str(rounds), str(won), f"{won / rounds:.1%}"]
        + ([str(points), f"{points / scored:.1f}"] if scored else ["", ""])
        for name, rounds, won, points, scored in rows
    ]
    yield from _rows([what, "rounds", "won", "share", "points", "a round"], cells)


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Return a table with its numbers right-aligned."""
    if not rows:
        return
    yield ""
    yield from numbers_to_the_right(head, rows[:MOST], 0)
    if len(rows) > MOST:
        yield f"and {len(rows) - MOST} more (--output-format json has them all)"
