"""Inputs: files and standard input, each with its settings."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeVar

from msgspec import Struct

from ...findings import Finding
from ...formats.files import is_remote
from ...formats.interface.notation import Counts
from ...validation.outcome import Outcome
from ..repository import leads_out, shown, tree
from ..settings import Project, Settings
from .to_read import STANDARD_INPUT, ToRead

ReadT = TypeVar("ReadT")


class Input(Struct, frozen=True):
    """A file to read.

    `inside` is its path within the folder that was named, or None if the file itself was named. If
    it represents a folder that could not be searched, `trouble` says why. `name` is the name given
    to standard input, if any. `settings` apply to it, and `place` is its absolute path, or the path
    of a remote file. `checked`: whether the command takes any file; if so, files that kifu itself
    wrote are skipped.
    """

    path: str
    place: str | None = None
    settings: Settings | None = None
    inside: str | None = None
    trouble: OSError | None = None
    name: str | None = None
    checked: bool = False

    @classmethod
    def named(cls, path: str) -> Input:
        """Return the input for a file named in a command, with its configuration.

        Raises ProjectError if its configuration cannot be used.
        """
        return cls(path, *Project().located(path))

    @property
    def label(self) -> str:
        """The name of the input in messages."""
        return self.name or ("<stdin>" if self.path == STANDARD_INPUT else self.path)

    def outcomes(self, identifier: str | None = None) -> Iterator[Outcome[Any]]:
        """Yield the outcome of each record in the input.

        The notation is detected unless it is named, or given by the settings. Raises OSError if the
        file cannot be read, and UnknownNotation if it was found in a folder and nothing says that
        it is meant to be a record. Otherwise a finding says that it is not a record.
        """
        return self.to_read(identifier).outcomes()

    def skimmed(
        self, identifier: str | None = None, taken: Callable[[int], None] | None = None
    ) -> Iterator[Outcome[Any] | Counts]:
        """Yield the outcomes of the records; for skimmed ones, only counts.

        `taken` is called with the number of bytes read from the file so far.
        """
        return self.to_read(identifier).skimmed(taken)

    def to_read(self, identifier: str | None = None) -> ToRead:
        """Return what is needed to read the input."""
        return ToRead(
            self.path,
            self.label,
            identifier or self.notation,
            self.options,
            self.is_optional,
            self.is_optional or self.checked,
            self.trouble,
            encoding=self.encoding,
        )

    @property
    def notation(self) -> str | None:
        """The notation given by the settings."""
        return self._said("formats")

    @property
    def encoding(self) -> str | None:
        """The encoding given by the settings."""
        return self._said("encodings")

    def _said(self, name: str) -> str | None:
        if self.settings is None or self.place is None:
            return None
        return self.settings.of_file(name, self.place)

    @property
    def options(self) -> tuple[object, ...]:
        """The options given by the settings for records that state none."""
        if self.settings is None or self.place is None:
            return ()
        return tuple(self.settings.options(self.place))

    def kept(self, findings: list[Finding]) -> list[Finding]:
        """Return the findings that the settings report, with the configured severity."""
        if self.settings is None:
            return findings
        return self.settings.selection.of(findings, self.place)

    def reported(self, outcome: Outcome[Any]) -> Outcome[Any]:
        """Return an outcome that reports only the findings selected by the settings."""
        outcome.options, outcome.report = self.options, self.kept
        return outcome

    @property
    def is_optional(self) -> bool:
        """Whether a file that is not a record is skipped, unless it is meant to be one."""
        if self.inside is not None:
            return True
        return self.settings is not None and bool(self.settings.value("force-exclude"))

    def read(
        self, reader: Callable[[BinaryIO, str], Iterator[ReadT]]
    ) -> Iterator[ReadT | Outcome[Any]]:
        """Yield what a reader yields for the stream and label; raises errors like `outcomes`."""
        return self.to_read().read(reader)

    def replace(self, before: bytes, data: bytes) -> None:
        """Replace the content of the file; raises OSError like `replace_file`.

        Nothing is written through a link that leads out of the tree: otherwise, anybody who can add
        a link to an archive could have any file on the machine overwritten.
        """
        from ...formats.files.target import replace_file

        if is_remote(self.path):
            raise OSError(errno.EROFS, "remote files are read, but never written", self.path)
        place = self.place or os.path.abspath(self.path)
        root = tree(os.path.dirname(place) if not self.inside else place.removesuffix(self.inside))
        if os.path.isfile(place) and leads_out(place, root):
            why = f"this link leads out of {shown(root)}, so it was not changed"
            raise OSError(errno.EPERM, why, self.path)
        replace_file(self.path, before, data)


def record_label(label: str, number: int) -> str:
    """Return a record's name for messages: `a.jsonl (record 2)`, but `a.jsonl` for the first."""
    return label if number == 1 else f"{label} (record {number})"
