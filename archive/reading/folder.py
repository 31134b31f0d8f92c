"""A folder of records, read with its configuration, as `kifu validate` reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import copy_context
from typing import Any, TypeVar

from ...findings import Finding
from ...formats.files.reading import UnknownNotation, read
from ...formats.interface.notation import Reading
from ...validation.outcome import Outcome
from ..files import choose
from ..questions.rows import RecordRows, judged, record_rows
from ..settings import Project
from .inputs import Input
from .known import Baselines

ItemT = TypeVar("ItemT")

_END: Any = object()


def inputs_in(folder: str) -> list[Input]:
    """The files in a folder that its configuration chooses, in their order.

    Raises ProjectError if a configuration cannot be used.
    """
    return choose(Project(), [folder], checked=True).files


def readings(folder: str, identifier: str | None = None) -> Iterator[Reading[Any]]:
    """The records in a folder as they are read, in the notation of this identifier, if it is given.

    Raises ProjectError if a configuration cannot be used, and OSError if a file cannot be read,
    once all others are.
    """

    def read_one(source: Input) -> Iterator[Reading[Any]]:
        file = source.to_read(identifier)
        for each in file.read(lambda stream, name: read(stream, name, file.notation)):
            yield each.reading if isinstance(each, Outcome) else each

    return _of_each(inputs_in(folder), read_one)


def outcomes(folder: str, identifier: str | None = None) -> Iterator[Outcome[Any]]:
    """The outcomes of the records in a folder, with the findings that `kifu validate` reports.

    Raises what `readings` raises, also for a baseline.
    """
    inputs, baselines = inputs_in(folder), Baselines()
    baselines.open(inputs, [folder])

    def check_one(source: Input) -> Iterator[Outcome[Any]]:
        for each in source.outcomes(identifier):
            outcome = source.reported(each)
            if baselines.of(source) is not None:
                outcome.report = _New(baselines, source)
                # Of the same mistakes, the first ones are known.
                _ = outcome.findings
            yield outcome

    return _of_each(inputs, check_one)


def rows(folder: str, identifier: str | None = None) -> Iterator[list[RecordRows]]:
    """The facts of the records in a folder, many at once; raises what `readings` raises."""

    def rows_of_one(source: Input) -> Iterator[list[RecordRows]]:
        for some in record_rows(source.to_read(identifier).by_piece("lines")):
            yield [judged(each, source.kept, source.label) for each in some]

    return _of_each(inputs_in(folder), rows_of_one)


class _New:
    """Leaves those of the findings of one outcome that are reported and new.

    Which ones these are is decided once, however often they come, with suggestions or without.
    """

    def __init__(self, baselines: Baselines, source: Input) -> None:
        self._baselines, self._source = baselines, source
        self._is_new: list[bool] = []

    def __call__(self, findings: list[Finding]) -> list[Finding]:
        kept = self._source.kept(findings)
        for each in kept[len(self._is_new) :]:
            self._is_new.append(bool(self._baselines.new(self._source, [each])))
        return [each for each, is_new in zip(kept, self._is_new, strict=True) if is_new]


def _of_each(inputs: list[Input], items: Callable[[Input], Iterator[ItemT]]) -> Iterator[ItemT]:
    """The items of one input after the other; files that are not records are passed over.

    A file that cannot be read keeps no other from being read: the first such error is raised at the
    end, with a note about each of the others.
    """
    errors: list[OSError] = []
    for source in inputs:
        try:
            yield from _apart(items(source))
        except UnknownNotation:
            continue
        except OSError as error:
            errors.append(error)
    if errors:
        first, *others = errors
        for each in others:
            first.add_note(f"and {each}")
        raise first


def _apart(items: Iterator[ItemT]) -> Iterator[ItemT]:
    """The items, made in a context of their own: what they assume holds for nothing else."""
    context = copy_context()
    try:
        while (item := context.run(next, items, _END)) is not _END:
            yield item
    finally:
        close = getattr(items, "close", None)
        if close is not None:
            context.run(close)
