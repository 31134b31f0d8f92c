"""Pieces of files: the bytes of records, before they are read, and their place once they are."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypeVar

from ...findings import Finding
from ..interface.notation import Counts, Notation, Reading

RecordT = TypeVar("RecordT")


class Piece:
    """The bytes of one record, or of a whole file; `line` is the number of its first line.

    `doubt` is an error in the head of the file, if the notation cannot be recognised.
    `failed` is a failure to skim or accept it, which is reported when it is read. The bytes are in
    UTF-8, recoded from this `encoding`; `told` has the findings about the encoding, which come with
    the first piece of a file. `in_block`: whether it is one of several records that only blocks,
    such as code fences, separate.
    """

    def __init__(
        self,
        data: bytes,
        line: int = 1,
        doubt: str | None = None,
        failed: Finding | None = None,
        encoding: str = "utf-8",
        told: tuple[Finding, ...] = (),
        in_block: bool = False,
    ) -> None:
        self.data = data
        self.line = line
        self.doubt = doubt
        self.failed = failed
        self.encoding = encoding
        self.told = told
        self.in_block = in_block

    @property
    def is_plain(self) -> bool:
        """Whether any findings about it come from its text alone."""
        return self.doubt is None and self.failed is None and not self.told

    def behind(self, lines: int) -> Piece:
        """Return a copy of this piece with this many more lines before it."""
        found = self.but(self.data)
        found.line, found.doubt, found.failed = self.line + lines, self.doubt, self.failed
        found.encoding, found.told = self.encoding, self.told
        return found

    def but(self, data: bytes) -> Piece:
        """Return a piece with other bytes in the same place, such as after a fix."""
        return Piece(data, self.line, in_block=self.in_block)


class Skimmed(Counts, frozen=True, kw_only=True):
    """Skimmed records with their lines; `line` is the number of the first one."""

    notation: Notation[Any]
    data: bytes
    line: int


Skims: TypeAlias = bool | Literal["lines"]
"""Whether to skim records, and whether to keep their lines (`lines`) or only count them."""


def in_file(reading: Reading[RecordT], name: str, number: int | None = None) -> Reading[RecordT]:
    """Add a file and a record number to all present and later findings of a reading; return it.

    An empty name or a number of 0 is left out.
    """
    if name or number is not None:
        place, path = reading.place, name or None
        reading.path = path

        def place_in_file(finding: Finding) -> Finding | None:
            placed = place(finding)
            return placed and placed.but(path=path, record=number)

        reading.findings = [each.but(path=path, record=number) for each in reading.findings]
        reading.place = place_in_file
    return reading
