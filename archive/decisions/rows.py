"""Decisions as work for several processes: records become Arrow batches of packed rows."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ... import replayer
from ...formats.files.piece import Piece, Skimmed, Skims
from ...formats.interface.catalog import canonical_notation
from ...formats.interface.notation import Counts, Notation
from ...formats.text.comments_lost import left_out
from ...replayer.encoding.encoding import Encoding, Rows
from ...replayer.facts import RoundFacts
from ...replayer.game import Game
from ...replayer.play.annotation import Annotation
from ...replayer.play.changes import annotations_of, is_noted
from ...validation.bulk.work import Read
from ...validation.outcome import Outcome
from ...validation.outcomes import of_piece
from ..anonymous import anonymous
from ..questions.installed import pyarrow
from .card import Header
from .packing import packed, width

MOST = 4096
"""The approximate number of rows in a batch."""
MOST_TEXT = 2**20
"""The approximate length of the texts of its records."""


class Exported(Struct, frozen=True):
    """A record with rows: its number, its text, its options and where its split is drawn, 0 to 1.

    `left_out` counts, by kind, what is in the text around it but not in the record.
    """

    number: int
    text: str
    options: str
    drawn: float
    left_out: Mapping[str, int]


class Part(Struct):
    """Rows of one kind: a batch without the columns about records, and the records themselves.

    `refused` has the numbers of records that are left out, each with the reason.
    """

    kind: Header | None = None
    batch: Any = None
    records: list[Exported] = []
    refused: list[tuple[int, str]] = []

    def behind(self, before: int) -> Part:
        """Return the part, renumbered to follow `before` other records in their file."""
        if not before:
            return self
        batch, refused = self.batch, [(number + before, why) for number, why in self.refused]
        if batch is not None:
            numbers = pyarrow("compute", "tables").add(batch.column("record"), before)
            batch = batch.set_column(0, batch.schema.field(0), numbers.cast("uint32"))
        records = [replace(each, number=each.number + before) for each in self.records]
        return Part(self.kind, batch, records, refused)


_Encoded: TypeAlias = tuple[Encoding[Any, Any], Header]

_KNOWN: dict[tuple[str, str, bool], _Encoded] = {}
_MOST_KNOWN = 256


def _encoded(game: Game[Any, Any], record: Any, options: str, perfect: bool) -> _Encoded:
    """Return the encoding for a record; it is the same for all records with the same options."""
    key = (game.name, options, perfect)
    if key not in _KNOWN:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        encoding: Encoding[Any, Any] = game.encoding(game.rules(record))
        _KNOWN[key] = encoding, Header.of(game.name, encoding, perfect)
    return _KNOWN[key]


class Exporting(Struct, frozen=True):
    """The work of making rows: those of `seats`, or of all seats if it is empty."""

    seats: frozenset[int] = frozenset()
    perfect: bool = False
    pseudonyms: bytes | None = None
    """The key of pseudonyms for players, or None to keep their names."""
    skims: Skims = "lines"

    def values(self, read: Read) -> Iterator[Part]:
        """Yield the rows of records in bulk."""
        made, number = _Made(self), 0
        for each in read:
            if isinstance(each, Skimmed):
                for line in each.data.splitlines(keepends=True):
                    number += 1
                    if not made.of_line(number, each.notation, line):
                        piece = Piece(line, each.line)
                        for outcome in of_piece(each.notation, piece):
                            yield from made.of_outcome(number, outcome)
                    yield from made.full()
            elif not isinstance(each, Counts):
                for outcome in each.outcomes:
                    number += 1
                    yield from made.of_outcome(number, outcome)
        yield from made.all()


_Notes: TypeAlias = tuple[float | None, float | None, str]
"""The time used, the time left, and all annotations of a decision as JSON."""


class _Made:
    """Rows that are being collected, all of one kind."""

    def __init__(self, work: Exporting) -> None:
        self._work = work
        self._ready: list[Part] = []
        self._clear(None)

    def _clear(self, kind: Header | None) -> None:
        self._kind, self._count, self._length = kind, 0, 0
        self._part = Part(kind, None, [], [])
        self._columns: dict[str, list[Any]] = {}
        self._results: list[str | None] = []
        self._notes: dict[int, _Notes] = {}

    def of_line(self, number: int, notation: Notation[Any], line: bytes) -> bool:
        """Add a record that was skimmed; return False if it has to be read like any other."""
        if notation.record is None or notation.facts is None:
            return False
        try:
            record, ((match),) = notation.record(line), notation.facts(line)
            game = replayer.game(notation.game)
            text = line.decode().strip() if self._work.pseudonyms is None else None
            self._add(number, game, record, match.rounds, text, {})
        except Exception:
            return False  # reading it again says why
        return True

    def of_outcome(self, number: int, outcome: Outcome[Any]) -> Iterator[Part]:
        """Add a record that was read, or note why it is left out."""
        errors = [each for each in outcome.kept if each.severity == "error"]
        replayed = outcome.replayed
        if errors or replayed is None or not outcome.reading.whole:
            why = f"{errors[0].code} {errors[0].message}" if errors else "it cannot be read"
            self._part.refused.append((number, why))
            return
        game, record, ends = replayed
        facts = outcome.attempt(lambda: game.facts(record, ends)) or ()
        beside = left_out([outcome.reading])
        try:
            self._add(number, game, record, facts, None, beside)
        except (ValueError, KeyError) as why:
            self._part.refused.append((number, f"it cannot be encoded: {why}"))
        yield from self.full()

    def full(self) -> Iterator[Part]:
        """Yield the rows that make batches."""
        if self._count >= MOST or self._length >= MOST_TEXT:
            self._end(None)
        yield from self._ready
        self._ready.clear()

    def all(self) -> Iterator[Part]:
        """Yield the rows and the refusals that are left."""
        if self._count or self._part.records or self._part.refused:
            self._end(None)
        yield from self.full()

    def _end(self, kind: Header | None) -> None:
        """End a batch; rows of this kind follow."""
        if self._kind is not None:
            self._part.batch = self._batch(self._kind)
        self._ready.append(self._part)
        self._clear(kind)

    def _add(
        self,
        number: int,
        game: Game[Any, Any],
        record: Any,
        facts: Sequence[RoundFacts],
        text: str | None,
        beside: Mapping[str, int],
    ) -> None:
        """Add a record; `text` is its canonical text, if known.

        Raises ValueError or KeyError if it cannot be encoded.
        """
        options = msgspec.json.encode(game.options_of(record)).decode()
        encoding, kind = _encoded(game, record, options, self._work.perfect)
        rows = encoding.rows(record, self._work.perfect)
        if text is None:
            if self._work.pseudonyms is not None:
                record = anonymous(record, self._work.pseudonyms)
            notation = canonical_notation(game.name)
            text = (notation.compact or notation.write)(record).rstrip("\n")
        if kind is not self._kind and kind != self._kind:
            if self._count or self._part.records or self._part.refused:
                self._end(kind)
            else:
                self._clear(kind)
        drawn = int.from_bytes(blake2b(text.encode(), digest_size=4).digest()) / 2**32
        self._part.records.append(Exported(number, text, options, drawn, beside))
        arrays: dict[str, Any] = {**rows.arrays, "record": array("I", [number]) * rows.count}
        for name, each in arrays.items():
            self._columns.setdefault(name, []).append(each)
        results = [each.result for each in facts]
        numbers: Sequence[int] = rows.arrays["round"]
        self._results += [results[at - 1] if at <= len(results) else None for at in numbers]
        if is_noted(game, record):
            self._note(game, record, rows)
        self._count, self._length = self._count + rows.count, self._length + len(text)

    def _note(self, game: Game[Any, Any], record: Any, rows: Rows) -> None:
        """Keep the annotations of decisions."""
        places: dict[tuple[int, int], int] = {}
        for at, place in enumerate(zip(rows.arrays["round"], rows.arrays["ply"], strict=True)):
            places[place] = self._count + at
        for number, each in enumerate(game.rounds(record), start=1):
            by_ply: dict[int, list[Annotation]] = {}
            for note in annotations_of(each):
                if note.ply is not None and (number, note.ply) in places:
                    by_ply.setdefault(note.ply, []).append(note)
            for ply, notes in by_ply.items():
                used = next((each.time_used for each in notes if each.time_used is not None), None)
                left = next((each.time_left for each in notes if each.time_left is not None), None)
                text = msgspec.json.encode(notes).decode()
                self._notes[places[number, ply]] = (used, left, text)

    def _batch(self, kind: Header) -> Any:
        """Return the rows as a batch of Arrow."""
        arrow, count = pyarrow("", "tables"), self._count
        data = {name: b"".join(each) for name, each in self._columns.items()}
        for name, each in kind.columns.items():
            data[name] = packed(data[name], count, each) if count else b""
        fields = [each for each in schema(kind) if each.name in data]
        columns = [
            arrow.Array.from_buffers(each.type, count, [None, arrow.py_buffer(data[each.name])])
            for each in fields
        ]
        notes = (
            [self._notes.get(at, (None, None, None)) for at in range(count)] if self._notes else []
        )
        used, left, texts = zip(*notes, strict=True) if notes else ([None] * count,) * 3
        columns += [
            arrow.array(self._results, arrow.string()),
            arrow.array(used, arrow.float64()),
            arrow.array(left, arrow.float64()),
            arrow.array(texts, arrow.string()),
        ]
        names = [*(each.name for each in fields), *_LAST]
        batch = arrow.RecordBatch.from_arrays(columns, names)
        if self._work.seats and count:
            seats = arrow.array(sorted(self._work.seats), arrow.uint8())
            compute = pyarrow("compute", "tables")
            batch = batch.filter(compute.is_in(batch.column("seat"), value_set=seats))
        return batch


_LAST = ("result", "time_used", "time_left", "annotations")
"""The columns that may be unknown."""


def schema(header: Header) -> Any:
    """Return the columns of rows, without those that are only in files."""
    arrow = pyarrow("", "tables")
    bytes_of = {name: arrow.binary(width(each)) for name, each in header.columns.items()}
    types = {
        "record": arrow.uint32(),
        "round": arrow.uint32(),
        "ply": arrow.uint16(),
        "seat": arrow.uint8(),
        "action": arrow.uint16(),
        **bytes_of,
        "return": arrow.float64(),
        "result": arrow.string(),
        "time_used": arrow.float64(),
        "time_left": arrow.float64(),
        "annotations": arrow.string(),
    }
    return arrow.schema(list(types.items()))
