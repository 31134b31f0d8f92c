"""The part of `kifu validate` that accepts known findings: --baseline and what belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ...archive.reading.inputs import Input
from ...archive.reading.known import Baselines
from ...archive.repository import shown
from ...findings import Finding, amount
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


class Accepting:
    """Tells new findings from known ones, and counts those that are `accepted`.

    With `write`, the path of a baseline, all findings become known; with `prune`, those that are
    gone are known no more. `compares` says that the run looks for what records have in common.
    """

    def __init__(
        self,
        choice: Choice,
        write: str | None = None,
        prune: bool = False,
        diff: bool = False,
        compares: bool = False,
    ) -> None:
        if write is not None and "baseline" in choice.keys:
            raise click.UsageError("--write-baseline and --baseline exclude each other")
        if diff and (prune or write is not None):
            option = "--prune-baseline" if prune else "--write-baseline"
            raise click.UsageError(f"--diff writes nothing, and {option} does")
        if write is not None:
            if write in ("", STANDARD_OUTPUT):
                raise Failure(
                    "--write-baseline: the name of a file is due, as in kifu-baseline.json"
                )
            from ..output.writing import require_writable  # slow to import

            require_writable(write)
            choice.keys["baseline"] = write
        self.writes, self.prunes = write is not None, prune
        self.accepted = 0
        self._baselines = Baselines(self.writes, compares)
        # Otherwise, what has not changed is not looked at, and a file may have got its name before.
        self._searches = choice.since is None

    def open(self, inputs: Iterable[Input], paths: Sequence[str]) -> None:
        """Read the baselines of some inputs, which were found in these paths.

        Raises ProjectError where one cannot be used.
        """
        self._baselines.open(inputs, paths if self._searches else ())
        if self.prunes and not self._files:
            raise click.UsageError("--prune-baseline is for a baseline: name it by --baseline")

    @property
    def paths(self) -> list[str]:
        """The paths of the baselines."""
        return list(self._files)

    @property
    def _files(self) -> dict[str, BaselineFile]:
        return self._baselines.files

    def knows(self, source: Input, finding: Finding) -> bool:
        """Whether a finding of an input is going to be accepted, as far as that can be told."""
        found = self._baselines.of(source)
        if found is None or not self.writes:
            return found is not None and found[0].known.knows(found[1], finding)
        from ...archive.baseline import can_be_known

        return can_be_known(finding)

    def new(self, source: Input, findings: list[Finding]) -> list[Finding]:
        """Those of the findings of an input that are not accepted."""
        left = self._baselines.new(source, findings)
        self.accepted += len(findings) - len(left)
        return left

    def read(self, source: Input) -> None:
        """Take note that an input was read to its end."""
        found = self._baselines.of(source)
        if found is not None and source.place is not None and source.settings is not None:
            found[0].look_at(source.place, source.settings)

    def finish(self) -> None:
        """Write the baselines, if that is asked for; raises OSError if one cannot be written."""
        if self.writes or self.prunes:
            for file in self._files.values():
                file.write()

    @property
    def gone(self) -> int:
        """How many known findings are there no more, after the run."""
        if self.writes:
            return 0
        return sum(each.count for file in self._files.values() for each in file.gone)

    def told(self, everything: bool) -> Iterator[str]:
        """What was written, or what is gone; if that is too much, only the first of it."""
        for file in self._files.values():
            if self.writes:
                yield f"{amount(self.accepted, 'known finding')} written to {file.label}"
                continue
            for each in islice(file.gone, None if everything else MOST_TOLD):
                yield _gone(file, each)
            if len(file.gone) > MOST_TOLD and not everything:
                yield f"{len(file.gone) - MOST_TOLD} more are gone: `-v` names them"
            number = amount(sum(each.count for each in file.gone), "known finding")
            if self.prunes and not file.gone:
                if file.is_changed:
                    yield f"{file.label} was brought up to date, and nothing taken out"
            elif self.prunes:
                yield f"{number} taken out of {file.label}"
            elif file.gone:
                yield f"{number} gone: `--prune-baseline` takes what is gone out of {file.label}"


def _gone(file: BaselineFile, known: Known) -> str:
    times = f" ({known.count} times)" if known.count > 1 else ""
    path = shown(file.place(known.path))
    return f"{path}: gone: {known.code} {known.name}{times}: {known.message}"
