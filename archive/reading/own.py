"""Files that kifu itself writes about archives: not records, and skipped in folders."""

from __future__ import annotations

import re

HEAD = 64
"""The number of leading bytes that show whether a file is one of these."""

_BASELINE = re.compile(rb'\s*\{\s*"format"\s*:\s*"kifu/baseline"')
_REPORT = re.compile(rb'\{"findings": \[\n|\{"code": "\w+", "name": "')


def is_baseline(head: bytes) -> bool:
    """Return whether a file begins like a baseline.

    >>> is_baseline(b'{"format": "kifu/baseline"'), is_baseline(b'{"format": "kifu/replay"}')
    (True, False)
    """
    return _BASELINE.match(head) is not None


def is_report(head: bytes) -> bool:
    r"""Return whether a file begins like a report, as one object or with one line per finding.

    >>> is_report(b'{"findings": [\n'), is_report(b'{"format": "leduc/json"}')
    (True, False)
    """
    return _REPORT.match(head) is not None
