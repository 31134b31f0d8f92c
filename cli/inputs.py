"""What is read: files, and standard input. Which ones is for `choosing` to say."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from io import BufferedReader
from typing import Any, BinaryIO, TypeVar, cast

from msgspec import Struct

from ..findings import Finding
from ..formats import UnknownNotation
from ..formats.base import Counts
from ..formats.source import Source, Unreadable, is_packed, open_file
from ..formats.target import replace_file
from ..project.baseline import HEAD, is_baseline
from ..project.files import STANDARD_INPUT
from ..project.repository import leads_out, shown, tree
from ..project.settings import Project, Settings
from ..replayer.assumed import assuming
from ..validation import Outcome, outcome, outcomes, skimmed
from .errors import Failure
from .report.json import is_report

ReadT = TypeVar("ReadT")


class Input(Struct, frozen=True):
    """A file to read.

    `inside` is its path within the folder that was named, None if the file itself was named. If it
    stands for a folder that could not be searched, `trouble` says why. `name` is what standard
    input is called, if that was said. `settings` hold for it, and `place` is its absolute path. It
    is `checked` if the command takes any file: then what kifu itself wrote is passed over.
    """

    path: str
    inside: str | None = None
    trouble: OSError | None = None
    name: str | None = None
    place: str | None = None
    settings: Settings | None = None
    checked: bool = False

    @classmethod
    def named(cls, path: str) -> Input:
        """The file that a command is given, with what is configured for it.

        Raises ProjectError if its configuration cannot be used.
        """
        place = os.path.abspath(path)
        return cls(path, place=place, settings=Project().settings(os.path.dirname(place)))

    @property
    def label(self) -> str:
        """Its name in messages."""
        return self.name or ("<stdin>" if self.path == STANDARD_INPUT else self.path)

    def outcomes(self, identifier: str | None = None) -> Iterator[Outcome[Any]]:
        """The outcome of each of its records.

        The notation is detected unless it is named, or the settings say what it is. Raises OSError
        if the file cannot be read, and UnknownNotation if it was found in a folder and nothing says
        that it is meant to be a record. Otherwise that it is none is a finding.
        """
        return self.read(partial(outcomes, identifier=identifier or self.notation))

    def skimmed(self, identifier: str | None = None) -> Iterator[Outcome[Any] | Counts]:
        """The outcomes of its records, but of those that are skimmed, only the counts."""
        return self.read(partial(skimmed, identifier=identifier or self.notation))

    @property
    def notation(self) -> str | None:
        """The notation that the settings say it is in."""
        if self.settings is None or self.place is None:
            return None
        entry = self.settings.notation(self.place)
        return entry and str(entry.value)

    def _options(self) -> list[object]:
        """The options that the settings say for records that do not say them."""
        if self.settings is None or self.place is None:
            return []
        return self.settings.options(self.place)

    def kept(self, findings: list[Finding]) -> list[Finding]:
        """Those of its findings that the settings let be reported, as severe as they say."""
        if self.settings is None:
            return findings
        return self.settings.selection.of(findings, self.place)

    @property
    def is_optional(self) -> bool:
        """Whether it is passed over if it is no record, unless it is meant to be one."""
        if self.inside is not None:
            return True
        return self.settings is not None and bool(self.settings.value("force-exclude"))

    def read(
        self, reader: Callable[[BinaryIO, str], Iterator[ReadT]]
    ) -> Iterator[ReadT | Outcome[Any]]:
        """What a reader yields for its stream and label; raises what `outcomes` raises."""
        if self.trouble is not None:
            raise self.trouble
        try:
            with _opened(self.path) as stream, assuming(self._options()):
                if (self.is_optional or self.checked) and _is_own(stream):
                    raise _Own(self.label, "kifu wrote this, and it is no record")
                yield from reader(stream, self.label)
        except _Own:
            raise
        except UnknownNotation as why:
            if self.is_optional and not why.meant:
                raise
            yield outcome(why.reading)
        except OSError as error:
            # Only writing breaks a pipe, and a mended text is written while it is read.
            if error.filename is None and not isinstance(error, BrokenPipeError):
                error.filename = self.label
            raise

    def replace(self, before: bytes, data: bytes) -> None:
        """Give the file other content; raises OSError as `replace_file` does.

        It is not written behind a link out of the tree that it was found in, or else lies in: who
        may add a link to an archive could choose any file of the machine.
        """
        place = self.place or os.path.abspath(self.path)
        root = tree(os.path.dirname(place) if not self.inside else place.removesuffix(self.inside))
        if os.path.isfile(place) and leads_out(place, root):
            why = f"this link leads out of {shown(root)}, and was left as it is"
            raise OSError(errno.EPERM, why, self.path)
        replace_file(self.path, before, data)


class _Own(UnknownNotation):
    """A file that kifu itself has written about records."""


def _is_own(stream: BinaryIO) -> bool:
    """Whether a file is a baseline or a report, whatever it is called or configured to be."""
    if not isinstance(stream, BufferedReader):
        return False
    head = stream.peek(HEAD)
    if is_packed(head) and stream.seekable():
        start = stream.tell()
        try:
            head = Source(cast(BinaryIO, stream)).head()
        except Unreadable:
            return False
        finally:
            stream.seek(start)
    return is_baseline(head) or is_report(head)


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    if path != STANDARD_INPUT:
        return open_file(path, " (- reads standard input)")
    if sys.stdin is None:
        raise Failure("standard input is closed")
    return nullcontext(sys.stdin.buffer)
