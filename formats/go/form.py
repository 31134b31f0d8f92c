"""Converts records to values of `go/json` and back."""

from __future__ import annotations

from typing import Any

import msgspec

from ...replayer.go.codes import NO_ACTION
from ...replayer.go.options import resolved, stated
from ...replayer.go.record import Record, Round
from ..document.form import Form
from ..document.mapping import JsonMapping
from ..document.written import pretty, said
from .unknown import assume, follows


def record_of(values: dict[str, Any]) -> Record:
    """Convert values that fit the schema to a record; unstated options come from its preset."""
    known = {key: value for key, value in values.items() if key not in ("format", "version")}
    if "rules" in known:
        known["rules"] = resolved(known["rules"])
    return msgspec.convert(known, Record)


def values_of(record: Record) -> dict[str, Any]:
    """Return the values of a record, in the order they are written."""
    found = said(msgspec.to_builtins(record) | {"rules": stated(record.rules)}, "rules")
    return found | {"rounds": list(map(_round_values, record.rounds))}


def _round_values(played: Round) -> dict[str, Any]:
    return said(msgspec.to_builtins(played), "variations")


FORM = Form(
    JsonMapping(
        schema="go/json",
        build=record_of,
        assume=assume,
        follows=follows,
        words=frozenset({NO_ACTION}),
        options="rules",
    ),
    values_of,
    lambda values: pretty(values) + "\n",
)
