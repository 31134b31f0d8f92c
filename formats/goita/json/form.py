"""Converts records to values of `goita/json` and back."""

from __future__ import annotations

from typing import Any

import msgspec

from ....replayer.goita.record import Record, Round
from ...document.form import Form
from ...document.mapping import JsonMapping, Lacking
from ...document.written import layout
from ..digits import narrow, with_dashes
from ..wording import NO_DEALER
from .unknown import UNKNOWN_HAND, assume, follows
from .values import header_values, round_of, round_values, seen_by


def record_of(values: dict[str, Any]) -> Record:
    """Return the record given by values that fit the schema."""
    return msgspec.convert(
        values | {"rounds": [round_of(each) for each in values["rounds"]]}, Record
    )


def values_of(record: Record) -> dict[str, object]:
    """Return the values of a record, in the order they are written."""
    values = header_values(record)
    options = msgspec.to_builtins(record.rules)
    if options:
        values["rules"] = options
    if record.view is not None:
        values["view"] = record.view
    values["rounds"] = [_round_values(each) for each in record.rounds]
    return values


def _round_values(played: Round) -> dict[str, object]:
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


def _lacks(record: Record) -> Lacking | None:
    """Return a message if every round hides a whole hand in a record not marked as a view."""
    hidden = bool(record.rounds) and all(UNKNOWN_HAND in each.hands for each in record.rounds)
    if record.view is not None or not hidden:
        return None
    seen, why = seen_by(record.rounds), "in every round, a whole hand is hidden"
    return Lacking("view", why, "partial" if seen is None else seen, seen is not None)


FORM = Form(
    JsonMapping(
        schema="goita/json",
        build=record_of,
        narrow=narrow,
        written=with_dashes,
        defaults={"goshi": "[]", "fouls": "[]"},
        assume=assume,
        follows=follows,
        options="rules",
        absent=NO_DEALER,
        lacks=_lacks,
    ),
    values_of,
    lambda values: layout(list(values.items()), "rounds"),
)
