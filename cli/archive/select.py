"""`kifu select`: the records of an archive for which a condition holds."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import chain
from typing import Any

import click

from ...archive.questions.matching import matching
from ...formats import Notation
from ..convert.targets import Target, target_option
from ..errors import FAILED, say
from ..input.choosing import Choice, choosing
from ..input.jobs import jobs_option, workers
from ..options import force, input_paths, notation_option, output_file
from ..output.writing import check_target, writing
from .facts_of import Archive, answering, database, facts_option, read_twice, require_unchanged
from .selection import Selection


@click.command
@input_paths
@click.option(
    "--where",
    "conditions",
    multiple=True,
    required=True,
    metavar="SQL",
    help="Records with a round for which this holds; several must hold for the same round.",
)
@click.option("--all", "every_round", is_flag=True, help="It must hold for all rounds of a record.")
@facts_option
@target_option("; without it, records are written as they stand")
@notation_option("--format", "source", help="The notation of the inputs.")
@output_file
@jobs_option
@choosing
@force
@click.option("-v", "--verbose", is_flag=True, help="Name every record that loses something.")
def command(
    inputs: tuple[str, ...],
    conditions: tuple[str, ...],
    every_round: bool,
    made: str | None,
    target: str | None,
    source: Notation[Any] | None,
    output: str | None,
    jobs: int,
    choice: Choice,
    force: bool,
    verbose: bool,
) -> int:
    """Write the records for which a condition holds.

    INPUTs are files, folders or - for standard input. They are read for their facts, unless --facts
    has these, and those with records that match once more. The SQL is that of DuckDB, over the
    columns that docs/questions.md explains. A record matches if one of its rounds does.

    Records are written as they stand, right or wrong. So all must be in one notation, unless --to
    names the one to write. Several records in JSON stand one a line.

    Exit status: 0 all that match are written; 2 something could not be read or written.
    """
    check_target(output, force)
    with ExitStack() as open_files:
        named = choice.inputs(inputs)
        if made is not None:
            require_unchanged(made, Archive(named))
        chosen = open_files.enter_context(read_twice(named))
        archive = Archive(chosen, source and source.id, workers(jobs))
        with database(archive, made, conditions) as facts, answering():
            found = matching(facts, conditions, every_round=every_round)
        wanted = None if target is None else Target(target, output)
        selection = Selection(archive, found, made, wanted, output, verbose)
        texts = selection.texts()
        first = next(texts, None)
        if first is not None:
            with writing(output, force) as stream:
                for each in chain([first], texts):
                    stream.write(each)
        elif archive.status != FAILED:
            say("no record matches")
        selection.losses.say()
    return archive.status
