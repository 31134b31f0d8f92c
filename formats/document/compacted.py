"""Convert JSON to one canonical line, for readers that know only canonical lines."""

from __future__ import annotations

import json

import msgspec

MOST = 2**20
"""The most bytes of a text, as its values are in memory for a moment."""


def compacted(data: bytes) -> bytes | None:
    r"""Return a JSON record in one line, without the spaces between its words.

    Its keys and strings stay as they are written. None if it is not JSON, or too long.

    >>> compacted(b'{"a": [1,\n 2]}\n'), compacted(b'{"a": 1 2}')
    (b'{"a":[1,2]}\n', None)
    """
    if len(data) > MOST:
        return None
    try:
        json.loads(data.decode())  # only a check: the values that it returns may be wrong
        return msgspec.json.format(data, indent=-1) + b"\n"
    except (ValueError, RecursionError, msgspec.DecodeError):
        return None
