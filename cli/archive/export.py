"""`kifu export`: a table of decisions, for programs that learn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

import click
from msgspec import Struct

from ...archive.anonymous import pseudonyms_key
from ...archive.decisions.card import Choices, WrongTable, card_path
from ...archive.decisions.output import Table
from ...archive.decisions.rows import Exporting, Part
from ...archive.decisions.tables import FORMATS, SUFFIXES, Format
from ...archive.files import STANDARD_INPUT
from ...archive.questions.database import matching_rounds
from ...archive.questions.installed import NotInstalled, numpy, pyarrow
from ...archive.reading.inputs import Input, record_label
from ...findings import amount
from ...formats import Notation, UnknownNotation, suffixes
from ..convert.losses import Losses
from ..errors import CLEAN, FAILED, FOUND, Failure, reason, refusing, say
from ..input.ahead import FAR, Ahead, Job, jobs_option, require_parts, scheduler_option, workers
from ..input.choosing import Choice, choosing
from ..options import OneOf, anonymise_option, force, input_paths, notation_option, output_file
from ..output import check_target, is_device, writing
from ..terminal import bytes_read, records_read, tracked
from .facts_of import Archive, answering, database, read_twice, where_option


def _seats(context: click.Context, option: click.Parameter, value: str | None) -> frozenset[int]:
    if value is None:
        return frozenset()
    try:
        found = frozenset(map(int, value.split(",")))
    except ValueError:
        found = frozenset({-1})
    if not found <= frozenset(range(256)):
        raise click.BadParameter(f"{value!r}: write seats such as 0,2")
    return found


def _split(context: click.Context, option: click.Parameter, value: str | None) -> dict[str, float]:
    found: dict[str, float] = {}
    for each in value.split(",") if value is not None else []:
        name, _, share = each.partition("=")
        if name in found:
            raise click.BadParameter(f"{value!r} has the name {name!r} twice")
        try:
            found[name] = float(share)
        except ValueError:
            found[""] = 0
        if not name.isidentifier() or not 0 < found[name] <= 1:
            raise click.BadParameter(f"{each!r}: write names and shares: train=0.9,test=0.1")
    if found and abs(sum(found.values()) - 1) > 1e-9:
        raise click.BadParameter(f"{value!r}: the shares add up to {sum(found.values()):g}, not 1")
    return found


@click.command
@input_paths
@notation_option("--format", "source", help="The notation of the inputs.")
@output_file
@click.option(
    "--output-format",
    "style",
    type=OneOf(FORMATS),
    help="The format of the table, unless the name after -o gives it.",
)
@click.option("--seats", metavar="N,...", callback=_seats, help="Export only these seats (from 0).")
@where_option
@click.option(
    "--split",
    metavar="NAME=SHARE,...",
    callback=_split,
    help="Divide the records into files: train=0.9,test=0.1. Equal records are in the same file.",
)
@click.option(
    "--shard-size",
    "shard",
    type=click.IntRange(min=1),
    metavar="MB",
    help="Begin a new file whenever one has this many megabytes of rows, before compression.",
)
@click.option("--perfect", is_flag=True, help="Add a column with everything that is hidden.")
@anonymise_option
@click.option("--strict", is_flag=True, help="Stop at the first record that has to be left out.")
@jobs_option
@scheduler_option
@choosing
@force
@click.option("-v", "--verbose", is_flag=True, help="Report every record that is left out.")
def command(
    inputs: tuple[str, ...],
    source: Notation[Any] | None,
    output: str | None,
    style: Format | None,
    seats: frozenset[int],
    conditions: tuple[str, ...],
    split: dict[str, float],
    shard: int | None,
    perfect: bool,
    anonymise: bool,
    strict: bool,
    jobs: int,
    scheduler: str | None,
    choice: Choice,
    force: bool,
    verbose: bool,
) -> int:
    """Make a table of decisions, for programs that learn.

    INPUTs are files, folders or - for standard input. A row has what the player saw, might do and
    did, and the points of the round. The suffix of the name after -o gives the format: .parquet,
    .arrow, .npz or .jsonl. A data card in JSON beside it says what the columns mean, and `kifu
    import` restores the records. docs/learning.md explains both.

    Exit status: 0 everything was written; 1 records were left out, because they break a rule or
    cannot be encoded; 2 something could not be done. Files are complete, or are not written.
    """
    if output is None:
        raise click.UsageError("missing -o FILE")
    style = style or SUFFIXES.get(suffixes(output)[0])
    if style is None:
        why = f"{output}: the format of the table is not clear from the name"
        raise Failure(f"{why}: end it in {', '.join(SUFFIXES)}, or use --output-format")
    if is_device(output):
        raise Failure(f"{output}: this is not a file, so its data card has no place")
    if scheduler is not None:
        require_parts({"standard input (-)": STANDARD_INPUT in inputs})
    check_target(card_path(output), force)
    if not split and shard is None:
        check_target(output, force)
    with refusing(NotInstalled):
        pyarrow("", "tables")
        numpy()
    choices = Choices(sorted(seats), conditions, split, perfect, anonymise)
    work = Exporting(seats, perfect, pseudonyms_key() if anonymise else None)
    identifier = source and source.id
    job = Job(lambda: work, Part.behind, _alone(work, identifier))
    sizes = None if scheduler is None else FAR
    ahead = Ahead(identifier, job, workers(jobs, scheduler), sizes)
    export = _Export(ahead, Losses(verbose), strict, verbose)
    with ExitStack() as open_files:
        chosen, rounds = choice.inputs(inputs), None
        if conditions:
            chosen = open_files.enter_context(read_twice(chosen))
            archive = Archive(chosen, identifier, workers(jobs))
            with database(archive, None, conditions) as facts, answering():
                rounds = matching_rounds(facts, conditions)
        opens = partial(writing, force=force)
        size = None if shard is None else shard * 1_000_000
        with refusing(WrongTable), Table(output, style, choices, opens, size, rounds) as table:
            for part, label in export.parts(chosen):
                table.add(part, label)
    export.explain()
    if not table.card.files:
        say(f"there is no decision to write: {output} was not written")
    if table.card.without_rows and not (seats or conditions):
        say(f"{amount(table.card.without_rows, 'record')} without a decision left out")
    return export.status


def _alone(work: Exporting, identifier: str | None) -> Callable[[Input], Iterator[Part]]:
    """Return a function that does the work on an input in this process."""
    return lambda source: work.values(source.to_read(identifier).by_piece("lines", bytes_read))


class _Export(Struct):
    """Rows of inputs on their way into a table; `status` is the exit status so far."""

    ahead: Ahead[Part, Part]
    losses: Losses
    strict: bool
    verbose: bool
    status: int = CLEAN
    refused: int = 0
    first: str = ""
    skipped: int = 0

    def parts(self, inputs: Sequence[Input]) -> Iterator[tuple[Part, str]]:
        """Yield the rows of all inputs, with their labels; unreadable inputs are reported.

        Raises Failure if a record is left out, if strict.
        """
        for source, parts in tracked(self.ahead.items(inputs), [each.path for each in inputs]):
            try:
                for part in parts:
                    self._refuse(part, source.label)
                    records_read(len(part.records))
                    for each in part.records:
                        self.losses.left_out(record_label(source.label, each.number), each.left_out)
                    yield part, source.label
            except UnknownNotation:
                self.skipped += 1
            except OSError as error:
                say(reason(error))
                self.status = FAILED

    def _refuse(self, part: Part, label: str) -> None:
        """Count the records that are left out."""
        for number, why in part.refused:
            said = f"{record_label(label, number)}: {why}"
            if self.strict:
                raise Failure(f"{said} (--strict stops at the first such record)")
            if self.verbose:
                say(said)
            self.refused, self.first = self.refused + 1, self.first or said
            self.status = max(self.status, FOUND)

    def explain(self) -> None:
        """Report what was left out."""
        self.losses.say()
        if self.refused and not self.verbose:
            say(f"{amount(self.refused, 'record')} left out; the first: {self.first}")
        if self.skipped:
            say(f"skipped (not records): {self.skipped}")
