"""Whole records, for the commands that do something with them.

They are read, but not checked: `kifu validate` says whether the play is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO

from msgspec import Struct

from .. import replayer
from ..findings import amount
from ..formats import Notation, Reading, suffixes
from ..formats.source import Source
from ..project.files import STANDARD_INPUT
from ..replayer.game import Game
from ..validation import Outcome, outcomes
from .errors import CLEAN, FOUND, Failure
from .inputs import Input
from .telling import tell


class Read(Struct):
    """A record of an input, None if it cannot be read whole, and the exit status for its text.

    `number` is that of the record in its file. If it is `in_lines`, it has one record a line.
    """

    number: int
    notation: Notation[Any] | None
    record: Any
    status: int
    in_lines: bool


def read_each(
    source: Input, notation: Notation[Any] | None, strict: bool = False, at_once: bool = False
) -> Iterator[Read]:
    """The records of an input, one by one; faults of their text are reported on standard error.

    With `strict`, a record with an error or a warning counts as one that cannot be read whole. With
    `at_once`, no line of standard input waits for the next. Raises what `Input.outcomes` raises.
    """
    in_lines = suffixes(source.label)[1]

    def reader(stream: BinaryIO, name: str) -> Iterator[Outcome[Any]]:
        nonlocal in_lines
        content = Source(stream, as_it_comes=at_once and source.path == STANDARD_INPUT)
        for outcome in outcomes(content, name, notation.id if notation else source.notation):
            in_lines = in_lines or content.has_lines
            yield outcome

    for number, outcome in enumerate(source.read(reader), start=1):
        status = _report(outcome.reading, strict)
        whole = outcome.reading.whole and not (strict and status)
        record = outcome.record if whole else None
        yield Read(number, outcome.notation, record, status, in_lines)


class Records(Struct):
    """The records of an input, and the exit status for its text.

    There are none if one of them cannot be read whole. `notation` is None if it is not known.
    """

    notation: Notation[Any] | None
    records: list[Any]
    status: int


def read_all(source: Input, notation: Notation[Any] | None, strict: bool = False) -> Records:
    """All records of an input; arguments and errors as for `read_each`."""
    found = Records(None, [], CLEAN)
    whole = True
    for each in read_each(source, notation, strict):
        found.notation = each.notation
        found.status = max(found.status, each.status)
        whole = whole and each.record is not None
        if whole:
            found.records.append(each.record)
    if not whole:
        found.records.clear()
    return found


class OneRecord(Struct):
    """One record, its game, and the exit status for its text."""

    record: Any
    game: Game[Any, Any]
    status: int


def read_one(path: str, notation: Notation[Any] | None, number: int | None) -> OneRecord | None:
    """One record of an input, by its number from 1, or the only one if `number` is None.

    Returns None if it cannot be read whole; the reason is reported on standard error. Raises
    OSError if the input cannot be read, and Failure if there is no such record.
    """
    source = Input.named(path)
    first = 0 if number is None else number - 1
    outcomes = source.outcomes(notation and notation.id)
    before = sum(1 for _ in zip(range(first), outcomes, strict=False))
    found = list(islice(outcomes, 2))
    if not found:
        why = f"there is no record {number}: the file has {amount(before, 'record')}"
        raise Failure(f"{source.label}: {why}")
    if number is None and len(found) > 1:
        there = amount(len(found) + sum(1 for _ in outcomes), "record")
        raise Failure(f"{source.label}: there are {there}; --record says which is meant")
    one = found[0]
    status = _report(one.reading)
    if one.notation is None or not one.reading.whole:
        return None
    return OneRecord(one.record, replayer.game(one.notation.game), status)


def record_label(label: str, number: int) -> str:
    """A record in messages: `a.jsonl (record 2)`; the first one has the name of its file."""
    return label if number == 1 else f"{label} (record {number})"


def _report(reading: Reading[Any], strict: bool = False) -> int:
    """Report what is wrong with the text of a record, and return the exit status for it."""
    found = [*reading.findings, *reading.notes]
    tell(found)
    bad = ("error", "warning") if strict else ("error",)
    broken = not reading.whole or any(each.severity in bad for each in found)
    return FOUND if broken else CLEAN
