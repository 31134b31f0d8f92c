"""`kifu validate`: everything that is wrong with records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import click

from ..findings import Finding, amount
from ..formats import Notation, UnknownNotation
from ..validation import Outcome
from .choosing import Choice, choosing_and_selecting
from .duplicates import Twice, duplicates_option
from .errors import CLEAN, FAILED, FOUND, reason, say, to_standard_error
from .fixing import Fixing, fix_options
from .inputs import Input
from .options import notation_option
from .report import REPORTS, Summary
from .report.files import Reports, named_reports
from .values import any_file


@click.command
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=any_file)
@notation_option("--format", "source", help="The notation; detected if it is not named.")
@click.option(
    "--output-format",
    "style",
    type=click.Choice(REPORTS),
    default="text",
    show_default=True,
    help="How the findings are written.",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT=FILE",
    callback=named_reports,
    help="Write the findings to a file as well; may be given several times.",
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
@duplicates_option
@choosing_and_selecting
@click.option("--allow-empty", is_flag=True, help="Nothing to check is no failure.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Name the files that are left out or passed over."
)
def command(
    paths: tuple[str, ...],
    source: Notation[Any] | None,
    style: str,
    reports: Reports,
    strict: bool,
    most: int,
    choice: Choice,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    duplicates: bool,
    allow_empty: bool,
    verbose: bool,
) -> int:
    """Say everything that is wrong with records.

    PATHs are files, folders (with everything in them) or - for standard input. Without any PATH,
    the current folder is validated. `kifu config FILE` shows what holds for a file.

    With --fix, what is left is reported; the mended text of standard input is on standard output,
    and the report on standard error. With --diff, standard output has only the patch.
    """
    summary, suggestions = Summary(strict=strict), Suggestions(most)
    fixing = Fixing(fix, unsafe_fixes, diff)
    twice = Twice(duplicates, mends=fixing.mends)
    inputs = [*reports.passed_over(choice.inputs(paths, ".", verbose))]
    found = _findings(inputs, source, summary, suggestions, verbose, fixing, twice)
    with fixing.reporting(each.path for each in inputs):
        reports.write(style, found, summary, shown=not diff)
    empty = not summary.files and not summary.unread
    if empty and choice.unchanged:
        say(f"no record has changed since {choice.since}, so nothing was checked")
    elif empty:
        say(f"no record was found in {', '.join(paths or '.')}, so nothing was checked")
    if suggestions.left_off:
        say(
            f"what was meant was looked for in the first {amount(most, 'record')} with errors: "
            "`--suggest N` looks in more"
        )
    to_standard_error("".join(f"{line}\n" for line in (*fixing.told(), summary)))
    failed = fixing.failed or summary.unread
    if failed or (empty and not (allow_empty or choice.unchanged)):
        return FAILED
    return FOUND if summary.failed else CLEAN


class Suggestions:
    """Suggestions for the first records with errors; a search takes a tenth of a second."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most
        self.left_off = False

    def findings(self, outcome: Outcome[Any], of: Input) -> list[Finding]:
        """The findings to report, with suggestions if it is one of the first with errors."""
        kept = of.kept(outcome.findings)
        if not any(each.severity == "error" for each in kept):
            return kept
        if not self.left:
            self.left_off = self.most > 0
            return kept
        from ..suggestions import suggest

        self.left -= 1
        return of.kept(suggest(outcome))


def _findings(
    inputs: Iterable[Input],
    source: Notation[Any] | None,
    summary: Summary,
    suggestions: Suggestions,
    verbose: bool,
    fixing: Fixing,
    twice: Twice,
) -> Iterator[Finding]:
    """What is wrong with all inputs, counted as it is found."""
    for each in inputs:
        try:
            look = twice.looking(partial(suggestions.findings, of=each), each)
            judged = fixing.judged(each, source and source.id, look)
            for number, record in enumerate(judged):
                if number == 0:
                    summary.paths.append(each.label)
                summary.add(record.counts)
                for finding in record.findings:
                    summary.count(finding)
                    yield finding
        except UnknownNotation:
            summary.skipped += 1
            if verbose:
                say(f"{each.label}: passed over, this is no record")
        except OSError as error:
            summary.troubles.append((each.label, reason(error)))
            say(reason(error))
