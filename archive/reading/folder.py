"""A folder of records, read with its configuration, as `kifu validate` reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import copy_context
from typing import Any, TypeVar

from ...findings import Finding
from ...formats.files.reading import read
from ...formats.files.recognition import UnknownNotation
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
    """Return the files in a folder that its configuration selects, in order.

    Raises ProjectError if a configuration cannot be used.
    """
    return choose(Project(), [folder], checked=True).files


def readings(folder: str, identifier: str | None = None) -> Iterator[Reading[Any]]:
    """Yield the records in a folder, in the notation `identifier` if given.

    Raises ProjectError if a configuration cannot be used, and OSError if a file cannot be read,
    after all others have been read.
    """

    def read_one(source: Input) -> Iterator[Reading[Any]]:
        file = source.to_read(identifier)
        for each in file.read(lambda stream, name: read(stream, name, file.notation)):
            yield each.reading if isinstance(each, Outcome) else each

    return _of_each(inputs_in(folder), read_one)


def outcomes(folder: str, identifier: str | None = None) -> Iterator[Outcome[Any]]:
    """Yield the outcomes of the records in a folder, as `kifu validate` reports them.

    Raises the same errors as `readings`, including those for a baseline.
    """
    inputs, baselines = inputs_in(folder), Baselines()
    baselines.open(inputs, [folder])

    def check_one(source: Input) -> Iterator[Outcome[Any]]:
        for each in source.outcomes(identifier):
            outcome = source.reported(each)
            if baselines.of(source) is not None:
                outcome.report = _New(baselines, source)
                # Among equal mistakes, the first ones are the known ones.
                _ = outcome.findings
            yield outcome

    return _of_each(inputs, check_one)


def rows(folder: str, identifier: str | None = None) -> Iterator[list[RecordRows]]:
    """Yield facts about the records in a folder, in bulk; raises the same errors as `readings`."""

    def rows_of_one(source: Input) -> Iterator[list[RecordRows]]:
        for some in record_rows(source.to_read(identifier).by_piece("lines")):
            yield [judged(each, source.kept, source.label) for each in some]

    return _of_each(inputs_in(folder), rows_of_one)


class _New:
    """Select the findings of an outcome that are reported and new.

    The selection is made only once, however often it is called, with suggestions or without.
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
    """Yield the items of one input after another; files that are not records are skipped.

    A file that cannot be read does not stop the others: the first such error is raised at the end,
    with a note about each further one.
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
    """Yield the items, running their generator in a copy of the context: assumptions stay in it."""
    context = copy_context()
    try:
        while (item := context.run(next, items, _END)) is not _END:
            yield item
    finally:
        close = getattr(items, "close", None)
        if close is not None:
            context.run(close)
