"""When a match began and ended, according to its record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from ..findings import Finding
from . import codes

_DATE_ONLY = r"[0-9]{4}-?(?:[0-9]{2}-?[0-9]{2}|W[0-9]{2}(?:-?[0-9])?)"
_SET_BACK = timedelta(hours=1)
"""The possible error in the difference of two times in one zone: clocks go back in autumn."""
_ZONES = timedelta(hours=26)
"""The possible error in the difference of two times if the zone of one of them is unknown."""


def check_times(start: str | None, end: str | None) -> Iterator[Finding]:
    """Check that a match did not end before it began; times are in ISO 8601, or None if unknown.

    A date without a time may be any time of that day.

    >>> [each.message for each in check_times("2026-04-02", "2026-04-01T12:00")]
    ['the match ends at 2026-04-01T12:00, before its start at 2026-04-02']
    >>> list(check_times("2026-04-01T12:00", "2026-04-01"))
    []
    """
    if start is None or end is None:
        return
    try:
        began, ended = datetime.fromisoformat(start), datetime.fromisoformat(end)
    except ValueError:
        return  # a record that was not read from text may contain anything
    local = [each.tzinfo is None for each in (began, ended)]
    dates = any(re.fullmatch(_DATE_ONLY, each) for each in (start, end))
    doubt = timedelta()
    if any(local):
        doubt = _ZONES if not all(local) else doubt if dates else _SET_BACK
        began, ended = began.replace(tzinfo=None), ended.replace(tzinfo=None)
    if dates:
        began, ended = _midnight(began), _midnight(ended)
    if began - ended > doubt:
        why = f"the match ends at {end}, before its start at {start}"
        yield Finding(rule=codes.ENDS_BEFORE_START, message=why, pointer="/end_time")


def _midnight(time: datetime) -> datetime:
    return time.replace(hour=0, minute=0, second=0, microsecond=0)
