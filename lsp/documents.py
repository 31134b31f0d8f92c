"""Documents that are open in an editor: what is read of them, and where it stands in them."""

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
from ..formats.files.reading import Piece, UnknownNotation, pieces
from ..formats.files.source import DECODED, Unreadable, configured
from ..repair.content import Edited, Lines, Standing
from ..replayer.assumed import assuming
from ..validation.outcome import Outcome, outcome
from ..validation.outcomes import by_piece, of_piece
from .positions import Positions


class Document:
    """A version of a document: its text, which may not be saved, under the name of its file.

    `path` is the absolute path of the file, None where there is none; `folder` is where the editor
    works, whose configuration then holds.
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
        """What was worked out of this version and may be asked again."""

    def again(self) -> Document:
        """The same version of it, of which nothing was worked out yet."""
        where = {"uri": self.uri, "folder": self._folder, "encoding": self._encoding}
        return Document(self.text, self.path, version=self.version, **where)

    @cached_property
    def positions(self) -> Positions:
        """Its lines, as the editor counts them."""
        return Positions(self.text, self._encoding)

    @cached_property
    def data(self) -> bytes:
        """The bytes that its file would have."""
        return self.text.encode("utf-8", "surrogatepass")

    @property
    def is_too_large(self) -> bool:
        """Whether it has more bytes than are read while somebody types."""
        return len(self.text) > LIMIT or len(self.data) > LIMIT

    @property
    def name(self) -> str:
        """The name by which it is recognised, and that of its findings."""
        return self.path or ""

    # Its configuration

    @cached_property
    def settings(self) -> Settings:
        """What holds for it; raises ProjectError if its configuration cannot be used."""
        return self._project.settings(os.path.dirname(self.path) if self.path else self._folder)

    @cached_property
    def _project(self) -> Project:
        return Project(folder=self._folder)

    @cached_property
    def is_left_out(self) -> bool:
        """Whether the configuration says that its file is not looked at.

        git is not asked: that may take long, and who opens a file that git ignores means it.
        """
        if self.path is None:
            return False
        return why_left_out(self._project, self.path, asks_git=False) is not None

    @cached_property
    def source(self) -> Input:
        """Its file, with what is configured for it."""
        return Input(self.name, self.path, self.settings)

    @property
    def notation(self) -> str | None:
        """The notation that the configuration says it is in."""
        return self.source.notation

    @contextmanager
    def assuming_options(self) -> Generator[None]:
        """Records that are read have the options that the configuration says.

        What they say about their encoding is the editor's business, which decoded them.
        """
        with assuming(self.source.options), configured(DECODED):
            yield

    def kept(self, findings: list[Finding]) -> list[Finding]:
        """The findings that the configuration lets be reported, as severe as it says."""
        return self.source.kept(findings)

    # What is read of it

    def parts(self) -> Iterator[Part]:
        """Its records, a piece of the file at a time, each to be used up before the next.

        There are none if it is no record, and is not meant to be one, or nothing was typed yet.
        Read it while `assuming_options`.
        """
        try:
            for each in by_piece(io.BytesIO(self.data), self.name, self.notation):
                yield self._part(each.piece, each.outcomes)
        except UnknownNotation as why:
            if why.meant and self.text.strip():
                yield self._part(None, iter([outcome(why.reading)]))

    def parts_between(self, start: int, end: int) -> Iterator[Part]:
        """The pieces that stand at any of the characters between two offsets; no other is read.

        Read it while `assuming_options`.
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
        """The number of characters in so many of the first bytes."""
        known, count = self._counted if self._counted[0] <= size else (0, 0)
        count += len(self.data[known:size].decode("utf-8", "surrogatepass"))
        self._counted = (size, count)
        return count

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.data)


class Part:
    """A piece of a document that was read, and the outcomes of its records.

    It goes from `start` to `end` in the text; `raw` are its bytes there.
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
        """None where the piece could not be decoded, or is not known."""
        try:
            return None if self._piece is None else Standing(self._raw, self._piece)
        except (Unreadable, UnicodeDecodeError):
            return None

    @property
    def _first(self) -> int:
        """The offset of the first character that is read."""
        return self.start + self._raw.startswith(BOM_UTF8)

    def span(self, finding: Finding) -> tuple[int, int]:
        """The offsets between which a finding stands; the first line if it has no place."""
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
        """The edits of a fix as those of the document; none where it cannot be made here."""
        if self._standing is None:
            return []
        return [
            Edited(self._first + each.start, self._first + each.end, each.text)
            for each in self._standing.edits(fix.edits)
        ]
