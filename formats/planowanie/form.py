"""Converts records to values of `planowanie/json` and back."""

from __future__ import annotations

from typing import Any

import msgspec

from ...replayer.planowanie.record import Deal, Record
from ..document.form import Form
from ..document.mapping import JsonMapping
from ..document.written import pretty, said
from .unknown import assume, follows


def record_of(values: dict[str, Any]) -> Record:
    """Convert values that fit the schema to a record."""
    known = {key: value for key, value in values.items() if key not in ("format", "version")}
    return msgspec.convert(known, Record)


def values_of(record: Record) -> dict[str, Any]:
    """Return the values of a record, in the order they are written."""
    values = said(msgspec.to_builtins(record))
    values["deals"] = [_deal_values(each) for each in record.deals]
    if record.result is not None:
        del values["result"]
        values["result"] = said(msgspec.to_builtins(record.result))
    return values


def _deal_values(deal: Deal) -> dict[str, Any]:
    values = said(msgspec.to_builtins(deal), "tricks", "variations")
    if deal.tricks:
        values["tricks"] = [said(trick) for trick in values["tricks"]]
    return values


FORM = Form(
    JsonMapping(schema="planowanie/json", build=record_of, assume=assume, follows=follows),
    values_of,
    lambda values: pretty(values) + "\n",
)
