"""The rows of the table of facts, one for each round of a record.

Facts about skimmed records come from their lines; those about all others come from outcomes, which
contain the findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Finding
from ...formats.failures import failure
from ...formats.files.piece import Piece, Skimmed
from ...formats.interface.notation import Counts
from ...replayer.discovery import fails
from ...replayer.facts import MatchFacts, RoundFacts
from ...replayer.play.judged import with_judged
from ...validation.outcome import Outcome
from ...validation.outcomes import PieceOutcomes, of_piece

Kept: TypeAlias = Callable[[list[Finding]], list[Finding]]
"""A function that selects which findings about a record count."""


def all_kept(findings: list[Finding]) -> list[Finding]:
    """Return all findings."""
    return findings


UNFINISHED = "unfinished"
"""The result of a round that breaks off before its end, with nothing wrong."""


class RecordRows(Struct, kw_only=True):
    """The rows of a record, one for each round; without rounds, one for the record.

    `match` has its facts, or is None if it could not be read. `ended` says which rounds ended, or
    is None if all did. `findings` are not yet judged; `codes` and `errors` hold the codes and the
    number of errors for each row, and are empty if nothing is wrong. `unread` says why reading the
    file stopped, if it did.
    """

    record: int
    line: int | None
    file: str = ""
    game: str | None = None
    notation: str | None = None
    match: MatchFacts | None = None
    ended: Sequence[bool] | None = None
    findings: list[Finding] | None = None
    codes: Sequence[tuple[str, ...]] = ()
    errors: Sequence[int] = ()
    unread: str | None = None

    @property
    def is_sound(self) -> bool:
        """Whether there are no findings to judge."""
        return not self.findings and self.ended is None

    def __len__(self) -> int:
        return 1 if self.match is None else len(self.match.rounds) or 1


def record_rows(read: Iterator[PieceOutcomes | Counts]) -> Iterator[list[RecordRows]]:
    """Yield the rows of records read piece by piece, numbered from 1 and not yet judged."""
    number = 1
    for each in read:
        if isinstance(each, PieceOutcomes):
            for outcome in each.outcomes:
                line = each.piece.line
                # A named file that is not a record counts as one that begins on line 1.
                line = 1 if line is None and each.notation is None else line
                rows = rows_of(outcome, number, line)
                if isinstance(each.piece, Finding):
                    rows.unread = each.piece.message
                yield [rows]
                number += 1
        elif isinstance(each, Skimmed):
            found = _of_lines(each, number)
            number += len(found)
            yield found


def _of_lines(lines: Skimmed, first: int) -> list[RecordRows]:
    """Return the rows of skimmed records, numbered from `first`."""
    notation = lines.notation
    assert notation.facts is not None
    game, identifier, before = notation.game, notation.id, lines.line - first
    try:
        facts = notation.facts(lines.data)
    except Exception as error:
        if lines.records > 1:
            return [
                row
                for number, each in enumerate(_apart(lines), first)
                for row in _of_lines(each, number)
            ]
        piece = Piece(lines.data, lines.line, failed=failure(game, error))
        return [rows_of(each, first, lines.line) for each in of_piece(notation, piece)]
    return [
        RecordRows(record=number, line=before + number, game=game, notation=identifier, match=match)
        for number, match in enumerate(facts, first)
    ]


def _apart(lines: Skimmed) -> Iterator[Skimmed]:
    """Yield skimmed records one line at a time, dropping everything else known about them."""
    for number, line in enumerate(lines.data.splitlines(keepends=True), lines.line):
        yield Skimmed(0, 0, notation=lines.notation, data=line, line=number)


def rows_of(outcome: Outcome[Any], number: int, line: int | None) -> RecordRows:
    """Return the rows of a record that was read, with its number and line."""
    rows = RecordRows(record=number, line=line)
    if outcome.notation is not None:
        rows.game, rows.notation = outcome.notation.game, outcome.notation.id
    rows.match = outcome.attempt(lambda: _match(outcome))
    rows.findings = outcome.kept
    if rows.match is not None and outcome.replayed is not None:
        ends = outcome.replayed[2]
        if None in ends:
            rows.ended = [each is not None for each in ends]
    return rows


def _match(outcome: Outcome[Any]) -> MatchFacts | None:
    """Return the facts about a record, or None if there is no record."""
    if outcome.replayed is None:
        return None
    game, record, ends = outcome.replayed
    facts, rounds = game.facts(record, ends), game.rounds(record)
    if not len(facts) == len(ends) == len(rounds):
        counts = f"{len(rounds)} rounds, but {len(ends)} ends and {len(facts)} sets of facts"
        raise fails(game.name, counts)
    return MatchFacts(
        title=_text(record, "title"),
        start_time=_text(record, "start_time"),
        players=getattr(record, "players", None),
        view=game.viewer(record),
        options=game.options_of(record),
        rounds=with_judged(game, record, facts),
        plies=[each.plies for each in rounds],
    )


def judged(rows: RecordRows, kept: Kept, file: str = "") -> RecordRows:
    """Return the rows with a file name, the findings that count, and only credible facts.

    A finding outside rounds counts in every round: it is about the whole record.
    """
    rows.file = file
    if rows.is_sound:
        return rows
    wrong = _Wrong.of(kept(rows.findings or []))
    match = rows.match
    if match is None or not match.rounds:
        return replace(rows, findings=None, codes=[wrong.codes()], errors=[wrong.errors()])
    numbers = range(1, len(match.rounds) + 1)
    errors = [wrong.errors(number) for number in numbers]
    ended = rows.ended or [True] * len(errors)
    believed = [
        each if is_over else _as_known(each, some)
        for each, is_over, some in zip(match.rounds, ended, errors, strict=True)
    ]
    return replace(
        rows,
        match=replace(match, rounds=believed),
        ended=None,
        findings=None,
        codes=[wrong.codes(number) for number in numbers],
        errors=errors,
    )


def _as_known(facts: RoundFacts, errors: int) -> RoundFacts:
    """Return the credible facts about a round that did not end."""
    if errors:
        return replace(facts, result=None, points=None, winners=None)
    return facts if facts.result is not None else replace(facts, result=UNFINISHED)


class _Wrong(Struct, frozen=True):
    """The findings about a record by round, or under None if outside rounds."""

    by_round: Mapping[int | None, Sequence[Finding]]

    @classmethod
    def of(cls, findings: Sequence[Finding]) -> _Wrong:
        by_round: dict[int | None, list[Finding]] = {}
        for each in findings:
            by_round.setdefault(each.round, []).append(each)
        return cls(by_round)

    def codes(self, number: int | None = None) -> tuple[str, ...]:
        """Return the codes of the findings about a round, or about the record."""
        if not self.by_round:
            return ()
        return tuple(sorted({each.code for each in self._in(number)}))

    def errors(self, number: int | None = None) -> int:
        """Return the number of errors among those findings."""
        return sum(each.severity == "error" for each in self._in(number)) if self.by_round else 0

    def _in(self, number: int | None) -> Iterator[Finding]:
        """Yield the findings about a round and the whole record, or all if no round is given."""
        for key, found in self.by_round.items():
            if number is None or key is None or key == number:
                yield from found


def _text(record: object, name: str) -> str | None:
    found: object = getattr(record, name, None)
    return found if isinstance(found, str) else None
