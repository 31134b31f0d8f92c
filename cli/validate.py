"""`kifu validate`: everything that is wrong with records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from ..findings import Finding
from ..formats import Notation, UnknownNotation
from .errors import CLEAN, FAILED, FOUND, reason, say
from .inputs import walk
from .options import notation_option
from .output import emit, finish, show
from .report import REPORTS, Summary, renderer


@click.command
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@notation_option("--format", "source", help="The notation; detected if it is not named.")
@click.option(
    "--output-format",
    "style",
    type=click.Choice(list(REPORTS)),
    default="text",
    show_default=True,
    help="How the findings are written.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
@click.option("-v", "--verbose", is_flag=True, help="Name the files that are passed over.")
def command(
    paths: tuple[str, ...],
    source: Notation[Any] | None,
    style: str,
    strict: bool,
    verbose: bool,
) -> int:
    """Say everything that is wrong with records.

    PATHs are files, folders (with everything in them) or - for standard input. Without any PATH,
    the current folder is validated.
    """
    summary = Summary()
    named = paths or (".",)
    write = show if style == "text" else emit
    for piece in renderer(style)(_findings(named, source, summary, verbose), summary):
        write(piece)
    finish()
    if not summary.files and not summary.unread:
        say(f"no record was found in {', '.join(named)}")
    click.echo(summary, err=True)
    if summary.unread:
        return FAILED
    return FOUND if summary.errors or (strict and summary.warnings) else CLEAN


def _findings(
    paths: Sequence[str], source: Notation[Any] | None, summary: Summary, verbose: bool
) -> Iterator[Finding]:
    """What is wrong with all inputs, counted as it is found."""
    for each in walk(paths):
        try:
            for number, outcome in enumerate(each.outcomes(source and source.id)):
                summary.files += number == 0
                summary.add(outcome.counts)
                for finding in outcome.findings:
                    summary.count(finding)
                    yield finding.but(path=each.label)
        except UnknownNotation:
            summary.skipped += 1
            if verbose:
                say(f"{each.label}: passed over, this is no record")
        except OSError as error:
            summary.unread += 1
            say(reason(error))
