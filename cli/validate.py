"""`kifu validate`: everything that is wrong with records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from ..findings import Finding, amount
from ..formats import Notation, UnknownNotation
from ..validation import Outcome
from .errors import CLEAN, FAILED, FOUND, reason, say, to_standard_error
from .fixing import Fixing, fix_options
from .inputs import walk
from .options import notation_option
from .output import emit, finish, show
from .report import REPORTS, Summary, renderer
from .values import any_file


@click.command
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=any_file)
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
@click.option(
    "--suggest",
    "most",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    metavar="N",
    help="Look for what was meant in the first N records with errors.",
)
@fix_options
@click.option("--allow-empty", is_flag=True, help="Nothing to check is no failure.")
@click.option("-v", "--verbose", is_flag=True, help="Name the files that are passed over.")
def command(
    paths: tuple[str, ...],
    source: Notation[Any] | None,
    style: str,
    strict: bool,
    most: int,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    allow_empty: bool,
    verbose: bool,
) -> int:
    """Say everything that is wrong with records.

    PATHs are files, folders (with everything in them) or - for standard input. Without any PATH,
    the current folder is validated.

    With --fix, what is left is reported; the mended text of standard input is on standard output,
    and the report on standard error. With --diff, standard output has only the patch.
    """
    summary, suggestions = Summary(), Suggestions(most)
    fixing = Fixing(fix, unsafe_fixes, diff)
    named = paths or (".",)
    found = _findings(named, source, summary, suggestions, verbose, fixing)
    with fixing.reporting(*named):
        write = show if style == "text" else emit
        for piece in map(str, found) if diff else renderer(style)(found, summary):
            write("" if diff else piece)
        finish()
    empty = not summary.files and not summary.unread
    if empty:
        say(f"no record was found in {', '.join(named)}, so nothing was checked")
    if suggestions.left_off:
        say(
            f"what was meant was looked for in the first {amount(most, 'record')} with errors: "
            "`--suggest N` looks in more"
        )
    to_standard_error("".join(f"{line}\n" for line in (*fixing.told(), summary)))
    if fixing.failed or summary.unread or (empty and not allow_empty):
        return FAILED
    return FOUND if summary.errors or (strict and summary.warnings) else CLEAN


class Suggestions:
    """Suggestions for the first records with errors; a search takes a tenth of a second."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most
        self.left_off = False

    def findings(self, outcome: Outcome[Any]) -> list[Finding]:
        """The findings of an outcome, with suggestions if it is one of the first with errors."""
        if not outcome.errors:
            return outcome.findings
        if not self.left:
            self.left_off = self.most > 0
            return outcome.findings
        from ..suggestions import suggest

        self.left -= 1
        return suggest(outcome)


def _findings(
    paths: Sequence[str],
    source: Notation[Any] | None,
    summary: Summary,
    suggestions: Suggestions,
    verbose: bool,
    fixing: Fixing,
) -> Iterator[Finding]:
    """What is wrong with all inputs, counted as it is found."""
    for each in walk(paths):
        try:
            judged = fixing.judged(each, source and source.id, suggestions.findings)
            for number, record in enumerate(judged):
                summary.files += number == 0
                summary.add(record.counts)
                for finding in record.findings:
                    summary.count(finding)
                    yield finding
        except UnknownNotation:
            summary.skipped += 1
            if verbose:
                say(f"{each.label}: passed over, this is no record")
        except OSError as error:
            summary.unread += 1
            say(reason(error))
