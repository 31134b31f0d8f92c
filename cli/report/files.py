"""The destinations of reports: standard output and files, all written at the same time."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any

import click
from click.shell_completion import CompletionItem
from msgspec import Struct

from ...archive.configuration import NAMES
from ...archive.reading.own import is_baseline
from ...findings import Finding, amount
from ...formats.files.detect import detect
from ...formats.files.source import Source, Unreadable
from ..errors import Failure, unknown
from ..options import STANDARD_OUTPUT, Items, OneOf, any_file, with_options
from ..output import emit, finish, plain_text, require_writable, show, write
from ..terminal import columns, is_terminal
from . import FOR_PEOPLE, REPORTS, STATISTICS, Summary, rendered


class Reports(Struct, frozen=True):
    """The reports of a run: the one on standard output, and the files to write.

    Standard output shows at most `most` findings, or if `counts`, only the number for each rule.
    """

    files: tuple[tuple[str, str], ...]
    """(format, path)"""
    style: str
    counts: bool = False
    most: int | None = None

    @property
    def targets(self) -> set[str]:
        """The real paths of the files."""
        return {os.path.realpath(path) for _, path in self.files}

    def write(self, findings: Iterable[Finding], summary: Summary, shown: bool = True) -> None:
        """Write the findings to standard output and to the files, which appear at the end.

        Unless `shown`, standard output has no report. After an interrupt, no files are written.
        """
        kept = list[Finding]()
        name = STATISTICS if self.counts else self.style
        write_out = show if self.style in FOR_PEOPLE else emit
        summary.columns = columns(sys.stdout)
        for piece in rendered(name, self._shown(findings, kept), summary):
            if shown:
                write_out(piece)
        finish()
        if summary.is_interrupted or not self.files:
            return
        summary.columns = None
        for name, path in self.files:
            text = rendered(name, kept, summary)
            write(map(plain_text, text) if name in FOR_PEOPLE else text, path, force=True)

    def _shown(self, findings: Iterable[Finding], kept: list[Finding]) -> Iterator[Finding]:
        """Yield findings for standard output, counting them all and keeping them for the files."""
        for number, each in enumerate(findings):
            if self.files:
                kept.append(each)
            if self.counts or self.most is None or number < self.most:
                yield each

    @property
    def leaves_lines_whole(self) -> bool:
        """Whether a progress bar may be drawn on a terminal after any piece of the report."""
        return self.style in FOR_PEOPLE or not is_terminal(sys.stdout)

    def require_apart_from(self, paths: Iterable[str], what: str) -> None:
        """Raise Failure if a report would replace one of these files, described as `what`."""
        others = {os.path.realpath(each) for each in paths}
        for _, path in self.files:
            if os.path.realpath(path) in others:
                raise Failure(f"{path}: this is {what}, and a report would replace it")

    def notes(self, summary: Summary) -> Iterator[str]:
        """Yield a note on how many findings standard output leaves out, if any."""
        if self.most is not None and not self.counts and summary.found > self.most:
            yield f"{amount(summary.found - self.most, 'more finding')} not shown"


def report_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that set what to report, and where; the command receives `reports`."""

    @wraps(command)
    def reporting(*arguments: Any, **values: Any) -> Any:
        given = {name: values.pop(name) for name in ("files", "style", "counts", "most_shown")}
        most = given.pop("most_shown")
        if given["counts"] and given["style"] not in FOR_PEOPLE:
            raise click.UsageError(f"--statistics is for {' and '.join(FOR_PEOPLE)}")
        return command(*arguments, reports=Reports(**given, most=most), **values)

    return with_options(reporting, _OPTIONS)


def _named_reports(
    context: click.Context, parameter: click.Parameter, values: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Return the requested reports, each given as FORMAT=FILE.

    Raises Failure early if one cannot be written.
    """
    if not values:
        return ()
    files: dict[str, tuple[str, str]] = {}
    for value in values:
        name, equals, path = value.partition("=")
        if name not in REPORTS:
            raise unknown("report", name, REPORTS, f"expected one of {', '.join(REPORTS)}")
        if not (equals and path):
            raise Failure(f"--report {value}: write FORMAT=FILE, as in {name}=out.txt")
        if path == STANDARD_OUTPUT:
            raise Failure("--report writes files: use --output-format for standard output")
        require_writable(path)
        if os.path.basename(path) in NAMES:
            raise Failure(
                f"{path}: a file with this name is a configuration and cannot be a report"
            )
        kept = _kept(path) if os.path.isfile(path) else None
        if kept is not None:
            raise Failure(f"{path}: this is {kept}, and a report never replaces it")
        real = os.path.realpath(path)
        if real in files:
            raise Failure(f"{path}: two reports cannot go to the same file")
        files[real] = (name, path)
    return tuple(files.values())


def _any_report(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Complete FORMAT=FILE: first the format, then the file."""
    if "=" in begun:
        return any_file(context, parameter, begun)
    return [CompletionItem(f"{each}=") for each in REPORTS if each.startswith(begun)]


def _kept(path: str) -> str | None:
    """Return what kind of important file this is, judging by its beginning, or None."""
    try:
        with open(path, "rb") as stream:
            head = Source(stream).head()
    except (OSError, Unreadable):
        return None
    if is_baseline(head):
        return "a baseline"
    return None if detect(head) is None else "a record"


_OPTIONS = (
    click.option(
        "--output-format",
        "style",
        type=OneOf(REPORTS),
        default="text",
        show_default=True,
        help="The format of the findings.",
    ),
    click.option(
        "--report",
        "files",
        multiple=True,
        metavar="FORMAT=FILE",
        callback=_named_reports,
        shell_complete=_any_report,
        help="Also write the findings to a file; may be repeated.",
    ),
    click.option(
        "--statistics",
        "counts",
        is_flag=True,
        help="Write only the number of findings for each rule.",
    ),
    click.option(
        "--max-findings",
        "most_shown",
        type=click.IntRange(min=0),
        metavar="N",
        help="Write only the first N findings; all are counted, and --report files contain all.",
    ),
)
