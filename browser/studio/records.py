"""The records of a text. What is known to be sound is read when it is shown, as is anything in a
long text, and what was read before is not read again where other lines have changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from typing import Any

from msgspec import Struct

from ...formats import Notation
from ...formats.files.reading import Piece, pieces
from ...formats.files.source import UTF_8, Source
from ...validation.outcome import Outcome
from ...validation.outcomes import accepted, most_slips, of_piece, of_piece_later, too_many, vouched

LONG = 1 << 18
"""Of a text with more bytes, only what is shown is read and checked at once."""


class Part(Struct, frozen=True):
    """A piece of a text, and the outcomes of its records, whose numbers begin with `first`.

    There is no piece where the text is not read further. `slips` is how many findings the texts of
    the records have.
    """

    notation: Notation[Any] | None
    piece: Piece | None
    first: int
    outcomes: Sequence[Outcome[Any]]
    slips: int = 0

    @property
    def unchecked(self) -> int:
        """How many bytes there are of which it is not known whether they are wrong."""
        known = all(each.is_checked for each in self.outcomes)
        return 0 if known or self.piece is None else len(self.piece.data)

    def begins(self) -> list[int | None]:
        """The lines in which its records begin, None where that is unclear."""
        count = len(self.outcomes)
        found = list(islice(self._sections(), count if count == 1 else None))
        return [*found] if len(found) == count else [None] * count

    def _sections(self) -> Iterator[int]:
        """The first lines of what stands between what parts records in the notation."""
        if self.piece is None:
            return
        parts = self.notation.between.strip().encode() if self.notation else b""
        begun = False
        for number, line in enumerate(self.piece.data.split(b"\n"), start=self.piece.line):
            if parts and line.startswith(parts):
                begun = False
            elif not begun and line.decode(errors="replace").strip():
                begun = True
                yield number


class Records(Struct, frozen=True):
    """The records of a text with this name, part by part."""

    name: str = ""
    parts: Sequence[Part] = ()


def records(data: bytes, name: str, identifier: str | None, before: Records) -> Records:
    """The records of a text, parts of which may have been there `before`.

    Raises what `validation.outcomes` raises.
    """
    known = _Known(before.parts if before.name == name else (), len(data) > LONG)
    return Records(
        name, list(_parts(Source(BytesIO(data), encoding=UTF_8), name, identifier, known))
    )


def _parts(source: Source, name: str, identifier: str | None, known: _Known) -> Iterator[Part]:
    """What `validation.outcomes` gives, with nothing read that need not be read yet."""
    first, slips = 1, 0
    for notation, piece in pieces(source, name, identifier):
        if slips > most_slips(source.taken):
            last = too_many(notation, piece, name, slips)
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
    """Whether a piece is one record, which can be told before it is read."""
    if notation is None or b"\r" in piece.data:
        return False
    return notation.medium == "json" or notation.single or notation.lines


class _Known:
    """The parts of a text as it was before, by what stands in them; whether it is long now."""

    def __init__(self, parts: Sequence[Part], is_long: bool) -> None:
        self.is_long = is_long
        self._by_text: dict[tuple[bytes, str | None], Part] = {}
        self._by_place: dict[tuple[int, int], Part] = {}
        for each in parts:
            if each.piece is not None:
                self._by_text[each.piece.data, each.piece.doubt] = each
                self._by_place[each.first, each.piece.line] = each

    def at(self, notation: Notation[Any] | None, piece: Piece, first: int) -> Part | None:
        """The part with the same text at the same place."""
        found = self._by_place.get((first, piece.line))
        if found is None or found.piece is None or found.notation is not notation:
            return None
        same = (found.piece.data, found.piece.doubt) == (piece.data, piece.doubt)
        return found if same else None

    def moved(self, notation: Notation[Any] | None, piece: Piece) -> Part | None:
        """A part with the same text, which stood elsewhere."""
        found = self._by_text.get((piece.data, piece.doubt))
        return found if found is not None and found.notation is notation else None
