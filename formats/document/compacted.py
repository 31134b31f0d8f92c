"""JSON in another spelling than the canonical one, for what only knows canonical lines."""

from __future__ import annotations

import json

import msgspec

MOST = 2**20
"""The most bytes of a text: what it holds is in memory for a moment."""


def compacted(data: bytes) -> bytes | None:
    r"""One record of JSON in a line, without the space between its words.

    Its keys and strings stay as they are written. None where it is no JSON, or long.

    >>> compacted(b'{"a": [1,\n 2]}\n'), compacted(b'{"a": 1 2}')
    (b'{"a":[1,2]}\n', None)
    """
    if len(data) > MOST:
        return None
    try:
        json.loads(data.decode())  # only its yes counts: the form that is made may be wrong
        return msgspec.json.format(data, indent=-1) + b"\n"
    except (ValueError, RecursionError, msgspec.DecodeError):
        return None
