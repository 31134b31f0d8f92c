"""Options in skimmed lines of `mighty/json`."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import msgspec

from ...replayer.mighty.options import PRESETS, Options, resolved
from ..document.written import dense


def written(options: Options) -> bytes:
    """Return options as kifu writes them."""
    return dense(msgspec.to_builtins(options)).encode()


DEFAULTS = written(Options())
_PRESETS = {written(options): options for options in PRESETS.values()}


@lru_cache(maxsize=64)
def options_written(rules: bytes) -> Options | None:
    """Return the options that kifu would write this way; None if there are none."""
    found = _PRESETS.get(rules)
    if found is not None:
        return found
    from ..document.schema import fits

    try:
        values: Any = json.loads(rules)
        record = {"format": "mighty/json", "version": 1, "rules": values, "deals": [{"dealer": 0}]}
        options = resolved(values) if fits("mighty/json", record) else None
    except (ValueError, RecursionError):
        return None
    return options if options is not None and written(options) == rules else None
