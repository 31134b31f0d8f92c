"""The records of a text, read only as far as needed.

Records known to be valid, and all records in a long text, are read only when shown. After some
lines change, records on other lines are not read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from typing import Any

from msgspec import Struct

from ...formats import Notation
from ...formats.document.json.members import is_one
from ...formats.files.division import is_apart, pieces
from ...formats.files.piece import Piece
from ...formats.files.source import HEAD, UTF_8, Source
from ...validation.outcome import Outcome
from ...validation.outcomes import accepted, of_piece, of_piece_later, too_many, vouched

LONG = 1 << 18
"""In a text longer than this (in bytes), only the records shown are read and checked."""


class Part(Struct, frozen=True):
    """A piece of a text, and the outcomes of its records, which are numbered from `first`.

    The piece is None if reading stops here. `slips` is the number of findings from reading.
    """

    notation: Notation[Any] | None
    piece: Piece | None
    first: int
    outcomes: Sequence[Outcome[Any]]
    slips: int = 0

    @property
    def unchecked(self) -> int:
        """The number of unchecked bytes."""
        known = all(each.is_checked for each in self.outcomes)
        return 0 if known or self.piece is None else len(self.piece.data)

    def begins(self) -> list[int | None]:
        """Return the lines where the records begin, with None for unknown lines."""
        count = len(self.outcomes)
        found = list(islice(self._sections(), count if count == 1 else None))
        return [*found] if len(found) == count else [None] * count

    def _sections(self) -> Iterator[int]:
        """Yield the first line of each section; the notation determines what separates sections."""
        if self.piece is None:
            return
        separator = self.notation.between.strip().encode() if self.notation else b""
        begun = False
        for number, line in enumerate(self.piece.data.split(b"\n"), start=self.piece.line):
            if separator and line.startswith(separator):
                begun = False
            elif not begun and line.decode(errors="replace").strip():
                begun = True
                yield number


class Records(Struct, frozen=True):
    """The records of a named text, in parts."""

    name: str = ""
    parts: Sequence[Part] = ()


def records(data: bytes, name: str, identifier: str | None, before: Records) -> Records:
    """Return the records of a text; parts already known from `before` are reused.

    Raises the same exceptions as `validation.outcomes`.
    """
    known = _Known(before.parts if before.name == name else (), len(data) > LONG)
    return Records(
        name, list(_parts(Source(BytesIO(data), encoding=UTF_8), name, identifier, known))
    )


def _parts(source: Source, name: str, identifier: str | None, known: _Known) -> Iterator[Part]:
    """Yield the parts of a text, with the same outcomes as `validation.outcomes`, but lazily."""
    first, slips = 1, 0
    for notation, piece in pieces(source, name, identifier):
        if (last := too_many(notation, piece, name, slips, source.taken)) is not None:
            yield Part(None, None, first, list(last.outcomes))
            return
        if isinstance(piece, Piece):
            part = known.at(notation, piece, first) or _part(notation, piece, name, first, known)
        else:
            part = Part(notation, None, first, list(of_piece(notation, piece, name, first)))
        yield part
        first += len(part.outcomes)
        slips += part.slips


def _part(
    notation: Notation[Any] | None, piece: Piece, name: str, first: int, known: _Known
) -> Part:
    moved = known.moved(notation, piece)
    if moved is not None:
        found = of_piece_later(notation, piece, name, first, before=moved.outcomes)
        return Part(notation, piece, first, found, moved.slips)
    counts = vouched(notation, piece) or accepted(notation, piece)
    if counts is not None:
        found = of_piece_later(notation, piece, name, first, accepted=counts)
        return Part(notation, piece, first, found)
    if known.is_long and _is_one(notation, piece):
        return Part(notation, piece, first, of_piece_later(notation, piece, name, first))
    found = list(of_piece(notation, piece, name, first))
    slips = sum(len(each.reading.findings) for each in found)
    return Part(notation, piece, first, found, slips)


def _is_one(notation: Notation[Any] | None, piece: Piece) -> bool:
    """Return whether a piece is certain to be a single record, without reading it."""
    if notation is None or b"\r" in piece.data:
        return False
    if notation.medium == "json":
        return is_one(piece.data, notation.schema)
    return (notation.single or notation.lines) and not is_apart(piece.data[:HEAD])


class _Known:
    """The parts of the previous text, by content; `is_long` refers to the new text."""

    def __init__(self, parts: Sequence[Part], is_long: bool) -> None:
        self.is_long = is_long
        self._by_text: dict[tuple[bytes, str | None], Part] = {}
        self._by_place: dict[tuple[int, int], Part] = {}
        for each in parts:
            if each.piece is not None:
                self._by_text[each.piece.data, each.piece.doubt] = each
                self._by_place[each.first, each.piece.line] = each

    def at(self, notation: Notation[Any] | None, piece: Piece, first: int) -> Part | None:
        """Return the part with the same text in the same place, or None."""
        found = self._by_place.get((first, piece.line))
        if found is None or found.piece is None or found.notation is not notation:
            return None
        same = (found.piece.data, found.piece.doubt) == (piece.data, piece.doubt)
        return found if same else None

    def moved(self, notation: Notation[Any] | None, piece: Piece) -> Part | None:
        """Return a part with the same text in another place, or None."""
        found = self._by_text.get((piece.data, piece.doubt))
        return found if found is not None and found.notation is notation else None
