"""Three ways of validating: skimming, accepting and explaining must agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from msgspec import Struct, field

from kifu.formats.files.division import pieces
from kifu.formats.files.source import Source
from kifu.formats.interface.notation import Counts
from kifu.validation.outcome import Outcome
from kifu.validation.outcomes import of_piece, outcomes, skimmed

from ..hostile.oracles import shown_findings
from .cases import is_lines
from .thorough import thoroughly


class Verdict(Struct, frozen=True):
    """One way's verdict on some records: all findings as text, and the counts.

    `sound` is the number of records without findings; `quick` is how many were counted without
    being read.
    """

    findings: str
    counts: tuple[int, int, int]
    sound: int
    quick: int
    raised: bool = False

    def agrees(self, other: Verdict) -> bool:
        """Return whether another way's verdict agrees."""
        says = (self.findings, self.counts) == (other.findings, other.counts)
        return says and not self.raised

    def __str__(self) -> str:
        return self.findings or f"no finding in {self.counts} records, rounds and plies"


def explained(identifier: str, data: bytes) -> Verdict:
    """Read and check every record, without shortcuts."""
    with thoroughly():
        found = pieces(Source(BytesIO(data)), _name(identifier), identifier)
        return _verdict(each for notation, piece in found for each in of_piece(notation, piece))


def accepted(identifier: str, data: bytes) -> Verdict:
    """Skip reading records that their notation vouches for."""
    return _verdict(outcomes(BytesIO(data), _name(identifier), identifier))


def by_lines(identifier: str, data: bytes) -> Verdict:
    """Skip lines that their notation vouches for, many at a time."""
    return _verdict(skimmed(BytesIO(data), _name(identifier), identifier))


def _name(identifier: str) -> str:
    return "x.jsonl" if is_lines(identifier) else "x"


WAYS = {"accepted": accepted, "skimmed": by_lines}


def _verdict(found: Iterable[Outcome[Any] | Counts]) -> Verdict:
    findings: list[str] = []
    records = rounds = plies = sound = quick = 0
    try:
        for each in found:
            counts, told = (
                (each, "") if isinstance(each, Counts) else (each.counts, _findings(each))
            )
            findings.append(told)
            if counts is not None:
                records, rounds = records + counts.records, rounds + counts.rounds
                plies += counts.plies
                sound += 0 if told else counts.records
                quick += counts.records if isinstance(each, Counts) or _is_unread(each) else 0
    except Exception as error:
        return Verdict(f"it raises {error!r}", (0, 0, 0), 0, 0, raised=True)
    return Verdict("\n".join(filter(None, findings)), (records, rounds, plies), sound, quick)


def _findings(outcome: Outcome[Any]) -> str:
    return shown_findings(outcome.findings)


def _is_unread(outcome: Outcome[Any]) -> bool:
    return "reading" not in vars(outcome)


class Disagreement(Struct, frozen=True):
    """A text for which a way of validating disagrees with the explanation."""

    identifier: str
    way: str
    data: bytes

    def __str__(self) -> str:
        found, due = (
            WAYS[self.way](self.identifier, self.data),
            explained(self.identifier, self.data),
        )
        return f"{self.identifier}, {self.way}: {found}\nand explained: {due}"


class Compared(Struct):
    """How many cases there are, how many are valid or decided quickly, and the disagreements."""

    cases: int = 0
    sound: int = 0
    quick: int = 0
    wrong: list[Disagreement] = field(default_factory=list[Disagreement])

    def add(self, other: Compared) -> None:
        """Add another comparison's counts."""
        self.cases += other.cases
        self.sound += other.sound
        self.quick += other.quick
        self.wrong += other.wrong


def compare(identifier: str, texts: Sequence[bytes]) -> Compared:
    """Judge texts in a notation in all ways, together if the notation has one record per line."""
    compared = Compared()
    for whole in [b"".join(texts)] if is_lines(identifier) else texts:
        due, quick = explained(identifier, whole), 0
        for way, judge in WAYS.items():
            found = judge(identifier, whole)
            quick = max(quick, found.quick)
            if not found.agrees(due):
                compared.wrong.append(_smallest(Disagreement(identifier, way, whole), texts))
        compared.sound += due.sound
        compared.quick += quick
    compared.cases = len(texts)
    return compared


def _smallest(wrong: Disagreement, texts: Sequence[bytes]) -> Disagreement:
    """Narrow a disagreement down to a single text if possible."""
    judge = WAYS[wrong.way]
    for text in texts:
        if not judge(wrong.identifier, text).agrees(explained(wrong.identifier, text)):
            return Disagreement(wrong.identifier, wrong.way, text)
    return wrong
