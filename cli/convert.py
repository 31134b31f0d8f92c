"""`kifu convert`: records from one notation to another of the same game."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import PurePath
from typing import Any

import click

from ..formats import PACKED, Notation, UnknownNotation, suffixes
from ..replayer import joined
from .choosing import Choice, choosing
from .errors import CLEAN, FAILED, FOUND, Failure, reason, say
from .inputs import Input
from .losses import Losses
from .options import force, input_paths, notation_option, output_file
from .records import read_all, read_each, record_label
from .targets import Target, target_option
from .values import any_folder
from .writing import check_target, has_lines, write


@click.command
@input_paths
@target_option("; the name after -o tells it, too")
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
@click.option("-v", "--verbose", is_flag=True, help="Name every record that loses something.")
def command(
    inputs: tuple[str, ...],
    target: str | None,
    source: Notation[Any] | None,
    output: str | None,
    directory: str | None,
    choice: Choice,
    join: bool,
    strict: bool,
    force: bool,
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
    conversion = Conversion(Target(target, output), source, strict, Losses(verbose))
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


class Conversion:
    """Writes records in another notation.

    `status` is the exit status so far, `skipped` counts the files in folders that are no records.
    """

    def __init__(
        self, target: Target, source: Notation[Any] | None, strict: bool, losses: Losses
    ) -> None:
        self.target = target
        self.source = source
        self.strict = strict
        self.losses = losses
        self.status = CLEAN
        self.skipped = 0
        self._only: Notation[Any] | None = None
        """The notation of what is written to one place, once it is known."""

    def into_stream(self, inputs: Sequence[Input]) -> None:
        """Write every record to standard output as soon as it is read."""
        parts = (part for each in inputs for part in self._as_they_come(each))
        first = next(parts, None)
        if first is not None and self._only is not None:
            part, in_lines = first
            together = chain([part], (part for part, _ in parts))
            write(self._only.texts(together, in_lines), None, force=False)

    def _as_they_come(self, source: Input) -> Iterator[tuple[Any, bool]]:
        """The records of an input that can be written, and whether it has one a line."""
        with self.failing():
            for read in read_each(source, self.source, self.strict, at_once=True):
                self.status = max(self.status, read.status)
                if read.record is None or not self.is_of_one_game(source, read.notation):
                    continue
                label = record_label(source.label, read.number)
                for part in self.writable(label, read.record).values():
                    yield part, read.in_lines

    def into_file(self, inputs: Sequence[Input], path: str, force: bool) -> None:
        """Write everything to one file, and with `strict` only if nothing is wrong."""
        check_target(path, force)
        parts = [part for each in inputs for some in self.parts(each) for part in some.values()]
        if self._only is None or (self.status and self.strict):
            return
        whole = list(self._only.texts(parts, has_lines(path)))
        if len(whole) > 1 and self._only.medium == "json" and path.endswith(".json"):
            raise Failure(f"{path}: several records stand one a line: name the file .jsonl")
        if whole:
            write(whole, path, force)

    def joined(self, inputs: Sequence[Input], path: str | None, force: bool) -> None:
        """Write one record, joined from those of all inputs."""
        check_target(path, force)
        views = [record for each in inputs for record in self.records(each)]
        if self.status == FAILED or not views or self._only is None:
            return
        try:
            record = joined(views)
        except (ValueError, TypeError) as why:
            raise Failure(str(why)) from None
        parts = self.writable(inputs[0].label, record)
        if parts and not (path is not None and self.status and self.strict):
            write(self._only.texts(parts.values(), has_lines(path)), path, force)

    def into_folder(self, inputs: Sequence[Input], folder: str, force: bool) -> None:
        """Write a file for each input."""
        taken: dict[str, Input] = {}
        os.makedirs(folder, exist_ok=True)
        for each in inputs:
            self._only = None  # Each may be of another game.
            try:
                found = self.parts(each)
                if self._only is not None and found:
                    path = os.path.join(folder, _file_name(each, self._only))
                    other = taken.setdefault(path, each)
                    if other is not each:
                        raise Failure(f"{path}: already written, for {other.label}")
                    self.write_parts(found, path, force)
            except Failure as failure:
                self.fail(failure.message)
            except OSError as error:
                self.fail(reason(error))

    def write_parts(self, found: Iterable[Mapping[str, Any]], path: str, force: bool) -> None:
        """Write a file, or one for each name of the parts of the records."""
        assert self._only is not None
        by_name: dict[str, list[Any]] = {}
        for name, part in (each for parts in found for each in parts.items()):
            by_name.setdefault(name, []).append(part)
        check_target(path, force)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        for name, records in by_name.items():
            whole = PurePath(path)
            part = whole.with_suffix(f".{name}{whole.suffix}") if name else whole
            check_target(str(part), force)
            write(self._only.texts(records, has_lines(path)), str(part), force)

    def parts(self, source: Input) -> list[Mapping[str, Any]]:
        """The records of an input, each taken apart; none if one must not be written."""
        found: list[Mapping[str, Any]] = []
        for number, record in enumerate(self.records(source), start=1):
            label = record_label(source.label, number)
            found.append(self.writable(label, record))
            if not found[-1]:
                return []
        return found

    def records(self, source: Input) -> list[Any]:
        """The records of an input; none if one of them cannot be read whole."""
        with self.failing():
            found = read_all(source, self.source, self.strict)
            self.status = max(self.status, found.status)
            if found.records and self.is_of_one_game(source, found.notation):
                return found.records
        return []

    @contextmanager
    def failing(self) -> Generator[None]:
        """While an input is read: say if it cannot be, or count it if it is no record."""
        try:
            yield
        except UnknownNotation:
            self.skipped += 1
        except OSError as error:
            self.fail(reason(error))

    def is_of_one_game(self, source: Input, own: Notation[Any] | None) -> bool:
        """Whether an input can be written to the same place as what was read before.

        The first that is read decides on the notation. Raises Failure where none can be told.
        """
        if own is None:
            return False
        if self._only is None:
            self._only = self.target.notation(own.game)
        if own.game != self._only.game:
            self.fail(f"{source.label}: {own.id} and {self._only.id} are of two games")
        return own.game == self._only.game

    def writable(self, label: str, record: Any) -> Mapping[str, Any]:
        """A record, or its parts by name if the notation to write holds only parts of one.

        What is lost is counted. There is nothing if it must not be written.
        """
        target = self._only
        assert target is not None
        try:
            parts = {"": record} if target.parts is None else target.parts(record)
            lossy = self.losses.of(label, parts.values(), target)
        except ValueError as why:
            self.fail(f"{label}: {why}")
            return {}
        if lossy and self.strict:
            self.status = max(self.status, FOUND)
            return {}
        return parts

    def fail(self, message: str) -> None:
        """Say that a part of the work could not be done."""
        say(message)
        self.status = FAILED


def _file_name(source: Input, target: Notation[Any]) -> str:
    """The path of the file that is written for an input, within its folder."""
    inside = source.inside or os.path.basename(source.label.strip("<>"))
    suffix, lines = suffixes(inside)
    path = PurePath(inside or "unnamed")  # an empty path is told of where it is read
    if path.suffix.lower() in PACKED:
        path = path.with_suffix("")
    kept = lines and target.medium == "json"
    return str(path.with_suffix(suffix if kept else target.suffix))
