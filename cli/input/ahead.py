"""Read inputs and do a job on each: one after another, or with several workers.

The order and the items are the same either way. Workers read small files in groups, and large files
in parts. Inputs that cannot be passed to another process, such as standard input, are read here
when their turn comes.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

import click
from click.core import ParameterSource
from msgspec import Struct

from ...archive.files import STANDARD_INPUT
from ...archive.reading.inputs import Input
from ...archive.reading.to_read import ToRead
from ...formats import UnknownNotation
from ...formats.files.source import size_of
from ...replayer.discovery import culprit
from ...validation.workers import MOST_DEATHS, Died, Lost, Ready, Task, Workers, cores, in_order
from ..errors import Failure, say
from ..terminal import bytes_read

if TYPE_CHECKING:
    from ...validation.bulk.large import Large
    from ...validation.bulk.work import Work

ValueT = TypeVar("ValueT")
ItemT = TypeVar("ItemT")
ItemT_co = TypeVar("ItemT_co", covariant=True)

Tasks: TypeAlias = Iterator[tuple[Any, Task[Any]]]


class Sizes(Struct, frozen=True):
    """How to divide work, in bytes; each file counts as at least `file` bytes.

    If there are fewer than `least` bytes in all, workers are not used.
    """

    least: int = 2**21
    file: int = 2**12
    group: int = 2**19
    large: int = 2**22
    range: int = 2**22


SIZES = Sizes()

FAR = Sizes(least=0, group=2**22, range=2**25)
"""For workers in a cluster, where each part costs as much as reading four million bytes."""


class Job(Struct, Generic[ValueT, ItemT], frozen=True):
    """A job to do on inputs, item by item.

    `work` returns the work of a worker, with the current options. `item` turns a value into an
    item, given the number of records before it. `alone` does the whole job on an input in this
    process.
    """

    work: Callable[[], Work[ValueT]]
    item: Callable[[ValueT, int], ItemT]
    alone: Callable[[Input], Iterator[ItemT]]


class FileDone(Struct, Generic[ValueT], frozen=True):
    """A worker's results for a file, and the error that ended it, if any."""

    values: list[ValueT]
    error: Exception | None = None


class _Group(Struct, frozen=True):
    """Files to be read by one worker."""

    files: list[ToRead]
    work: Work[Any]


def read_group(group: _Group) -> list[FileDone[Any]]:
    """Return the results for each file of a group."""
    return [_file_done(each, group.work) for each in group.files]


def _file_done(file: ToRead, work: Work[ValueT]) -> FileDone[ValueT]:
    found: list[ValueT] = []
    try:
        found.extend(work.values(file.by_piece(work.skims)))
    except (OSError, UnknownNotation) as error:
        return FileDone(found, error)
    except Exception as error:
        # where it was raised is known only here
        return FileDone(found, culprit(error) or error)
    return FileDone(found)


class _Unit(Protocol[ItemT_co]):
    """Inputs that are read together."""

    def tasks(self, workers: Workers) -> Tasks:
        """Return the tasks for workers: at least one."""
        ...

    def items(self, tasks: Tasks) -> Iterator[tuple[Input, Iterator[ItemT_co]]]:
        """Yield each input with its items, once the tasks are done."""
        ...


class _Alone(Generic[ItemT]):
    """An input that this process reads."""

    def __init__(self, source: Input, job: Job[Any, ItemT]) -> None:
        self._source, self._job = source, job

    def tasks(self, workers: Workers) -> Tasks:
        yield None, Ready(None)

    def items(self, tasks: Tasks) -> Iterator[tuple[Input, Iterator[ItemT]]]:
        yield self._source, self._job.alone(self._source)


class _Small(Generic[ValueT, ItemT]):
    """Small files, all read by one task."""

    def __init__(
        self, sources: Sequence[Input], files: Sequence[ToRead], job: Job[ValueT, ItemT]
    ) -> None:
        self._sources, self._files = sources, files
        self._job = job

    def tasks(self, workers: Workers) -> Tasks:
        deaths = MOST_DEATHS if len(self._files) == 1 else 1
        yield workers, self._submit(workers, self._files, deaths)

    def _submit(
        self, workers: Workers, files: Sequence[ToRead], deaths: int
    ) -> Task[list[FileDone[ValueT]]]:
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        if workers.are_elsewhere:
            files = [each.elsewhere() for each in files]
        group = _Group(list(files), self._job.work())
        return workers.submit(read_group, group, f"{files[0].label}{more}", deaths)

    def items(self, tasks: Tasks) -> Iterator[tuple[Input, Iterator[ItemT]]]:
        ((workers, task),) = tasks
        try:
            found: Iterable[FileDone[ValueT]] = task.result()
        except Died as how:
            found = self._one_by_one(workers, how)
        for source, each in zip(self._sources, found, strict=True):
            yield source, self._items(each)

    def _one_by_one(self, workers: Workers, how: Died) -> Iterator[FileDone[ValueT]]:
        """Read the files one at a time, since one of them killed a worker."""
        if len(self._files) == 1:
            yield FileDone([], lost(self._files[0].label, how))
            return
        say(f"{self._files[0].label} and others: a worker {how}, and its part is being redone")
        each_alone = (
            (file, self._submit(workers, [file], MOST_DEATHS - 1)) for file in self._files
        )
        for file, task in in_order(each_alone, workers.ahead):
            try:
                yield from task.result()
            except Died as again:
                yield FileDone([], lost(file.label, again))

    def _items(self, file: FileDone[ValueT]) -> Iterator[ItemT]:
        for each in file.values:
            yield self._job.item(each, 0)
        if file.error is not None:
            raise file.error


class _Large(Generic[ValueT, ItemT]):
    """A large file, read in parts by many tasks."""

    def __init__(self, source: Input, content: Large[ValueT], job: Job[ValueT, ItemT]) -> None:
        self._source, self._content, self._job = source, content, job

    def tasks(self, workers: Workers) -> Tasks:
        yield from self._content.tasks(workers)

    def items(self, tasks: Tasks) -> Iterator[tuple[Input, Iterator[ItemT]]]:
        yield self._source, self._read(tasks)

    def _read(self, tasks: Tasks) -> Iterator[ItemT]:
        try:
            for value, before in self._content.values(tasks):
                bytes_read(self._content.taken)
                yield self._job.item(value, before)
        except Died as how:
            raise lost(self._source.label, how) from None


def lost(label: str, how: Died) -> OSError:
    """Return the error for a file that was not read because workers died."""
    why = f"given up: each of {MOST_DEATHS} workers that read it {how}"
    return ChildProcessError(errno.ECHILD, why, label)


class Ahead(Generic[ValueT, ItemT]):
    """Do a job on inputs, whose notation `identifier` may name.

    `workers` starts the processes; `sizes` says how to divide work among them.
    """

    def __init__(
        self,
        identifier: str | None,
        job: Job[ValueT, ItemT],
        workers: Callable[[], AbstractContextManager[Workers]] | None,
        sizes: Sizes | None = None,
    ) -> None:
        self._identifier = identifier
        self._job = job
        self._workers = workers
        self._sizes = sizes or SIZES

    def items(self, inputs: Sequence[Input]) -> Iterator[tuple[Input, Iterator[ItemT]]]:
        """Yield each input with its items, which must be consumed before the next input."""
        sizes = [size(each) for each in inputs]
        total = sum(max(each or 0, self._sizes.file) for each in sizes)
        if self._workers is None or total < self._sizes.least:
            for each in inputs:
                yield each, self._job.alone(each)
            return
        units = self._units(inputs, sizes)
        with self._workers() as workers:
            begun = ((unit, each) for unit in units for each in unit.tasks(workers))
            tasks = in_order((((unit, key), task) for unit, (key, task) in begun), workers.ahead)
            for unit, some in groupby(tasks, key=lambda each: each[0][0]):
                yield from unit.items((key, task) for (_, key), task in some)

    def _units(
        self, inputs: Sequence[Input], sizes: Sequence[int | None]
    ) -> Iterator[_Unit[ItemT]]:
        group: list[Input] = []
        files: list[ToRead] = []
        weight = 0
        for source, length in zip(inputs, sizes, strict=True):
            unit = None if length is None else self._large(source, length)
            if unit is None and length is not None:
                group.append(source)
                files.append(source.to_read(self._identifier))
                weight += max(length, self._sizes.file)
            if group and (unit is not None or length is None or weight >= self._sizes.group):
                yield _Small(group, files, self._job)
                group, files, weight = [], [], 0
            if length is None:
                yield _Alone(source, self._job)
            elif unit is not None:
                yield unit
        if group:
            yield _Small(group, files, self._job)

    def _large(self, source: Input, length: int) -> _Unit[ItemT] | None:
        """Return a file to be read in parts, or None if it can be read at once."""
        if length < self._sizes.large:
            return None
        from ...validation.bulk.large import File, large

        file, work = source.to_read(self._identifier), self._job.work()
        try:
            if file.is_own or file.encoding is not None:
                return None
            content = large(
                File(file.path, file.label, file.notation, file.options),
                self._sizes.range if work.skims is True else self._sizes.group,
                self._job.work,
                lambda records: work.values(file.behind(records, bytes_read)),
            )
        except OSError:
            return _Alone(source, self._job)
        return None if content is None else _Large(source, content, self._job)


def size(source: Input) -> int | None:
    """Return the size of a file in bytes, or None if other processes cannot read it."""
    if source.path == STANDARD_INPUT or source.trouble is not None:
        return None
    try:
        return size_of(source.path)
    except (OSError, ValueError):
        return None


# The options that choose the processes

jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    envvar="KIFU_JOBS",
    show_envvar=True,
    default=cores,
    show_default="the cores",
    metavar="N",
    help="The number of processes that read large inputs.",
)
scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Read with the workers of this Dask cluster instead, such as tcp://10.0.0.1:8786.",
)


def workers(
    jobs: int, scheduler: str | None = None
) -> Callable[[], AbstractContextManager[Workers]] | None:
    """Return a function that starts processes to read inputs, or None to read in this process.

    Their failures are reported on standard error. Raises Failure if a scheduler has no workers.
    """
    if scheduler is None:
        return partial(processes, jobs) if jobs > 1 else None
    context = click.get_current_context()
    if context.get_parameter_source("jobs") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--jobs and --scheduler cannot be used together")
    found = _cluster(scheduler)
    return lambda: found


def require_parts(whole: Mapping[str, bool]) -> None:
    """Raise UsageError if an option that works only in one process is used with a cluster."""
    for name, is_asked in whole.items():
        if is_asked:
            why = "the latter works only in this process"
            raise click.UsageError(f"--scheduler and {name} cannot be used together: {why}")


def processes(number: int) -> AbstractContextManager[Workers]:
    """Start `number` processes; their failures are reported on standard error."""
    from ...validation.workers.processes import Processes  # slow to import

    return Processes(number, say)


def _cluster(address: str) -> AbstractContextManager[Workers]:
    try:
        from ...validation.workers.cluster import Cluster
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        raise Failure("--scheduler needs Dask: pip install 'kifu[distributed]'") from None
    from ...archive.version import kind

    try:
        return Cluster(address, say, kind)
    except Lost as why:
        raise Failure(str(why)) from None
