"""`scotlandyard/json`, the canonical notation, which holds everything in a record."""

from __future__ import annotations

from typing import Any

import msgspec

from kifu.findings import Finding
from kifu.formats.document.canonical import canonical
from kifu.formats.document.form import Form, JsonMapping, pretty

from .record import Record


def _record(values: dict[str, Any]) -> Record:
    """Build a record from values that fit the schema."""
    return msgspec.convert(values, Record)


def _narrow(finding: Finding, text: str) -> tuple[int, int] | None:
    """Return the characters of a string that a finding is about."""
    if finding.offset is None or finding.length is None:
        return None
    return finding.offset, finding.offset + finding.length


_FORM = Form(
    JsonMapping(schema="scotlandyard/json", build=_record, narrow=_narrow),
    msgspec.to_builtins,
    lambda values: pretty(values) + "\n",
)

NOTATION = canonical("scotlandyard/json", lambda: _FORM)
