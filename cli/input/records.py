"""Complete records, for commands that do something with them.

They are read but not checked: `kifu validate` checks whether the play is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from click.exceptions import Exit
from msgspec import Struct, field

from ... import replayer
from ...archive.reading.inputs import Input
from ...findings import Finding, amount
from ...formats import Notation, Reading
from ...formats.text.comments_lost import left_out, may_lose
from ...replayer.game import Game
from ..errors import CLEAN, FOUND, Failure
from ..report import tell


class Records(Struct):
    """The records in an input, and the exit status for its text.

    There are no records if one of them cannot be read completely. `notations` has the notation of
    each; `notation` is the last one, or None if unknown. `left_out` counts, by kind, what is in the
    text but in none of the records.
    """

    notation: Notation[Any] | None
    records: list[Any]
    status: int
    left_out: Mapping[str, int] = field(default_factory=dict[str, int])
    notations: list[Notation[Any]] = field(default_factory=list[Notation[Any]])

    def require_one_game(self, label: str, hint: str = "") -> None:
        """Raise Failure if the records belong to different games."""
        games = sorted({each.game for each in self.notations})
        if len(games) > 1:
            raise Failure(
                f"{label}: its records belong to different games: {', '.join(games)}{hint}"
            )


def read_all(source: Input, notation: Notation[Any] | None, strict: bool = False) -> Records:
    """Return all records in an input; errors in their text are reported on standard error.

    With `strict`, a record with an error or a warning counts as one that cannot be read completely.
    Raises the same errors as `Input.outcomes`.
    """
    found = Records(None, [], CLEAN)
    whole, written = True, list[Reading[Any]]()
    for outcome in source.outcomes(notation and notation.id):
        if may_lose(outcome.reading):
            written.append(outcome.reading)
        status = report(outcome.reading, strict)
        found.notation = outcome.notation
        found.status = max(found.status, status)
        record = outcome.record if outcome.reading.whole and not (strict and status) else None
        whole = whole and record is not None
        if whole and outcome.notation is not None:
            found.records.append(record)
            found.notations.append(outcome.notation)
    if not whole:
        found.records.clear()
    found.left_out = left_out(written)
    return found


class OneRecord(Struct):
    """One record, its game, and the exit status for its text.

    `left_out` counts, by kind, what is in its text but not in the record; it is empty if the text
    has other records.
    """

    record: Any
    game: Game[Any, Any]
    status: int
    left_out: Mapping[str, int] = field(default_factory=dict[str, int])


def read_one(path: str, notation: Notation[Any] | None, number: int | None) -> OneRecord:
    """Return one record in an input, by its number from 1, or the only one if `number` is None.

    Ends the command if it cannot be read completely, reporting the reason on standard error. Raises
    OSError if the input cannot be read, and Failure if there is no such record.
    """
    source = Input.named(path)
    first = 0 if number is None else number - 1
    outcomes = source.outcomes(notation and notation.id)
    passed, last = 0, None
    for _, each in zip(range(first), outcomes, strict=False):
        passed, last = passed + 1, each
    found = list(islice(outcomes, 2))
    if not found:
        why = f"there is no record {number}: the file has {amount(passed, 'record')}"
        raise Failure(f"{source.label}: {why}")
    if number is None and len(found) > 1:
        there = amount(len(found) + sum(1 for _ in outcomes), "record")
        raise Failure(f"{source.label}: there are {there}: choose one with --record")
    one = found[0]
    status = report(one.reading)
    if one.notation is None or not one.reading.whole:
        raise Exit(FOUND)
    beside = [each.reading.text for each in (last, *found[1:]) if each is not None]
    is_alone = all(text is not one.reading.text for text in beside)
    found = OneRecord(one.record, replayer.game(one.notation.game), status)
    if is_alone and may_lose(one.reading):
        found.left_out = left_out([one.reading])
    return found


def report(reading: Reading[Any], strict: bool = False) -> int:
    """Report what is wrong with the text of a record, and return the exit status for it."""
    found = [*reading.findings, *reading.notes]
    tell(found)
    return status_of(reading, found, strict)


def status_of(reading: Reading[Any], findings: Iterable[Finding], strict: bool) -> int:
    """Return the exit status for the findings about a record's text."""
    bad = ("error", "warning") if strict else ("error",)
    broken = not reading.whole or any(each.severity in bad for each in findings)
    return FOUND if broken else CLEAN
