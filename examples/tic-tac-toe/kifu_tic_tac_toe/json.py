"""`tictactoe/json`, the canonical notation."""

from __future__ import annotations

from typing import Any

import msgspec

from kifu.formats.document.canonical import canonical
from kifu.formats.document.form import Form, JsonMapping, pretty

from .record import Record


def _record(values: dict[str, Any]) -> Record:
    return msgspec.convert(values, Record)


_FORM = Form(
    JsonMapping(schema="tictactoe/json", build=_record),
    msgspec.to_builtins,
    lambda values: pretty(values) + "\n",
)

NOTATION = canonical("tictactoe/json", lambda: _FORM)
