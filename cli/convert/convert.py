"""`kifu convert`: convert records from one notation to another of the same game."""

from __future__ import annotations

from typing import Any

import click

from ...archive.anonymous import pseudonyms_key
from ...findings import amount
from ...formats import Notation
from ..errors import say
from ..input.ahead import jobs_option, workers
from ..input.choosing import Choice, choosing
from ..options import (
    anonymise_option,
    any_folder,
    encoding_option,
    force,
    input_paths,
    notation_option,
    output_file,
)
from .conversion import Conversion
from .losses import Losses
from .targets import Target, target_option


@click.command
@input_paths
@target_option("; the name after -o can also give it")
@notation_option("--from", "source", help="The notation of the inputs.")
@output_file
@encoding_option("the notation's default")
@click.option(
    "-d",
    "--directory",
    metavar="FOLDER",
    shell_complete=any_folder,
    help="Write a file for each input to this folder.",
)
@choosing
@click.option("--join", is_flag=True, help="Join the views of a record's players into one record.")
@click.option(
    "--strict", is_flag=True, help="Refuse records that cannot be converted without loss."
)
@anonymise_option
@force
@jobs_option
@click.option("-v", "--verbose", is_flag=True, help="Report the losses of each record.")
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
    anonymise: bool,
    force: bool,
    jobs: int,
    verbose: bool,
) -> int:
    """Convert records to another notation of their game.

    INPUTs are files, folders or - for standard input. Without --to, the name of the file after -o
    gives the notation. Losses are totalled over all records and reported on standard error. A file
    is written completely or not at all, and contains nothing from an input with a record that
    cannot be read completely. On standard output, each record is written as soon as it is read. If
    the notation holds only one player's view, each record is written once per player; with -d, to a
    file per player.

    Exit status: 0 everything was written; 1 an input breaks the syntax or the schema of its
    notation: records that can be read completely were written, corrected as the findings say; 2
    something could not be done. `kifu validate` checks whether the play is legal.
    """
    if output is not None and directory is not None:
        raise click.UsageError("-o and -d cannot be used together")
    if join and directory is not None:
        raise click.UsageError("--join and -d cannot be used together")
    if target is None and output is None:
        raise click.UsageError("missing --to NOTATION, or a file name after -o that implies one")
    aim = Target(target, output, encoding)
    pseudonyms = pseudonyms_key() if anonymise else None
    conversion = Conversion(aim, source, strict, Losses(verbose), workers(jobs), pseudonyms)
    # Find all inputs before anything is written, as the output may be in one of their folders.
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
    left_out = conversion.found - conversion.written
    if left_out and conversion.found > 1:
        say(f"left out: {left_out} of {amount(conversion.found, 'record')} read")
    if conversion.skipped:
        say(f"skipped (not records): {conversion.skipped}")
    return conversion.status
