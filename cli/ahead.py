"""Reads inputs: one after the other, or by workers, several at a time.

Either way they come in their order, with the same outcomes. Small files are read by workers in
groups, a large one in parts. What cannot go to another process, such as standard input, is read
here when its turn comes.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import groupby
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from ..bulk.large import File, Large, large
from ..bulk.told import Told, all_told
from ..formats import UnknownNotation
from ..formats.base import Counts
from ..formats.source import size_of
from ..project.files import STANDARD_INPUT
from ..replayer.discovery import culprit
from ..validation import Outcome
from ..workers import MOST_DEATHS, Died, Ready, Task, Workers, in_order
from . import progress
from .errors import say
from .inputs import Input
from .to_read import ToRead

Outcomes: TypeAlias = Iterator[Outcome[Any] | Counts]
Tasks: TypeAlias = Iterator[tuple[Any, Task[Any]]]


class Sizes(Struct, frozen=True):
    """How work is taken apart, in bytes; each file counts as at least so many as `file` says.

    Of less than `least`, no part goes to a worker.
    """

    least: int = 2**21
    file: int = 2**12
    group: int = 2**19
    large: int = 2**22
    range: int = 2**22


SIZES = Sizes()


class FileTold(Struct, frozen=True):
    """What is told of a file by a worker, and the error that ended it, if one did."""

    told: list[Told | Counts]
    error: Exception | None = None


class _Group(Struct, frozen=True):
    """Files to be read by one worker; of wrong records, their texts may be asked for."""

    files: list[ToRead]
    with_text: bool


def read_group(group: _Group) -> list[FileTold]:
    """What is told of each file of a group."""
    return [_file_told(each, group.with_text) for each in group.files]


def _file_told(file: ToRead, with_text: bool) -> FileTold:
    found: list[Told | Counts] = []
    try:
        found.extend(all_told(file.skimmed(), with_text))
    except (OSError, UnknownNotation) as error:
        return FileTold(found, error)
    except Exception as error:
        # Where it was raised is known here only.
        return FileTold(found, culprit(error) or error)
    return FileTold(found)


class _Unit(Protocol):
    """Inputs that are read together."""

    def tasks(self, workers: Workers) -> Tasks:
        """What workers are to do for it; at least one task."""
        ...

    def outcomes(self, tasks: Tasks) -> Iterator[tuple[Input, Outcomes]]:
        """Each input with its outcomes, once the tasks are done."""
        ...


class _Alone:
    """An input that this process reads."""

    def __init__(self, source: Input, identifier: str | None) -> None:
        self._source, self._identifier = source, identifier

    def tasks(self, workers: Workers) -> Tasks:
        yield None, Ready()

    def outcomes(self, tasks: Tasks) -> Iterator[tuple[Input, Outcomes]]:
        yield self._source, self._source.skimmed(self._identifier)


class _Small:
    """Small files: one task reads them all."""

    def __init__(
        self, sources: Sequence[Input], files: Sequence[ToRead], with_text: Callable[[], bool]
    ) -> None:
        self._sources, self._files = sources, files
        self._with_text = with_text

    def tasks(self, workers: Workers) -> Tasks:
        deaths = MOST_DEATHS if len(self._files) == 1 else 1
        yield workers, self._submit(workers, self._files, deaths)

    def _submit(
        self, workers: Workers, files: Sequence[ToRead], deaths: int
    ) -> Task[list[FileTold]]:
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        if workers.are_elsewhere:
            files = [each.elsewhere() for each in files]
        group = _Group(list(files), self._with_text())
        return workers.submit(read_group, group, f"{files[0].label}{more}", deaths)

    def outcomes(self, tasks: Tasks) -> Iterator[tuple[Input, Outcomes]]:
        ((workers, task),) = tasks
        try:
            found: Iterable[FileTold] = task.result()
        except Died as how:
            found = self._one_by_one(workers, how)
        for source, each in zip(self._sources, found, strict=True):
            yield source, _outcomes(each)

    def _one_by_one(self, workers: Workers, how: Died) -> Iterator[FileTold]:
        """Each file by itself, since one of them was the end of a worker."""
        if len(self._files) == 1:
            yield FileTold([], lost(self._files[0].label, how))
            return
        say(f"{self._files[0].label} and others: a worker {how}, and its part is done again")
        each_alone = (
            (file, self._submit(workers, [file], MOST_DEATHS - 1)) for file in self._files
        )
        for file, task in in_order(each_alone, workers.ahead):
            try:
                yield from task.result()
            except Died as again:
                yield FileTold([], lost(file.label, again))


def _outcomes(file: FileTold) -> Outcomes:
    for each in file.told:
        yield each if isinstance(each, Counts) else each.outcome()
    if file.error is not None:
        raise file.error


class _Large:
    """A large file: many tasks read parts of it."""

    def __init__(self, source: Input, content: Large) -> None:
        self._source, self._content = source, content

    def tasks(self, workers: Workers) -> Tasks:
        yield from self._content.tasks(workers)

    def outcomes(self, tasks: Tasks) -> Iterator[tuple[Input, Outcomes]]:
        yield self._source, self._read(tasks)

    def _read(self, tasks: Tasks) -> Outcomes:
        try:
            for each in self._content.outcomes(tasks):
                progress.taken(self._content.taken)
                yield each
        except Died as how:
            raise lost(self._source.label, how) from None


def lost(label: str, how: Died) -> OSError:
    """The error that a file was not read, as workers die of it."""
    why = f"given up: each of {MOST_DEATHS} workers that read it {how}"
    return ChildProcessError(errno.ECHILD, why, label)


class Ahead:
    """Reads inputs, whose notation may be named.

    `with_text` says whether the texts of wrong records are asked for. `workers` start them,
    for `least` bytes or more.
    """

    def __init__(
        self,
        identifier: str | None,
        with_text: Callable[[], bool],
        workers: Callable[[], AbstractContextManager[Workers]] | None,
        least: int | None = None,
    ) -> None:
        self._identifier = identifier
        self._with_text = with_text
        self._workers = workers
        self._least = SIZES.least if least is None else least

    def outcomes(self, inputs: Sequence[Input]) -> Iterator[tuple[Input, Outcomes]]:
        """Each input with its outcomes, which are to be used up before the next."""
        sizes = [size(each) for each in inputs]
        total = sum(max(each or 0, SIZES.file) for each in sizes)
        if self._workers is None or total < self._least:
            for each in inputs:
                yield each, each.skimmed(self._identifier)
            return
        units = self._units(inputs, sizes)
        with self._workers() as workers:
            begun = ((unit, each) for unit in units for each in unit.tasks(workers))
            tasks = in_order((((unit, key), task) for unit, (key, task) in begun), workers.ahead)
            for unit, some in groupby(tasks, key=lambda each: each[0][0]):
                yield from unit.outcomes((key, task) for (_, key), task in some)

    def _units(self, inputs: Sequence[Input], sizes: Sequence[int | None]) -> Iterator[_Unit]:
        group: list[Input] = []
        files: list[ToRead] = []
        weight = 0
        for source, length in zip(inputs, sizes, strict=True):
            unit = None if length is None else self._large(source, length)
            if unit is None and length is not None:
                group.append(source)
                files.append(source.to_read(self._identifier))
                weight += max(length, SIZES.file)
            if group and (unit is not None or length is None or weight >= SIZES.group):
                yield _Small(group, files, self._with_text)
                group, files, weight = [], [], 0
            if length is None:
                yield _Alone(source, self._identifier)
            elif unit is not None:
                yield unit
        if group:
            yield _Small(group, files, self._with_text)

    def _large(self, source: Input, length: int) -> _Unit | None:
        """A file that is read in parts, None if that need not be."""
        if length < SIZES.large:
            return None
        file = source.to_read(self._identifier)
        try:
            if file.is_own:
                return None
            content = large(
                File(file.path, file.label, file.notation, file.options),
                SIZES.range,
                partial(source.skimmed, self._identifier),
                self._with_text,
            )
        except OSError:
            return _Alone(source, self._identifier)
        return None if content is None else _Large(source, content)


def size(source: Input) -> int | None:
    """The bytes of a file, None if it is none that other processes can read."""
    if source.path == STANDARD_INPUT or source.trouble is not None:
        return None
    try:
        return size_of(source.path)
    except (OSError, ValueError):
        return None
