"""A time in which this process has the programs of a game for children, and none after it."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager, suppress
from types import FrameType

from .orphans import adopt, end_all

_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_AGAIN = 0.5
"""The seconds after which a signal is carried out again: where C calls Python, it may get lost."""


class _Stopped(BaseException):
    """A signal is to end this process."""


@contextmanager
def alone() -> Generator[list[int], None, None]:
    """End every child in the end, also where a signal ends this process.

    The list holds, behind the block, the processes that could not be ended.
    """
    adopt()
    # Whoever started this process may have it that children vanish when they end.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    before = {number: signal.getsignal(number) for number in (*_STOPPING, signal.SIGALRM)}
    asked = list[int]()

    def stop(number: int, frame: FrameType | None) -> None:
        if asked and number != signal.SIGALRM:
            return  # it is under way
        asked.append(number)
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
        raise _Stopped

    for number, handler in before.items():
        if handler != signal.SIG_IGN or number == signal.SIGALRM:
            signal.signal(number, stop)
    left = list[int]()
    try:
        with suppress(_Stopped):
            yield left
    finally:
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        left += end_all()
        for number, handler in before.items():
            signal.signal(number, handler)
    if asked:
        signal.raise_signal(asked[0])
