"""`kifu convert`: records from one notation to another of the same game."""

from __future__ import annotations

from typing import Any

import click

from ...formats import Notation
from ..errors import say
from ..input.choosing import Choice, choosing
from ..input.jobs import jobs_option, workers
from ..options import encoding_option, force, input_paths, notation_option, output_file
from ..values import any_folder
from .conversion import Conversion
from .losses import Losses
from .targets import Target, target_option


@click.command
@input_paths
@target_option("; the name after -o tells it, too")
@notation_option("--from", "source", help="The notation of the inputs.")
@output_file
@encoding_option("the first that the notation lists")
@click.option(
    "-d",
    "--directory",
    metavar="FOLDER",
    shell_complete=any_folder,
    help="Write a file here for each input.",
)
@choosing
@click.option("--join", is_flag=True, help="Make one record of the views of its players.")
@click.option("--strict", is_flag=True, help="Refuse what cannot be converted without loss.")
@force
@jobs_option
@click.option("-v", "--verbose", is_flag=True, help="Name every record that loses something.")
def command(
    inputs: tuple[str, ...],
    target: str | None,
    source: Notation[Any] | None,
    output: str | None,
    encoding: str | None,
    directory: str | None,
    choice: Choice,
    join: bool,
    strict: bool,
    force: bool,
    jobs: int,
    verbose: bool,
) -> int:
    """Convert records to another notation of their game.

    INPUTs are files, folders or - for standard input. Without --to, the name of the file after -o
    tells the notation. What it cannot hold is named on standard error, summed up over all records.
    A file is written whole or not at all, and takes nothing from an input with a record that cannot
    be read whole. To standard output, each record is written as soon as it is read. A notation that
    holds only what one player saw is written for each player in turn, with -d into a file for each.

    Exit status: 0 all is written; 1 an input breaks the syntax or the schema of its notation:
    records that can be read whole are written, mended as the findings say; 2 something could not be
    done. Whether the play is right is for `kifu validate` to say.
    """
    if output is not None and directory is not None:
        raise click.UsageError("-o and -d exclude each other")
    if join and directory is not None:
        raise click.UsageError("--join and -d exclude each other")
    if target is None and output is None:
        raise click.UsageError(
            "--to NOTATION is missing: only the name of a file after -o tells it"
        )
    aim = Target(target, output, encoding)
    conversion = Conversion(aim, source, strict, Losses(verbose), workers(jobs))
    # All inputs are found before anything is written, which may be in one of the folders.
    found = choice.inputs(inputs)
    if join:
        conversion.joined(found, output, force)
    elif directory is not None:
        conversion.into_folder(found, directory, force)
    elif output is not None:
        conversion.into_file(found, output, force)
    else:
        conversion.into_stream(found)
    conversion.losses.say()
    if conversion.skipped:
        say(f"passed over, as they are no records: {conversion.skipped}")
    return conversion.status
