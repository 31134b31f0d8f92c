"""Converts records to values of `mighty/json` and back."""

from __future__ import annotations

from typing import Any

import msgspec

from ...replayer.mighty.options import resolved
from ...replayer.mighty.record import Deal, Record
from ..document.form import Form
from ..document.mapping import JsonMapping
from ..document.written import pretty, said
from .unknown import assume, follows


def record_of(values: dict[str, Any]) -> Record:
    """Convert values that fit the schema to a record."""
    known = {key: value for key, value in values.items() if key not in ("format", "version")}
    if "rules" in known:
        known["rules"] = resolved(known["rules"])
    return msgspec.convert(known, Record)


def values_of(record: Record) -> dict[str, Any]:
    """Return the values of a record, in the order they are written."""
    values = said(msgspec.to_builtins(record))
    values["deals"] = [_deal_values(each) for each in record.deals]
    return values


def _deal_values(deal: Deal) -> dict[str, Any]:
    values = said(msgspec.to_builtins(deal), "tricks", "variations")
    if not deal.gap and deal != Deal():
        del values["gap"]
    if deal.tricks:
        values["tricks"] = [said(trick) for trick in values["tricks"]]
    if deal.result is not None:
        values["result"] = said(values["result"])
    return values


def _reword(message: str) -> str:
    from .words import in_ascii  # only for messages

    return in_ascii(message)


FORM = Form(
    JsonMapping(
        schema="mighty/json",
        build=record_of,
        reword=_reword,
        assume=assume,
        follows=follows,
        options="rules",
    ),
    values_of,
    lambda values: pretty(values) + "\n",
)
