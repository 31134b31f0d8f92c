"""`kifu validate`: report everything wrong with records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ...archive.files import STANDARD_INPUT
from ...archive.reading.inputs import Input
from ...archive.reading.known import Baselines
from ...archive.repository import shown
from ...findings import amount
from ...formats import Notation
from ..errors import CLEAN, FAILED, FOUND, Failure, say, to_standard_error
from ..input.ahead import FAR, jobs_option, require_parts, scheduler_option, workers
from ..input.choosing import Choice, choosing_and_selecting
from ..options import STANDARD_OUTPUT, Decorator, any_file, notation_option, with_options
from ..output import require_writable
from ..report import Summary
from ..report.files import Reports, report_options
from .checking import Checking
from .fixing import Fixing, fix_options

if TYPE_CHECKING:
    from ...archive.baseline import Known
    from ...archive.baseline_file import BaselineFile
    from ...archive.cache import Cache
    from ...replayer.replay.duplicates import Duplicates


def baseline_options(function: Any) -> Any:
    """Add the options --write-baseline and --prune-baseline; --baseline is a configuration key."""
    options: list[Decorator] = [
        click.option(
            "--write-baseline",
            "write",
            metavar="FILE",
            shell_complete=any_file,
            help="Accept all findings, and write them to FILE for --baseline.",
        ),
        click.option(
            "--prune-baseline",
            "prune",
            is_flag=True,
            help="Remove findings that no longer occur from the baseline.",
        ),
    ]
    return with_options(function, options)


@click.command
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=any_file)
@notation_option("--format", "source", help="The notation; detected by default.")
@report_options
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings, too.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found.")
@click.option(
    "--suggest",
    "most",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    metavar="N",
    help="Search for suggestions in the first N records with errors.",
)
@fix_options
@click.option(
    "--duplicates",
    is_flag=True,
    help="Find matches that occur in several records, completely or in part.",
)
@choosing_and_selecting
@baseline_options
@jobs_option
@scheduler_option
@click.option(
    "--no-cache",
    is_flag=True,
    envvar="KIFU_NO_CACHE",
    show_envvar=True,
    help="Check all files, even those in which an earlier run found nothing.",
)
@click.option("--allow-empty", is_flag=True, help="Succeed if there is nothing to check.")
@click.option("-q", "--quiet", is_flag=True, help="Write only findings and failures.")
@click.option("-v", "--verbose", is_flag=True, help="List the files that are left out or skipped.")
def command(
    paths: tuple[str, ...],
    source: Notation[Any] | None,
    reports: Reports,
    strict: bool,
    exit_zero: bool,
    most: int,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    duplicates: bool,
    choice: Choice,
    write: str | None,
    prune: bool,
    jobs: int,
    scheduler: str | None,
    no_cache: bool,
    allow_empty: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Report everything wrong with records.

    PATHs are files, folders (with everything in them) or - for standard input. Without a PATH, the
    current folder is validated. `kifu config FILE` shows the configuration of a file.

    With --fix, the remaining findings are reported; fixed standard input goes to standard output,
    and the report to standard error. With --diff, only the patch goes to standard output.

    A baseline contains known, accepted findings, which are neither reported nor counted.
    """
    if scheduler is not None:
        serial = {"--fix": fix, "--diff": diff, "--duplicates": duplicates}
        require_parts({**serial, "standard input (-)": STANDARD_INPUT in paths})
    verbose = verbose and not quiet
    summary, fixing = Summary(strict=strict), Fixing(fix, unsafe_fixes, diff)
    baselines = baselines_for(choice, write, prune, diff, duplicates)
    inputs = choice.inputs(paths, ".", verbose, reports.targets)
    summary.site = _site(inputs)
    open_baselines(baselines, inputs, choice)
    reports.require_apart_from(baselines.files, "going to be the baseline")
    reports.require_apart_from(choice.configurations, "the configuration of this run")
    checking = Checking(
        source and source.id,
        summary,
        baselines,
        fixing,
        most,
        _duplicates(fixing) if duplicates else None,
        verbose=verbose,
        shows_progress=not quiet and reports.leaves_lines_whole,
        workers=workers(jobs, scheduler),
        sizes=None if scheduler is None else FAR,
        cache=None if no_cache or scheduler is not None else _cache(inputs),
    )
    with fixing.reporting(choice.reads_standard_input):
        reports.write(checking.findings(inputs), summary, shown=not diff)
    if checking.cache is not None:
        checking.cache.write()
    if summary.is_interrupted:
        raise KeyboardInterrupt
    baselines.finish()
    empty = not summary.files and not summary.unread
    if not quiet:
        for each in (*notes(baselines, verbose), *checking.notes(), *reports.notes(summary)):
            say(each)
    failed = fixing.failed or summary.unread or (empty and not (allow_empty or choice.unchanged))
    if empty and (failed or not quiet):
        say(f"{choice.nothing}, so nothing was checked")
    if not quiet:
        to_standard_error("".join(f"{line}\n" for line in (*fixing.notes(), summary)))
    if failed:
        return FAILED
    return FOUND if summary.failed and not exit_zero else CLEAN


def _site(inputs: Sequence[Input]) -> str | None:
    """Return the address of the site in the first configuration that has one."""
    settings = (each.settings for each in inputs)
    return next((site for each in settings if each and (site := each.value("docs-url"))), None)


def _cache(inputs: Sequence[Input]) -> Cache | None:
    from ...archive.cache import LEAST, cache_here

    return cache_here() if len(inputs) >= LEAST else None


def _duplicates(fixing: Fixing) -> Duplicates:
    from ...replayer.replay.duplicates import Duplicates

    if fixing.mends:
        raise click.UsageError("--duplicates compares unfixed records: fix them first")
    return Duplicates()


MOST_TOLD = 10
"""The maximum number of gone findings listed by default."""


def baselines_for(
    choice: Choice, write: str | None, prune: bool, diff: bool, compares: bool
) -> Baselines:
    """Return the baselines for a run; `write` is the path of one to write.

    `compares` says whether the run looks for matches that occur in several records.
    """
    if write is not None and "baseline" in choice.keys:
        raise click.UsageError("--write-baseline and --baseline cannot be used together")
    if diff and (prune or write is not None):
        option = "--prune-baseline" if prune else "--write-baseline"
        raise click.UsageError(f"--diff writes no files, but {option} does")
    if write is not None:
        if write in ("", STANDARD_OUTPUT):
            raise Failure("--write-baseline: name a file, such as kifu-baseline.json")
        require_writable(write)
        choice.keys["baseline"] = write
    return Baselines(write is not None, prune, compares)


def open_baselines(baselines: Baselines, inputs: Sequence[Input], choice: Choice) -> None:
    """Read the baselines of the inputs; raises ProjectError if one cannot be used."""
    # With --since, unchanged files are not read, and a baseline may know a renamed file by an old
    # name.
    baselines.open(inputs, choice.names if choice.since is None else ())
    if baselines.prunes and not baselines.files:
        raise click.UsageError("--prune-baseline needs a baseline: name it with --baseline")


def notes(baselines: Baselines, everything: bool) -> Iterator[str]:
    """Yield notes on what was written or which findings are gone: if `everything`, all of them."""
    for file in baselines.files.values():
        if baselines.writes:
            yield f"{amount(baselines.accepted, 'known finding')} written to {file.label}"
            continue
        for each in islice(file.gone, None if everything else MOST_TOLD):
            yield _gone(file, each)
        if len(file.gone) > MOST_TOLD and not everything:
            yield f"{len(file.gone) - MOST_TOLD} more are gone: `-v` lists them"
        number = amount(sum(each.count for each in file.gone), "known finding")
        if baselines.prunes and not file.gone:
            if file.is_changed:
                yield f"{file.label} was updated; nothing was removed"
        elif baselines.prunes:
            yield f"{number} removed from {file.label}"
        elif file.gone:
            yield f"{number} gone: use `--prune-baseline` to update {file.label}"


def _gone(file: BaselineFile, known: Known) -> str:
    times = f" ({known.count} times)" if known.count > 1 else ""
    path = shown(file.place(known.path))
    return f"{path}: gone: {known.code} {known.name}{times}: {known.message}"
