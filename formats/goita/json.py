"""`goita/json`, the canonical notation: all that a record can say.

The 2015 proposal's keys, with what it left open settled: a declaration of format and version,
`rounds` as a list, rule options, results, fouls, variations and views. See `docs/goita.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ...replayer.goita.record import Record, Round
from ..json_record import JsonShape, dense, layout, opens_object, read_json
from ..notation import Notation, Reading
from ..text import Text
from .digits import narrow
from .values import header_values, round_of, round_values

FORMAT = "goita/json"
VERSION = 1


def record_of(values: dict[str, Any]) -> Record:
    """The record of values that fit the schema."""
    return msgspec.convert(
        values | {"rounds": [round_of(each) for each in values["rounds"]]}, Record
    )


def values_of(record: Record) -> dict[str, Any]:
    """The values of a record, in the order in which they are written."""
    values: dict[str, Any] = {"format": FORMAT, "version": VERSION, **header_values(record)}
    options = msgspec.to_builtins(record.rules)
    if options:
        values["rules"] = options
    if record.view is not None:
        values["view"] = record.view
    values["rounds"] = [_round_values(each) for each in record.rounds]
    return values


def _round_values(played: Round) -> dict[str, Any]:
    values = round_values(played)
    if played.kings:
        values["kings"] = played.kings
    if played.result is not None:
        values["result"] = msgspec.to_builtins(played.result)
    if played.gap:
        values["gap"] = True
    if played.fouls:
        values["fouls"] = msgspec.to_builtins(played.fouls)
    if played.variations:
        values["variations"] = msgspec.to_builtins(played.variations)
    return values


_SHAPE = JsonShape(
    schema=FORMAT, build=record_of, narrow=narrow, defaults={"goshi": "[]", "fouls": "[]"}
)


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read a record."""
    return read_json(NOTATION, _SHAPE, text)


def write(record: Record) -> str:
    """Write a record for people: a round a line."""
    return layout(list(values_of(record).items()), "rounds")


def compact(record: Record) -> str:
    """Write a record on one line."""
    return dense(values_of(record)) + "\n"


_CLAIM = re.compile(r'"format"\s*:\s*"goita/json"|"rounds"\s*:.*"hands"\s*:', re.DOTALL)


def claims(head: str) -> bool:
    """A declared format, or the list of rounds that only this notation has."""
    return opens_object(head) and _CLAIM.search(head) is not None


NOTATION = Notation(
    id=FORMAT,
    title="canonical JSON: all that a record can say",
    suffix=".json",
    lacks={},
    claims=claims,
    read=read,
    write=write,
    compact=compact,
    medium="json",
    schema=FORMAT,
    grammar="goita/digits",
)
