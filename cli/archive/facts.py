"""`kifu facts`: a table of facts about every round, for querying an archive."""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import Any

import click

from ...archive.questions.tables import BINARY, FORMATS, SUFFIXES, Format, write
from ...formats import PACKED, Notation, suffixes
from ..errors import Failure
from ..input.ahead import jobs_option, workers
from ..input.choosing import Choice, choosing
from ..options import OneOf, force, input_paths, notation_option, output_file
from ..output import check_target, writing
from ..terminal import is_terminal
from .facts_of import Archive, answering


@click.command
@input_paths
@notation_option("--format", "source", help="The notation of the inputs.")
@output_file
@click.option(
    "--output-format",
    "style",
    type=OneOf(FORMATS),
    help="The format of the table, unless the name after -o gives it.  [default: csv]",
)
@jobs_option
@choosing
@force
def command(
    inputs: tuple[str, ...],
    source: Notation[Any] | None,
    output: str | None,
    style: Format | None,
    jobs: int,
    choice: Choice,
    force: bool,
) -> int:
    """Make a table of facts, with one row per round.

    INPUTs are files, folders or - for standard input. The columns are the same for all games: file,
    record and round, players, options, roles, bids and declarations, result, points, length, and
    the codes of findings. docs/questions.md explains them, and how to query them with SQL.

    The suffix of the name after -o gives the format: .parquet, .arrow or .feather, .arrows (a
    stream), .csv or .jsonl. The table is written completely or not at all.

    Exit status: 0 everything was written; 2 something could not be read.
    """
    style = style or _style(output)
    if output is None and style in BINARY and is_terminal(sys.stdout):
        raise Failure(f"{style} cannot be written to a terminal: name a file (-o), or write csv")
    check_target(output, force)
    archive = Archive(choice.inputs(inputs), source and source.id, workers(jobs))
    with answering(), writing(output, force) as stream:
        write(archive.batches(), stream, style, archive.seen())
    archive.explain()
    return archive.status


def _style(path: str | None) -> Format:
    """Return the format that a file name implies. Raises Failure if it implies none."""
    if path is None:
        return "csv"
    suffix, _ = suffixes(path)
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        why = f"{path}: the format of the table is not clear from the name"
        raise Failure(f"{why}: end it in {known}, or use --output-format")
    style = SUFFIXES[suffix]
    if style in BINARY and PurePath(path).suffix.lower() in PACKED:
        raise Failure(
            f"{path}: compressed {style} could not be read back: leave out the last suffix"
        )
    return style
