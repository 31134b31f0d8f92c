"""What a worker tells of records, as values that go from process to process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from ..findings import Finding
from ..formats.base import Counts, Reading
from ..formats.catalog import notation
from ..formats.reading import Piece
from ..formats.text import Text
from ..replayer.assumed import assuming
from ..validation import Outcome, of_piece


class Told(Struct, frozen=True):
    """The outcome of a record.

    `slips` is how many findings are about its text. `text` is that text and the number of its first
    line, if it was asked for and there are errors.
    """

    notation: str | None
    findings: list[Finding]
    counts: Counts | None
    slips: int
    text: tuple[str, int] | None = None

    def outcome(self, before: int = 0) -> Outcome[Any]:
        """The same as an outcome; its reading has nothing but the text.

        So many records of its file come `before` those among which it is numbered.
        """
        chosen = None if self.notation is None else notation(self.notation)
        text = None if self.text is None else Text(*self.text)
        findings = self.findings
        if before:
            findings = [
                each if each.record is None else each.but(record=each.record + before)
                for each in findings
            ]
        reading = Reading[Any](chosen, [], whole=False, text=text)
        return Outcome[Any].known(chosen, reading, findings, self.counts)


def told(outcome: Outcome[Any], with_text: bool) -> Told:
    """What is to be told of an outcome."""
    counts, findings = outcome.counts, outcome.findings
    text = outcome.reading.text if with_text and outcome.errors else None
    return Told(
        None if outcome.notation is None else outcome.notation.id,
        findings,
        counts,
        len(outcome.reading.findings),
        None if text is None else (text.content, text.first_line),
    )


def all_told(outcomes: Iterable[Outcome[Any] | Counts], with_text: bool) -> Iterator[Told | Counts]:
    """What is to be told of outcomes; sound records that follow one another are only counted."""
    sound: list[Counts] = []
    for each in outcomes:
        if isinstance(each, Counts):
            sound.append(each)
        elif each.counts is not None and not each.findings:
            sound.append(each.counts)
        else:
            if sound:
                yield together(sound)
                sound = []
            yield told(each, with_text)
    if sound:
        yield together(sound)


def together(counts: list[Counts]) -> Counts:
    """The sum of some counts."""
    return Counts(
        sum(each.rounds for each in counts),
        sum(each.plies for each in counts),
        sum(each.records for each in counts),
    )


class Batch(Struct, frozen=True):
    """Pieces of a file to be read, with the options that are assumed of their records."""

    notation: str | None
    name: str
    options: tuple[object, ...]
    pieces: list[Piece | Finding]
    with_text: bool


def read(batch: Batch) -> list[list[Told]]:
    """What is told of the records of each piece, which are numbered from 1 in each."""
    chosen = None if batch.notation is None else notation(batch.notation)
    with assuming(batch.options):
        return [
            [told(each, batch.with_text) for each in of_piece(chosen, piece, batch.name, first=1)]
            for piece in batch.pieces
        ]
