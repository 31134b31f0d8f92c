"""Files: opening, decompressing, decoding, splitting into records, and writing safely."""

from __future__ import annotations

import re

_PROTOCOL = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]+::)*[A-Za-z][A-Za-z0-9+.-]+://")
"""The start of a path to be opened by fsspec; a Windows drive letter does not match."""


def is_remote(path: str) -> bool:
    """Return whether a path begins with a protocol; a leading `./` makes any path local.

    >>> [is_remote(each) for each in ("s3://bucket/a.json", "zip://a::file:///b", "a:b", "./s3://a")]
    [True, True, False, False]
    """
    return "://" in path and _PROTOCOL.match(path) is not None
