"""A clock for the time that programs use, which pauses while this process is stopped.

A process can notice only in retrospect that it was stopped: its clock was not read for a while, and
it received SIGCONT, which identifies its sender. The system does not reveal who sent the stop
signal.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Generator
from contextlib import contextmanager

from msgspec import Struct

from .lineage import lineage

_LOOK, _OFTEN = 0.02, 0.002
"""How many seconds pass between readings of the clock; fewer after a stop."""

_ALERT = 1.0
"""How many seconds after a stop the clock is read more often, since other stops may follow."""

_AWAY = 1.0
"""A longer gap between readings, in seconds, is not counted: the machine was asleep or busy."""


class Stop(Struct, frozen=True):
    """How long this process was stopped, and the lineage of the process that continued it."""

    seconds: float
    by: tuple[int, ...]


class Clock:
    """How many seconds this process has run; `stops` lists the periods when it was stopped.

    If the clock was not read for a long time, the process was stopped (Ctrl-Z, SIGSTOP), or the
    machine was asleep or overloaded. Programs are not charged for that time.
    """

    def __init__(self) -> None:
        self.stops: list[Stop] = []
        self._ran = 0.0
        self._looked = time.monotonic()
        self._continued = -_ALERT

    def now(self) -> float:
        """Return the time on this clock."""
        look, now = self.look, time.monotonic()
        passed, self._looked = now - self._looked, now
        by = _continued_by()
        if by is not None:
            self._continued = now
            # Had this process been running, it would have read the clock earlier.
            if passed > look:
                self.stops.append(Stop(passed - look, lineage(by)))
                passed = look
        if passed <= _AWAY:
            self._ran += passed
        return self._ran

    @property
    def look(self) -> float:
        """How many seconds a caller may wait before reading the clock again."""
        return _OFTEN if self._looked - self._continued < _ALERT else _LOOK


CLOCK = Clock()
"""The clock of this process."""

_CONTINUED = frozenset({signal.SIGCONT})


@contextmanager
def noticing() -> Generator[None, None, None]:
    """In this block, record which process continues this one, on systems that report it.

    Processes started in the block must call `forget`.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _CONTINUED)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def forget() -> None:
    """Handle SIGCONT in the usual way again."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _CONTINUED)


def _continued_by() -> int | None:
    """Return the process that continued this one since the last call, or None."""
    if not hasattr(signal, "sigtimedwait"):
        return None
    received = signal.sigtimedwait(_CONTINUED, 0)
    return None if received is None else received.si_pid
