"""Converts records to values of `leduc/json` and back."""

from __future__ import annotations

from typing import Any

import msgspec

from ...replayer.leduc.record import Hand, Record
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
    return said(msgspec.to_builtins(record)) | {"hands": list(map(_hand_values, record.hands))}


def _hand_values(hand: Hand) -> dict[str, Any]:
    return said(msgspec.to_builtins(hand), "variations")


FORM = Form(
    JsonMapping(schema="leduc/json", build=record_of, assume=assume, follows=follows),
    values_of,
    lambda values: pretty(values) + "\n",
)
