"""A clock for programs that think: it stands still while this process is stopped."""

from __future__ import annotations

import time

_STOPPED = 1.0
"""Seconds. Whoever waits looks at the clock much more often, unless the process is stopped."""


class Clock:
    """Seconds for which this process has run.

    If nobody looked at it for more than a second, the process was stopped (Ctrl-Z, SIGSTOP, a
    machine asleep) or had other work: that is no time of the programs.
    """

    def __init__(self) -> None:
        self._ran = 0.0
        self._looked = time.monotonic()

    def now(self) -> float:
        """The time by this clock."""
        now = time.monotonic()
        passed, self._looked = now - self._looked, now
        self._ran += passed if passed <= _STOPPED else 0
        return self._ran


CLOCK = Clock()
"""The clock of this process."""
