"""Facts from many inputs, for the commands that query archives."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import click
from msgspec import Struct
from msgspec.structs import replace

from ...archive.files import STANDARD_INPUT
from ...archive.questions import tables
from ...archive.questions.arrow import Part, RecordBatch, batches, schema, storable
from ...archive.questions.database import Database, WrongQuestion, check_condition
from ...archive.questions.installed import NotInstalled
from ...archive.questions.rows import record_rows
from ...archive.questions.work import Tabling, numbered, of_file, records_in, unread
from ...archive.reading.inputs import Input
from ...formats import UnknownNotation
from ...formats.files.seen import see
from ...validation.workers import Workers
from ..errors import CLEAN, FAILED, Failure, reason, refusing, say
from ..input.ahead import Ahead, Job
from ..options import any_file
from ..terminal import bytes_read, records_read, tracked

facts_option = click.option(
    "--facts",
    "made",
    metavar="FILE",
    shell_complete=any_file,
    help="Query facts written by `kifu facts` instead of reading records.",
)
where_option = click.option(
    "--where",
    "conditions",
    multiple=True,
    metavar="SQL",
    help="Use only rounds that meet this condition; if repeated, all conditions.",
)


class Archive(Struct):
    """Inputs to read facts from; `notation` is their notation, or None to detect it.

    `workers` starts the processes that read them; if None, this process reads them. `status` is the
    exit status so far; `skipped` counts the files in folders that are not records.
    """

    inputs: Sequence[Input]
    notation: str | None = None
    workers: Callable[[], AbstractContextManager[Workers]] | None = None
    status: int = CLEAN
    skipped: int = 0

    def batches(self) -> Iterator[RecordBatch]:
        """Yield the facts from all inputs in one pass; unreadable inputs are reported."""
        return batches(self._parts())

    def seen(self) -> dict[str, str]:
        """Return a fingerprint of each file, keyed by its name in the table."""
        found: dict[str, str] = {}
        for each in self.inputs:
            if each.path != STANDARD_INPUT:
                with suppress(OSError):  # reported when it is read
                    found[storable(each.label)] = str(see(each.path))
        return found

    def explain(self) -> None:
        """Report what was skipped."""
        if self.skipped:
            say(f"skipped (not records): {self.skipped}")

    def _parts(self) -> Iterator[Part]:
        paths = [each.path for each in self.inputs]
        job = Job[Part, Part](Tabling, numbered, self._alone)
        # Report a missing library before any processes are started.
        schema()
        ahead = Ahead(self.notation, job, self.workers)
        for source, parts in tracked(ahead.items(self.inputs), paths):
            try:
                for each in parts:
                    for why in unread(each):
                        say(f"{source.label}: reading stopped: {why}")
                        self.status = FAILED
                    rows = of_file(each, source.label, source.kept)
                    records_read(records_in(rows))
                    yield rows
            except UnknownNotation:
                self.skipped += 1
            except OSError as error:
                say(reason(error))
                self.status = FAILED

    def _alone(self, source: Input) -> Iterator[Part]:
        """Yield the rows of an input, which this process reads itself."""
        file = source.to_read(self.notation)
        return record_rows(file.by_piece("lines", bytes_read))


@contextmanager
def answering() -> Generator[None]:
    """Report on one line what is wrong with a query, or what must be installed to answer it."""
    with refusing(NotInstalled, WrongQuestion, tables.NoTable):
        yield


@contextmanager
def database(
    archive: Archive, made: str | None, conditions: Sequence[str], query: str | None = None
) -> Generator[Database]:
    """Return a database of the facts about an archive, or of those in the file `made` if given.

    Conditions and queries are checked before anything is read. Raises Failure if one is invalid.
    """
    with answering(), temporary_folder() as folder:
        facts = Database(schema().empty_table(), folder)
        for each in conditions:
            check_condition(facts, each)
        if query is not None:
            facts.look_at(query)
        path = made
        if path is None:
            path = str(Path(folder, "facts.parquet"))
            with open(path, "wb") as stream:
                tables.write(archive.batches(), stream, "parquet")
            archive.explain()
        facts.hold(tables.read(path))
        yield facts


def require_unchanged(made: str, archive: Archive) -> None:
    """Raise Failure if a file has changed since its facts were written: they may be outdated."""
    with answering():
        expected = tables.seen(made)
    if expected is None:
        _require_newer(made, archive.inputs)
        return
    for label, now in archive.seen().items():
        if label not in expected:
            raise Failure(f"{label}: {made} was made without this file: run `kifu facts` again")
        if expected[label] != now:
            then = f"{label}: it was changed after {made}"
            raise Failure(f"{then} ({now}; then {expected[label]}): run `kifu facts` again")


def _require_newer(made: str, inputs: Sequence[Input]) -> None:
    """Raise Failure if a file is newer than a table of facts that does not list its sources."""
    with suppress(OSError):  # reported when they are read
        then = os.stat(made).st_mtime_ns
        for each in inputs:
            if each.path != STANDARD_INPUT and os.stat(each.path).st_mtime_ns > then:
                raise Failure(f"{each.label}: it was changed after {made}: run `kifu facts` again")


@contextmanager
def read_twice(inputs: Sequence[Input]) -> Generator[Sequence[Input]]:
    """Yield the inputs, replacing standard input, which cannot be read twice, with a copy."""
    if all(each.path != STANDARD_INPUT for each in inputs):
        yield inputs
        return
    if sys.stdin is None:
        raise Failure("standard input is closed")
    with temporary_folder() as folder:
        path = str(Path(folder, "stdin"))
        with open(path, "wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
        yield [
            replace(each, path=path, name=each.label) if each.path == STANDARD_INPUT else each
            for each in inputs
        ]


_ENDS = ("SIGTERM", "SIGHUP")
"""Signals that end a process by default; not every system has both."""


@contextmanager
def temporary_folder() -> Generator[str]:
    """Yield a temporary folder that is removed even if a signal ends the process."""
    with TemporaryDirectory(prefix="kifu-") as folder:
        owner = os.getpid()

        def end(number: int, frame: FrameType | None) -> None:
            if os.getpid() == owner:  # not in a worker forked from this process
                shutil.rmtree(folder, ignore_errors=True)
            signal.signal(number, before[number])
            signal.raise_signal(number)

        numbers = [getattr(signal, each) for each in _ENDS if hasattr(signal, each)]
        before = {each: signal.getsignal(each) for each in numbers}
        for each, handler in before.items():
            if handler is not signal.SIG_IGN:  # as under nohup
                signal.signal(each, end)
        try:
            yield folder
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
