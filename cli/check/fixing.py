"""The part of `kifu validate` that fixes files: --fix, --unsafe-fixes and --diff."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from ...archive.files import STANDARD_INPUT
from ...archive.reading.inputs import Input
from ...findings import Finding, amount
from ...formats import UnknownNotation
from ...formats.files.source import HEAD
from ...validation.outcome import Judged, Look, Outcome
from ..errors import Failure, reason, say
from ..options import Decorator, with_options
from ..output import encoded, harmless
from ..report import from_root
from ..terminal import hide_bar

if TYPE_CHECKING:
    from ...repair import Formed, Mended


def fix_options(function: Any) -> Any:
    """Add the options --fix, --unsafe-fixes and --diff."""
    options: list[Decorator] = [
        click.option("--fix", is_flag=True, help="Apply safe fixes."),
        click.option("--unsafe-fixes", is_flag=True, help="Include unsafe fixes."),
        click.option(
            "--diff", is_flag=True, help="Write a patch with the changes that --fix would make."
        ),
    ]
    return with_options(function, options)


class Fixing:
    """Fix files as the options say, and count the fixes.

    `failed` says whether a file could not be written.
    """

    def __init__(self, fix: bool, unsafe: bool, diff: bool) -> None:
        self.unsafe = unsafe
        self.diff = diff
        self.fix = fix and not diff
        self.failed = False
        self._made = self._files = 0
        self._safe = self._others = 0

    @property
    def mends(self) -> bool:
        """Whether fixes are applied, or shown as a patch."""
        return self.fix or self.diff

    def judged(self, source: Input, identifier: str | None, look: Look) -> Iterator[Judged]:
        """Yield the findings left in an input's records after it is fixed.

        When a patch is shown, all findings are left, as nothing is written. Raises the same errors
        as `Input.outcomes`.
        """
        from ...repair import mended

        identifier = identifier or source.notation
        known = remembering(look)

        def mend(data: bytes, label: str) -> Mended:
            return mended(data, label, identifier, unsafe=self.unsafe, look=known)

        for each in changed(source, identifier, mend, echoes=self.fix):
            if isinstance(each, Outcome):
                yield Judged(each.counts, look(each))
            else:
                yield from self._taken(source, *each)

    def _taken(self, source: Input, data: bytes, after: Mended) -> tuple[Judged, ...]:
        """Write the fixed file, and return the findings that are left."""
        if after.is_refused:
            say(f"{source.label}: not fixed: its data is damaged, or too large when decompressed")
        if after.why is not None:
            say(f"{source.label}: not changed: {after.why}")
        if self.diff:
            if after.changed and not shown_as_patch(source, after, ": use --fix"):
                self.failed = True
        else:
            try:
                put(source, data, after)
            except OSError as error:
                if error.filename is None:  # of standard output, which has no file
                    raise
                say(reason(error))
                self.failed = True
                return after.found
        if after.changed:
            self._made += len(after.made)
            self._files += 1
        return after.found if self.diff else after.left

    def count(self, findings: Iterable[Finding]) -> None:
        """Count the reported findings that could be fixed."""
        fixes = [each.fix for each in findings if each.fix is not None and each.fix.edits]
        self._safe += sum(each.safe for each in fixes)
        self._others += sum(not each.safe for each in fixes)

    @contextmanager
    def reporting(self, reads_standard_input: bool) -> Generator[None]:
        """Report findings on standard error, since standard output carries the fixed text."""
        if self.fix and reads_standard_input:
            with redirect_stdout(sys.stderr):
                yield
        else:
            yield

    def notes(self) -> Iterator[str]:
        """Yield notes on what was fixed, and what else could be."""
        made = amount(self._made, "finding") if self._made else "nothing"
        where = f" in {amount(self._files, 'file')}" if self._made else ""
        if self.diff:
            yield f"{made} would be fixed{where}"
        elif self._made:
            yield f"{made} fixed{where}"
        if not self.mends:
            option = "--fix --unsafe-fixes" if self.unsafe else "--fix"
            number = self._safe + self._others * self.unsafe
            yield from [f"{number} fixable with `{option}`"] if number else []
        if self._others and not self.unsafe:
            change = "which may change the meaning of a record"
            yield f"{self._others} fixable with `--unsafe-fixes`, {change}"


def remembering(look: Look) -> Look:
    """Cache a function's results by text, since a file being fixed is read again and again."""
    known: dict[tuple[object, ...], list[Finding]] = {}

    def remembered(outcome: Outcome[Any]) -> list[Finding]:
        text = outcome.reading.text if outcome.unproven else None
        if text is None:
            return look(outcome)
        first = [(each.code, each.line, each.column) for each in outcome.unproven]
        key = (text.content, text.first_line, text.first_column, *first)
        if key not in known:
            known[key] = look(outcome)
        return known[key]

    return remembered


ChangeT = TypeVar("ChangeT")


def changed(
    source: Input,
    identifier: str | None,
    change: Callable[[bytes, str], ChangeT],
    *,
    echoes: bool,
) -> Iterator[Outcome[Any] | tuple[bytes, ChangeT]]:
    """Yield a file's bytes and the result of changing it, if it is a record.

    If `echoes`, standard input that is not a record is written out unchanged. Raises the same
    errors as `Input.outcomes`.
    """

    def read(stream: BinaryIO, label: str) -> Iterator[tuple[bytes, ChangeT]]:
        data = _whole(stream, source, identifier)
        try:
            yield data, change(data, label)
        except UnknownNotation:
            if echoes and source.path == STANDARD_INPUT:
                write_out(data)
            raise

    return source.read(read)


def put(source: Input, before: bytes, after: Mended | Formed) -> None:
    """Replace a file by its changed version, or write standard input to standard output."""
    if source.path == STANDARD_INPUT:
        write_out(after.data)
    elif after.changed:
        source.replace(before, after.data)


def shown_as_patch(source: Input, after: Mended | Formed, advice: str = "") -> bool:
    """Write a change as a patch, or report that this is impossible for a compressed file."""
    from ...repair import patch

    if after.is_packed:
        say(f"{source.label}: no patch can be made for a compressed file{advice}")
    else:
        write_out(patch(after.before, after.after, _patch_name(source)))
    return not after.is_packed


def _whole(stream: BinaryIO, source: Input, identifier: str | None) -> bytes:
    """Return the bytes of a file.

    Raises UnknownNotation early if a file in a folder is not a record, and OSError if the file is
    too large for memory.
    """
    from ...formats.files.division import pieces
    from ...repair.content import MOST_BYTES

    head = b""
    if source.path != STANDARD_INPUT:
        head = stream.read(HEAD)
        next(pieces(io.BytesIO(head), source.label, identifier), None)
    data = head + stream.read(MOST_BYTES + 1 - len(head))
    if len(data) > MOST_BYTES:
        why = f"it is larger than {MOST_BYTES // 2**20} MiB and was not changed"
        raise OSError(errno.EFBIG, why, source.label)
    return data


def _patch_name(source: Input) -> str:
    """Return the name of a file in a patch: relative to the current folder if inside it.

    Links are resolved: neither `patch` nor git writes through a link.
    """
    if source.path == STANDARD_INPUT:
        return source.label.strip("<>")
    return from_root(os.path.realpath(source.path), os.getcwd())


def write_out(data: bytes) -> None:
    """Write bytes to standard output, even if reports go elsewhere."""
    stream = sys.__stdout__ if sys.stdout is sys.stderr else sys.stdout
    if stream is None:
        raise Failure("standard output is closed")
    hide_bar()
    stream.flush()
    if stream.isatty():
        data = encoded(harmless(data.decode("utf-8", "backslashreplace")))
    stream.buffer.write(data)
    stream.buffer.flush()
