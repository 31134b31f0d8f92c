"""`kifu convert`: records from one notation to another of the same game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

import click

from ..formats import PACKED, Notation, UnknownNotation, suffixes
from ..replayer import joined
from .choosing import Choice, choosing
from .errors import CLEAN, FAILED, FOUND, Failure, reason, say
from .inputs import Input
from .options import force, input_paths, notation_option, output_file
from .records import read_all
from .values import any_folder
from .writing import check_target, has_lines, say_losses, write


@click.command
@input_paths
@notation_option("--to", "target", required=True, help="The notation to write.")
@notation_option("--from", "source", help="The notation of the inputs.")
@output_file
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
def command(
    inputs: tuple[str, ...],
    target: Notation[Any],
    source: Notation[Any] | None,
    output: str | None,
    directory: str | None,
    choice: Choice,
    join: bool,
    strict: bool,
    force: bool,
) -> int:
    """Convert records to another notation of their game.

    INPUTs are files, folders or - for standard input. What the notation cannot hold is named on
    standard error. A file is written whole or not at all. A notation that holds only what one
    player saw is written for each player in turn, with -d into a file for each.

    Exit status: 0 all is written; 1 an input breaks the syntax or the schema of its notation:
    records that can be read whole are written, mended as the findings say; 2 something could not be
    done. Whether the play is right is for `kifu validate` to say.
    """
    if output is not None and directory is not None:
        raise click.UsageError("-o and -d exclude each other")
    conversion = Conversion(target, source, strict)
    # All inputs are found before anything is written, which may be in one of the folders.
    found = choice.inputs(inputs)
    if join:
        if directory is not None:
            raise click.UsageError("--join and -d exclude each other")
        conversion.joined(found, output, force)
    elif directory is not None:
        conversion.into_folder(found, directory, force)
    else:
        conversion.into_one(found, output, force)
    if conversion.skipped:
        say(f"passed over, as they are no records: {conversion.skipped}")
    return conversion.status


class Conversion:
    """Writes records in another notation.

    `status` is the exit status so far, `skipped` counts the files in folders that are no records.
    """

    def __init__(self, target: Notation[Any], source: Notation[Any] | None, strict: bool) -> None:
        self.target = target
        self.source = source
        self.strict = strict
        self.status = CLEAN
        self.skipped = 0

    def into_one(self, inputs: Sequence[Input], path: str | None, force: bool) -> None:
        """Write everything to one file or to standard output."""
        check_target(path, force)
        records = (
            part
            for each in inputs
            for parts in self.parts(each, self.records(each))
            for part in parts.values()
        )
        self.write(self.target.texts(records, has_lines(path)), path, force)

    def joined(self, inputs: Sequence[Input], path: str | None, force: bool) -> None:
        """Write one record, joined from those of all inputs."""
        check_target(path, force)
        views = [record for each in inputs for record in self.records(each, join=True)]
        if self.status == FAILED or not views:
            return
        try:
            record = joined(views)
        except (ValueError, TypeError) as why:
            raise Failure(str(why)) from None
        if self.can_hold(inputs[0], [record]):
            self.write(self.target.texts([record], has_lines(path)), path, force)

    def write(self, pieces: Iterable[str], path: str | None, force: bool) -> None:
        """Write a text; a file only as a whole, and with `strict` only if nothing is wrong."""
        if path is None:
            write(pieces, path, force)
            return
        whole = list(pieces)
        if len(whole) > 1 and self.target.medium == "json" and path.endswith(".json"):
            raise Failure(f"{path}: several records stand one a line: name the file .jsonl")
        if whole and not (self.status and self.strict):
            write(whole, path, force)

    def into_folder(self, inputs: Sequence[Input], folder: str, force: bool) -> None:
        """Write a file for each input."""
        taken: dict[str, Input] = {}
        os.makedirs(folder, exist_ok=True)
        for each in inputs:
            path = os.path.join(folder, self.file_name(each))
            other = taken.setdefault(path, each)
            try:
                if other is not each:
                    raise Failure(f"{path}: already written, for {other.label}")
                check_target(path, force)
                for name, records in self.by_part(each).items():
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    whole = PurePath(path)
                    part = whole.with_suffix(f".{name}{whole.suffix}") if name else whole
                    check_target(str(part), force)
                    write(self.target.texts(records, has_lines(path)), str(part), force)
            except Failure as failure:
                self.fail(failure.message)
            except OSError as error:
                self.fail(reason(error))

    def by_part(self, source: Input) -> dict[str, list[Any]]:
        """The records of an input, by the name of their part."""
        found: dict[str, list[Any]] = {}
        for parts in self.parts(source, self.records(source)):
            for name, part in parts.items():
                found.setdefault(name, []).append(part)
        return found

    def parts(self, source: Input, records: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
        """Each record, taken apart if the target holds only parts of one."""
        for record in records:
            try:
                yield self.apart(record)
            except ValueError as why:
                self.fail(f"{source.label}: {why}")

    def file_name(self, source: Input) -> str:
        """The path of the file that is written for an input, within its folder."""
        inside = source.inside or os.path.basename(source.label.strip("<>"))
        suffix, lines = suffixes(inside)
        path = PurePath(inside or "unnamed")  # an empty path is told of where it is read
        if path.suffix.lower() in PACKED:
            path = path.with_suffix("")
        kept = lines and self.target.medium == "json"
        return str(path.with_suffix(suffix if kept else self.target.suffix))

    def records(self, source: Input, join: bool = False) -> Iterator[Any]:
        """The records of an input; unless they are joined, none if one must not be written."""
        try:
            found = read_all(source, self.source, self.strict)
        except UnknownNotation:
            self.skipped += 1
            return
        except OSError as error:
            self.fail(reason(error))
            return
        self.status = max(self.status, found.status)
        own = found.notation
        if own is not None and found.records and own.game != self.target.game:
            self.fail(f"{source.label}: {own.id} and {self.target.id} are of two games")
        elif join or self.can_hold(source, found.records):
            yield from found.records

    def can_hold(self, source: Input, records: Sequence[Any]) -> bool:
        """Say what some records would lose, and return whether to write them."""
        try:
            parts = (part for each in records for part in self.apart(each).values())
            lossy = say_losses(source.label, parts, self.target)
        except ValueError as why:
            self.fail(f"{source.label}: {why}")
            return False
        if lossy and self.strict:
            self.status = max(self.status, FOUND)
        return not (lossy and self.strict)

    def apart(self, record: Any) -> Mapping[str, Any]:
        """The parts of a record, by name, if the target holds only parts; else the record."""
        return {"": record} if self.target.parts is None else self.target.parts(record)

    def fail(self, message: str) -> None:
        """Say that a part of the work could not be done."""
        say(message)
        self.status = FAILED
