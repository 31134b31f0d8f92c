"""The part of `kifu validate` that accepts known findings: --baseline and what belongs to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ...archive.reading.inputs import Input
from ...archive.reading.known import Baselines
from ...archive.repository import shown
from ...findings import amount
from ..errors import Failure
from ..input.choosing import Choice
from ..options import STANDARD_OUTPUT, Decorator, with_options
from ..values import any_file

if TYPE_CHECKING:
    from ...archive.baseline import Known
    from ...archive.baseline_file import BaselineFile

MOST_TOLD = 10
"""So many findings that are gone are named, unless more is asked for."""


def baseline_options(function: Any) -> Any:
    """The options --write-baseline and --prune-baseline; --baseline is a key of configurations."""
    options: list[Decorator] = [
        click.option(
            "--write-baseline",
            "write",
            metavar="FILE",
            shell_complete=any_file,
            help="Accept all that is found, and write it to FILE for --baseline.",
        ),
        click.option(
            "--prune-baseline",
            "prune",
            is_flag=True,
            help="Take out of the baseline what is there no more.",
        ),
    ]
    return with_options(function, options)


def baselines_for(
    choice: Choice, write: str | None, prune: bool, diff: bool, compares: bool
) -> Baselines:
    """The baselines of a run; `write` is the path of one to write.

    `compares` says that the run looks for what records have in common.
    """
    if write is not None and "baseline" in choice.keys:
        raise click.UsageError("--write-baseline and --baseline exclude each other")
    if diff and (prune or write is not None):
        option = "--prune-baseline" if prune else "--write-baseline"
        raise click.UsageError(f"--diff writes nothing, and {option} does")
    if write is not None:
        if write in ("", STANDARD_OUTPUT):
            raise Failure("--write-baseline: the name of a file is due, as in kifu-baseline.json")
        from ..output.writing import require_writable  # slow to import

        require_writable(write)
        choice.keys["baseline"] = write
    return Baselines(write is not None, prune, compares)


def open_baselines(baselines: Baselines, inputs: Sequence[Input], choice: Choice) -> None:
    """Read the baselines of some inputs; raises ProjectError where one cannot be used."""
    # What has not changed is not looked at, and a file may have got its name before.
    baselines.open(inputs, choice.names if choice.since is None else ())
    if baselines.prunes and not baselines.files:
        raise click.UsageError("--prune-baseline is for a baseline: name it by --baseline")


def told(baselines: Baselines, everything: bool) -> Iterator[str]:
    """What was written, or what is gone; if that is too much, only the first of it."""
    for file in baselines.files.values():
        if baselines.writes:
            yield f"{amount(baselines.accepted, 'known finding')} written to {file.label}"
            continue
        for each in islice(file.gone, None if everything else MOST_TOLD):
            yield _gone(file, each)
        if len(file.gone) > MOST_TOLD and not everything:
            yield f"{len(file.gone) - MOST_TOLD} more are gone: `-v` names them"
        number = amount(sum(each.count for each in file.gone), "known finding")
        if baselines.prunes and not file.gone:
            if file.is_changed:
                yield f"{file.label} was brought up to date, and nothing taken out"
        elif baselines.prunes:
            yield f"{number} taken out of {file.label}"
        elif file.gone:
            yield f"{number} gone: `--prune-baseline` takes what is gone out of {file.label}"


def _gone(file: BaselineFile, known: Known) -> str:
    times = f" ({known.count} times)" if known.count > 1 else ""
    path = shown(file.place(known.path))
    return f"{path}: gone: {known.code} {known.name}{times}: {known.message}"
