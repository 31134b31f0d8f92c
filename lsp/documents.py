"""Documents open in an editor: what is read from them, and where it is."""

from __future__ import annotations

import io
import os
from codecs import BOM_UTF8
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any

from lsprotocol.types import PositionEncodingKind

from ..archive.explanation import why_left_out
from ..archive.reading.inputs import Input
from ..archive.settings import Project, Settings
from ..findings import Finding, Fix
from ..findings.limits import LIMIT
from ..formats.files.division import pieces
from ..formats.files.piece import Piece
from ..formats.files.recognition import UnknownNotation
from ..formats.files.source import DECODED, Unreadable, configured
from ..repair.content import Edited, Lines, Standing
from ..replayer.assumed import assuming
from ..validation.outcome import Outcome, outcome
from ..validation.outcomes import by_piece, of_piece
from .positions import Positions


class Document:
    """A version of a document: its text, which may be unsaved, and the path of its file.

    `path` is the absolute path of the file, or None, in which case the
    configuration in `folder`, the editor's folder, is used.
    """

    def __init__(
        self,
        text: str,
        path: str | None = None,
        *,
        uri: str = "",
        version: int | None = None,
        folder: str = "",
        encoding: str = PositionEncodingKind.Utf16,
    ) -> None:
        self.text = text
        self.path = path
        self.uri = uri
        self.version = version
        self._folder = folder or os.getcwd()
        self._encoding = encoding
        self._counted = (0, 0)
        self.known: dict[object, Any] = {}
        """A cache of results for this version."""

    def again(self) -> Document:
        """Return a copy of this version with an empty cache."""
        return self.with_text(self.text)

    def with_text(self, text: str) -> Document:
        """Return this version with another text."""
        where = {"uri": self.uri, "folder": self._folder, "encoding": self._encoding}
        return Document(text, self.path, version=self.version, **where)

    @cached_property
    def positions(self) -> Positions:
        """Its lines, as the editor counts them."""
        return Positions(self.text, self._encoding)

    @cached_property
    def data(self) -> bytes:
        """The bytes that its file would contain."""
        return self.text.encode("utf-8", "surrogatepass")

    @property
    def is_too_large(self) -> bool:
        """Whether it has too many bytes to be checked as the user types."""
        return len(self.text) > LIMIT or len(self.data) > LIMIT

    @property
    def name(self) -> str:
        """The name it is recognised by, which also appears in its findings."""
        return self.path or ""

    # Configuration

    @cached_property
    def settings(self) -> Settings:
        """Its settings; raises ProjectError if its configuration cannot be used."""
        return self._project.settings(os.path.dirname(self.path) if self.path else self._folder)

    @cached_property
    def _project(self) -> Project:
        return Project(folder=self._folder)

    @cached_property
    def is_left_out(self) -> bool:
        """Whether its configuration excludes the file.

        git is not asked: that may be slow, and anybody who opens an ignored file wants it checked.
        """
        if self.path is None:
            return False
        return why_left_out(self._project, self.path, asks_git=False) is not None

    @cached_property
    def source(self) -> Input:
        """Its file and configuration."""
        return Input(self.name, self.path, self.settings)

    @property
    def notation(self) -> str | None:
        """The notation given by the configuration."""
        return self.source.notation

    @contextmanager
    def assuming_options(self) -> Generator[None]:
        """Assume the options in the configuration for records that are read.

        The configured encodings are ignored, as the editor has decoded the text.
        """
        with assuming(self.source.options), configured(DECODED):
            yield

    def kept(self, findings: list[Finding]) -> list[Finding]:
        """Return the findings that the configuration reports, with the configured severity."""
        return self.source.kept(findings)

    # Reading

    def parts(self) -> Iterator[Part]:
        """Yield its records by piece; finish with each piece before requesting the next.

        There are none if it is not a record and is not meant to be one, or if it is empty. Use it
        within `assuming_options`.
        """
        try:
            for each in by_piece(io.BytesIO(self.data), self.name, self.notation):
                yield self._part(each.piece, each.outcomes)
        except UnknownNotation as why:
            if why.meant and self.text.strip():
                yield self._part(None, iter([outcome(why.reading)]))

    def parts_between(self, start: int, end: int) -> Iterator[Part]:
        """Yield only the pieces that touch the characters between two offsets.

        Use it within `assuming_options`.
        """
        with suppress(UnknownNotation):
            for notation, piece in pieces(io.BytesIO(self.data), self.name, self.notation):
                part = self._part(piece, of_piece(notation, piece, self.name))
                if part.start <= end and start <= part.end:
                    yield part

    def _part(self, piece: Piece | Finding | None, outcomes: Iterator[Outcome[Any]]) -> Part:
        span = self._lines.span(piece) if isinstance(piece, Piece) else None
        if span is None or not isinstance(piece, Piece):
            return Part(self, outcomes)
        first, last = span
        start = self._characters(first)
        return Part(self, outcomes, piece, self.data[first:last], start, self._characters(last))

    def _characters(self, size: int) -> int:
        """Return the number of characters in the first `size` bytes."""
        known, count = self._counted if self._counted[0] <= size else (0, 0)
        count += len(self.data[known:size].decode("utf-8", "surrogatepass"))
        self._counted = (size, count)
        return count

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.data)


class Part:
    """A piece of a document, and the outcomes of its records.

    It spans `start` to `end` in the text; `raw` has its bytes.
    """

    def __init__(
        self,
        document: Document,
        outcomes: Iterator[Outcome[Any]],
        piece: Piece | None = None,
        raw: bytes = b"",
        start: int = 0,
        end: int = 0,
    ) -> None:
        self.document = document
        self.outcomes = outcomes
        self.start = start
        self.end = end
        self._piece = piece
        self._raw = raw

    @cached_property
    def _standing(self) -> Standing | None:
        """The piece as it was read and as it is in the file, or None if that is not known."""
        try:
            return None if self._piece is None else Standing(self._raw, self._piece)
        except (Unreadable, UnicodeDecodeError):
            return None

    @property
    def _first(self) -> int:
        """The offset of the first character to read."""
        return self.start + self._raw.startswith(BOM_UTF8)

    def span(self, finding: Finding) -> tuple[int, int]:
        """Return the offsets of a finding, or of the first line if the finding has no place."""
        if finding.line is None:
            return self.start, self.document.positions.end_of_line(self.start)
        column = finding.column or 1
        start = self._offset(finding.line, column)
        if finding.end_line is None:
            return start, start
        return start, max(start, self._offset(finding.end_line, finding.end_column or column))

    def _offset(self, line: int, column: int) -> int:
        if self._standing is None:
            return self.document.positions.offset_of(line, column)
        return self._first + self._standing.offset(line, column)

    def edits(self, fix: Fix) -> list[Edited]:
        """Return a fix's edits as edits to the document, or none if it cannot be applied here."""
        if self._standing is None:
            return []
        return [
            Edited(self._first + each.start, self._first + each.end, each.text)
            for each in self._standing.edits(fix.edits)
        ]
