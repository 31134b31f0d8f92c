"""The names of signals."""

from __future__ import annotations

import signal


def signal_name(number: int) -> str:
    """Return the name of a signal.

    >>> signal_name(9), signal_name(60)
    ('SIGKILL', 'signal 60')
    """
    known = number in set(signal.Signals)
    return signal.Signals(number).name if known else f"signal {number}"
