"""Files: opened, unpacked, decoded, taken apart into records, and written safely."""

from __future__ import annotations

import re

_PROTOCOL = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]+::)*[A-Za-z][A-Za-z0-9+.-]+://")
"""How a path begins that fsspec opens: a drive of Windows has one letter."""


def is_remote(path: str) -> bool:
    """Whether a path begins with a protocol; `./` before it makes it a local one.

    >>> [is_remote(each) for each in ("s3://bucket/a.json", "zip://a::file:///b", "a:b", "./s3://a")]
    [True, True, False, False]
    """
    return "://" in path and _PROTOCOL.match(path) is not None
