"""`mighty/json`, the canonical notation: all that a record can say. See `docs/mighty.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ...replayer.mighty.options import resolved
from ...replayer.mighty.record import Deal, Record
from ..json_record import JsonShape, dense, opens_object, pretty, read_json
from ..notation import Notation, Reading
from ..text import Text

FORMAT = "mighty/json"
VERSION = 1


def record_of(values: dict[str, Any]) -> Record:
    """The record of values that fit the schema."""
    known = {key: value for key, value in values.items() if key not in ("format", "version")}
    return msgspec.convert(known | {"rules": resolved(values.get("rules", {}))}, Record)


def values_of(record: Record) -> dict[str, Any]:
    """The values of a record, in the order in which they are written."""
    values: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    values |= _said(msgspec.to_builtins(record))
    values["deals"] = [_deal_values(each) for each in record.deals]
    return values


def _deal_values(deal: Deal) -> dict[str, Any]:
    values = _said(msgspec.to_builtins(deal))
    for key in ("tricks", "variations"):
        if not values[key]:
            del values[key]
    if not deal.gap:
        del values["gap"]
    if deal.tricks:
        values["tricks"] = [_said(trick) for trick in values["tricks"]]
    if deal.result is not None:
        values["result"] = _said(values["result"])
    return values


def _said(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


_SHAPE = JsonShape(schema=FORMAT, build=record_of)


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read a record."""
    return read_json(NOTATION, _SHAPE, text)


def write(record: Record) -> str:
    """Write a record for people, in lines of a bearable length."""
    return pretty(values_of(record)) + "\n"


def compact(record: Record) -> str:
    """Write a record on one line."""
    return dense(values_of(record)) + "\n"


_CLAIM = re.compile(r'"format"\s*:\s*"mighty/json"|"deals"\s*:', re.DOTALL)


def claims(head: str) -> bool:
    """A declared format, or the list of deals that only this notation has."""
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
)
