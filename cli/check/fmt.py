"""`kifu fmt`: records in canonical form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from msgspec import Struct

from ...archive.reading.inputs import Input
from ...archive.reading.known import Baselines
from ...findings import Finding, amount
from ...formats import Notation, UnknownNotation
from ...formats.files.source import CannotEncode
from ...repair import Formed, formed
from ...validation.outcome import Outcome
from ..errors import CLEAN, FAILED, FOUND, reason, say, to_standard_error
from ..input.choosing import Choice, choosing_and_selecting
from ..options import any_file, encoding_option, notation_option, silence
from ..output import show
from ..terminal import tracked
from .fixing import changed, put, shown_as_patch


@click.command
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=any_file)
@notation_option("--format", "source", help="The notation; detected by default.")
@encoding_option("each file's own")
@click.option("--check", is_flag=True, help="Only list the files that would change.")
@click.option("--diff", is_flag=True, help="Only write the changes as a patch.")
@choosing_and_selecting
@click.option(
    "--skip-invalid", is_flag=True, help="Leave records with errors alone, without a failure."
)
@click.option("--allow-empty", is_flag=True, help="Succeed if there is nothing to format.")
@click.option("-q", "--quiet", is_flag=True, help="Write only requested output and failures.")
@click.option(
    "-v", "--verbose", is_flag=True, help="List the files that are skipped or not changed."
)
def command(
    paths: tuple[str, ...],
    source: Notation[Any] | None,
    encoding: str | None,
    check: bool,
    diff: bool,
    choice: Choice,
    skip_invalid: bool,
    allow_empty: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Write records in canonical form, each in its own notation.

    PATHs are files, folders (with everything in them) or - for standard input, which is written to
    standard output. Without a PATH, the current folder is formatted. Nothing is lost: a file that
    would lose comments is not changed. A record with errors is not formatted; this is not a failure
    with --skip-invalid, or if `kifu validate` accepts or ignores the errors.

    Exit status: 0 everything is now in canonical form; 1 with --check or --diff, a file is not; 2 a
    record has errors, or a file could not be read or written.
    """
    verbose = verbose and not quiet
    inputs, baselines = choice.inputs(paths, ".", verbose), Baselines()
    baselines.open(inputs)
    work = Formatting(check, diff, baselines, quiet, verbose, skip_invalid, encoding)
    for each in tracked(inputs, [each.path for each in inputs], not quiet):
        work.format(each, each.notation if source is None else source.id)
    if not work.files and not choice.unchanged:
        if not (quiet and allow_empty):
            say(f"{choice.nothing}, so nothing was formatted")
        return CLEAN if allow_empty else FAILED
    if not quiet:
        to_standard_error(f"{work}\n")
    return FAILED if work.failed else FOUND if work.formatted and work.only_told else CLEAN


class Formatting(Struct):
    """Format files and count them; `failed` counts those with errors that are not accepted."""

    check: bool
    diff: bool
    baselines: Baselines
    quiet: bool
    verbose: bool
    skip_invalid: bool
    encoding: str | None = None
    formatted: int = 0
    same: int = 0
    left: int = 0
    failed: int = 0
    skipped: int = 0

    @property
    def files(self) -> int:
        """The number of files found."""
        return self.formatted + self.same + self.left + self.failed

    @property
    def only_told(self) -> bool:
        """Whether files are only checked, and not written."""
        return self.check or self.diff

    def format(self, source: Input, identifier: str | None) -> None:
        """Format one file."""

        def form(data: bytes, label: str) -> Formed:
            return formed(data, label, identifier, encoding=self.encoding)

        try:
            for each in changed(source, identifier, form, echoes=not self.only_told):
                if isinstance(each, Outcome):
                    errors = [one for one in each.findings if one.severity == "error"]
                    self.left += not self._refuses(source, errors)
                else:
                    self._taken(source, *each)
        except UnknownNotation:
            self.skipped += 1
        except CannotEncode as why:
            self._fail(f"{source.label}: not formatted: {why}")
        except OSError as error:
            if error.filename is None:  # of standard output, which has no file
                raise
            self._fail(reason(error))

    def _taken(self, source: Input, data: bytes, after: Formed) -> None:
        if after.errors and self._refuses(source, after.errors):
            return
        if after.why is not None and not self.quiet:
            say(f"{source.label}: not changed: {after.why}")
        if after.is_silent and not self.quiet:
            say(f"{source.label}: {silence(self.encoding)}")
        if not self.only_told:
            put(source, data, after)
        is_left = bool(after.errors) or after.why is not None
        self.left += is_left
        self.formatted += after.changed
        self.same += not (is_left or after.changed)
        if after.changed and self.check:
            show(f"would be formatted: {source.label}\n")
        if after.changed and self.diff:
            shown_as_patch(source, after)

    def _refuses(self, source: Input, errors: Sequence[Finding]) -> bool:
        """Return whether errors make an unchanged file fail, as in `kifu validate`."""
        kept = [each for each in source.kept([*errors]) if each.severity == "error"]
        new = self.baselines.new(source, kept)
        if new and not self.skip_invalid:
            what = f"{amount(len(new), 'error')}, the first: {new[0].message}"
            self._fail(f"{new[0].place or source.label}: not formatted: {what}")
            return True
        if self.verbose:
            why = "" if new else " accepted or ignored"
            say(f"{source.label}: not changed: {amount(len(errors), 'error')}{why}")
        return False

    def _fail(self, why: str) -> None:
        say(why)
        self.failed += 1

    def __str__(self) -> str:
        would = " would be" if self.only_told else ""
        kinds = [
            (self.formatted, f"{would} formatted"),
            (self.same, " already in canonical form"),
            (self.left, " not changed"),
            (self.failed, " not formatted"),
        ]
        parts = [f"{amount(count, 'file')}{what}" for count, what in kinds if count]
        aside = f" ({amount(self.skipped, 'other file')} skipped)" if self.skipped else ""
        return f"{', '.join(parts) or 'nothing was formatted'}{aside}"
