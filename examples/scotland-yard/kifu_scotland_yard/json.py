"""`scotlandyard/json`, the canonical notation, which holds everything in a record."""

from __future__ import annotations

from typing import Any

import msgspec

from kifu.formats.document.canonical import canonical
from kifu.formats.document.form import Form, JsonMapping, pretty

from .record import Record


def _record(values: dict[str, Any]) -> Record:
    """Build a record from values that fit the schema."""
    return msgspec.convert(values, Record)


_FORM = Form(
    JsonMapping(schema="scotlandyard/json", build=_record),
    msgspec.to_builtins,
    lambda values: pretty(values) + "\n",
)

NOTATION = canonical("scotlandyard/json", lambda: _FORM)
