"""Convert JSON to one canonical line, for readers that accept only canonical lines."""

from __future__ import annotations

import json

import msgspec

MOST = 2**20
"""The longest text to convert, in bytes: its values are briefly held in memory."""


def compacted(data: bytes) -> bytes | None:
    r"""Return a JSON record on one line, without whitespace between tokens.

    Keys and strings are kept as written. Return None if it is not JSON or is too long.

    >>> compacted(b'{"a": [1,\n 2]}\n'), compacted(b'{"a": 1 2}')
    (b'{"a":[1,2]}\n', None)
    """
    if len(data) > MOST:
        return None
    try:
        json.loads(data.decode())  # only a validity check: the values may be wrong
        return msgspec.json.format(data, indent=-1) + b"\n"
    except (ValueError, RecursionError, msgspec.DecodeError):
        return None
