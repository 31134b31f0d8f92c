"""Where reports go: one to standard output, and others to files, all written side by side."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

import click
from msgspec import Struct

from ...findings import Finding
from ...formats.detect import detect
from ...formats.source import Source, Unreadable
from ..errors import Failure
from ..inputs import Input
from ..options import unknown
from ..output import emit, finish, plain_text, show
from ..writing import write
from . import FOR_PEOPLE, REPORTS, Summary, side_by_side


class Reports(Struct, frozen=True):
    """Reports of one run: the files to write, each with its format."""

    files: tuple[tuple[str, str], ...]
    """(format, path)"""

    def passed_over(self, inputs: Iterable[Input]) -> Iterator[Input]:
        """The inputs without the reports among them, which an earlier run has left in a folder.

        Raises Failure where one is named as an input.
        """
        targets = {os.path.realpath(path) for _, path in self.files}
        for each in inputs:
            if not targets or os.path.realpath(each.path) not in targets:
                yield each
            elif each.inside is None:
                raise Failure(f"{each.path}: a file cannot be read and be the report of it")

    def write(
        self, style: str, findings: Iterable[Finding], summary: Summary, shown: bool = True
    ) -> None:
        """Write the findings to standard output and to the files, which appear when all is done.

        If it is not `shown`, standard output has no report.
        """
        texts: list[list[str]] = [[] for _ in self.files]
        on_standard_output = show if style in FOR_PEOPLE else emit
        names = [style, *(name for name, _ in self.files)]
        for first, *others in side_by_side(names, findings, summary):
            if shown:
                on_standard_output(first)
            for text, piece in zip(texts, others, strict=True):
                text.append(piece)
        finish()
        for (name, path), text in zip(self.files, texts, strict=True):
            write(map(plain_text, text) if name in FOR_PEOPLE else text, path, force=True)


def named_reports(
    context: click.Context, parameter: click.Parameter, values: Sequence[str]
) -> Reports:
    """The reports that are asked for, each as FORMAT=FILE.

    Raises Failure where one cannot be written, before any work is done.
    """
    files: dict[str, tuple[str, str]] = {}
    for value in values:
        name, equals, path = value.partition("=")
        if name not in REPORTS:
            raise unknown("report", name, REPORTS, f"known are {', '.join(REPORTS)}")
        if not (equals and path):
            raise Failure(f"--report {value}: FORMAT=FILE is due, as in {name}=out.txt")
        _require_writable(path)
        real = os.path.realpath(path)
        if real in files:
            raise Failure(f"{path}: two reports cannot go to one file")
        files[real] = (name, path)
    return Reports(tuple(files.values()))


def _require_writable(path: str) -> None:
    """Raise Failure where a report cannot be written, or would replace a record."""
    if path == "-":
        raise Failure("--report writes files: --output-format says what standard output has")
    folder = os.path.dirname(path) or os.curdir
    if os.path.isdir(path):
        raise Failure(f"{path}: this is a folder, and a file is due")
    if not os.path.isdir(folder):
        raise Failure(f"{path}: the folder {folder} does not exist")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise Failure(f"{path}: it may not be written")
    if os.path.isfile(path) and _is_record(path):
        raise Failure(f"{path}: this is a record, which a report does not replace")


def _is_record(path: str) -> bool:
    """Whether a file has the beginning of a record."""
    try:
        with open(path, "rb") as stream:
            return detect(Source(stream).head()) is not None
    except (OSError, Unreadable):
        return False
