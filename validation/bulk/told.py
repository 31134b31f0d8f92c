"""What a worker tells of records, as values that go from process to process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from ...findings import Finding
from ...formats.interface.catalog import notation
from ...formats.interface.notation import Counts, Reading
from ...formats.text.text import Text
from ..outcomes import Outcome
from .work import Read


class Told(Struct, frozen=True):
    """The outcome of a record.

    `text` is its text and the number of the first line, if it was asked for and there are errors.
    """

    notation: str | None
    findings: list[Finding]
    counts: Counts | None
    text: tuple[str, int] | None = None

    def outcome(self, before: int = 0) -> Outcome[Any]:
        """The same as an outcome; its reading has nothing but the text.

        So many records of its file come `before` those among which it is numbered.
        """
        chosen = None if self.notation is None else notation(self.notation)
        text = None if self.text is None else Text(*self.text)
        findings = behind(self.findings, before)
        reading = Reading[Any](chosen, [], whole=False, text=text)
        return Outcome[Any].known(chosen, reading, findings, self.counts)


def behind(findings: list[Finding], records: int) -> list[Finding]:
    """The same findings, if so many records of the file come before those that were counted."""
    if not records:
        return findings
    return [
        each if each.record is None else each.but(record=each.record + records) for each in findings
    ]


def told(outcome: Outcome[Any], with_text: bool) -> Told:
    """What is to be told of an outcome."""
    counts, findings = outcome.counts, outcome.findings
    text = outcome.reading.text if with_text and outcome.errors else None
    return Told(
        None if outcome.notation is None else outcome.notation.id,
        findings,
        counts,
        None if text is None else (text.content, text.first_line),
    )


class Telling(Struct, frozen=True):
    """The work of telling outcomes; of wrong records, their texts may be asked for."""

    with_text: bool
    skims: bool = True

    def values(self, read: Read) -> Iterator[Told | Counts]:
        """What is to be told of the records."""
        return all_told(_each(read), self.with_text)


def _each(read: Read) -> Iterator[Outcome[Any] | Counts]:
    for each in read:
        if isinstance(each, Counts):
            yield each
        else:
            yield from each.outcomes


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
