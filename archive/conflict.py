"""Merge conflicts that git left in a file that kifu itself reads: a baseline or configuration."""

from __future__ import annotations

import re

LEFT = "a merge conflict was left here: keep one side, and remove the markers"
_MARK = re.compile(rb"^(?:<{7}|>{7})(?: |$)", re.MULTILINE)


def conflict(data: bytes) -> int | None:
    r"""Return the line of the first conflict marker, or None.

    >>> conflict(b"a = 1\n<<<<<<< ours\nb = 2\n"), conflict(b"a = 1\n")
    (2, None)
    """
    mark = _MARK.search(data)
    return None if mark is None else data[: mark.start()].count(b"\n") + 1
