"""A clock for programs that think: it stands still while this process is stopped.

That a process was stopped shows when it goes on: nobody looked at its clock meanwhile, and it got
SIGCONT, which names its sender. Who sent the signal that stopped it, the system tells nobody.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Generator
from contextlib import contextmanager

from msgspec import Struct

from .lineage import lineage

_LOOK, _OFTEN = 0.02, 0.002
"""Seconds. Whoever waits looks at the clock as often, and more often once it was stopped."""

_ALERT = 1.0
"""For so many seconds after a stop, the clock is looked at more often: others may follow."""

_AWAY = 1.0
"""Seconds without a look that are nobody's in any case: the machine was asleep, or had no time."""


class Stop(Struct, frozen=True):
    """Seconds in which this process was stopped, and the lineage of who continued it."""

    seconds: float
    by: tuple[int, ...]


class Clock:
    """Seconds for which this process has run; `stops` are the times in which it was stopped.

    If nobody looked at it for long, the process was stopped (Ctrl-Z, SIGSTOP), or the machine was
    asleep or had other work: that is no time of the programs.
    """

    def __init__(self) -> None:
        self.stops: list[Stop] = []
        self._ran = 0.0
        self._looked = time.monotonic()
        self._continued = -_ALERT

    def now(self) -> float:
        """The time by this clock."""
        look, now = self.look, time.monotonic()
        passed, self._looked = now - self._looked, now
        by = _continued_by()
        if by is not None:
            self._continued = now
            if passed > look:  # Somebody would have looked before.
                self.stops.append(Stop(passed - look, lineage(by)))
                passed = look
        if passed <= _AWAY:
            self._ran += passed
        return self._ran

    @property
    def look(self) -> float:
        """Whoever waits looks at the clock again after so many seconds."""
        return _OFTEN if self._looked - self._continued < _ALERT else _LOOK


CLOCK = Clock()
"""The clock of this process."""

_CONTINUED = frozenset({signal.SIGCONT})


@contextmanager
def noticing() -> Generator[None, None, None]:
    """Notice in this block, on systems that tell it, who continues this process.

    Processes that are started within have to `forget` it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _CONTINUED)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def forget() -> None:
    """Treat SIGCONT as usual."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _CONTINUED)


def _continued_by() -> int | None:
    """The process that continued this one since the last call, None if none did."""
    if not hasattr(signal, "sigtimedwait"):
        return None
    said = signal.sigtimedwait(_CONTINUED, 0)
    return None if said is None else said.si_pid
