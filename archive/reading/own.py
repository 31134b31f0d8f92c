"""What kifu itself writes about archives: no records, so they are passed over in folders."""

from __future__ import annotations

import re

HEAD = 64
"""So many of the first bytes say whether a file is one of these."""

_BASELINE = re.compile(rb'\s*\{\s*"format"\s*:\s*"kifu/baseline"')
_REPORT = re.compile(rb'\{"findings": \[\n|\{"code": "\w+", "name": "')


def is_baseline(head: bytes) -> bool:
    """Whether a file begins as a baseline does.

    >>> is_baseline(b'{"format": "kifu/baseline"'), is_baseline(b'{"format": "kifu/replay"}')
    (True, False)
    """
    return _BASELINE.match(head) is not None


def is_report(head: bytes) -> bool:
    r"""Whether a file begins as a report does, in one object or a line for each finding.

    >>> is_report(b'{"findings": [\n'), is_report(b'{"format": "leduc/json"}')
    (True, False)
    """
    return _REPORT.match(head) is not None
