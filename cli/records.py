"""Whole records, for the commands that do something with them."""

from __future__ import annotations

from itertools import chain, islice
from typing import Any

from msgspec import Struct

from .. import replayer
from ..formats import Notation, Reading
from ..replayer.game import Game
from .errors import CLEAN, FOUND, Failure
from .inputs import Input
from .output import show_error
from .report import Summary
from .report.text import render


class Records(Struct):
    """The records of an input, and the exit status that its text calls for.

    There are none if one of them cannot be read whole. `notation` is None where nothing says which
    it is.
    """

    notation: Notation[Any] | None
    records: list[Any]
    status: int


def read_all(source: Input, notation: Notation[Any] | None, strict: bool = False) -> Records:
    """All records of an input; what is wrong with their text is told on standard error.

    With `strict`, what has an error or a warning is not read. Raises what `Input.read` raises.
    """
    readings = source.read(notation and notation.id)
    first = next(readings)
    found = Records(first.notation, [], CLEAN)
    whole = True
    for reading in chain([first], readings):
        status = _report(reading, source, strict)
        found.status = max(found.status, status)
        whole = whole and reading.whole and not (strict and status)
        if whole:
            found.records.append(reading.record)
    if not whole:
        found.records.clear()
    return found


class OneRecord(Struct):
    """One record, its game, and the exit status that its text calls for."""

    record: Any
    game: Game[Any, Any]
    status: int


def read_one(path: str, notation: Notation[Any] | None, number: int | None) -> OneRecord | None:
    """One record of an input, counting from 1; the only one where `number` is None.

    None where it cannot be read whole, which is told on standard error. Raises OSError where the
    input cannot be read, and Failure where there is no such record.
    """
    source = Input(path)
    first = 0 if number is None else number - 1
    found = list(islice(source.read(notation and notation.id), first, first + 2))
    if not found:
        raise Failure(f"{source.label}: there is no record {number}")
    if number is None and len(found) > 1:
        raise Failure(f"{source.label}: there are several records; --record says which is meant")
    reading = found[0]
    status = _report(reading, source)
    if reading.notation is None or not reading.whole:
        return None
    return OneRecord(reading.record, replayer.game(reading.notation.game), status)


def _report(reading: Reading[Any], source: Input, strict: bool = False) -> int:
    """Tell what is wrong with the text of a record, and return the exit status for it."""
    found = [*reading.findings, *reading.notes]
    findings = [each.but(path=source.label) for each in found]
    for piece in render(findings, Summary()):
        show_error(piece)
    bad = ("error", "warning") if strict else ("error",)
    broken = not reading.whole or any(each.severity in bad for each in findings)
    return FOUND if broken else CLEAN
