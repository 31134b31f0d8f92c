"""Leave no child process behind, even if a signal ends this process."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager, suppress
from types import FrameType

from .orphans import adopt, end_all

_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_AGAIN = 0.5
"""How many seconds until a signal is handled again, in case C code swallowed the exception."""


class _Stopped(BaseException):
    """Raised when a signal asks this process to end."""


@contextmanager
def alone() -> Generator[list[int], None, None]:
    """End every child process on leaving the block, even if a signal ends this process.

    After the block, the list holds the ids of processes that could not be ended.
    """
    adopt()
    # An ignored SIGCHLD may be inherited; children could then not be waited for.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    before = {number: signal.getsignal(number) for number in (*_STOPPING, signal.SIGALRM)}
    received = list[int]()

    def stop(number: int, frame: FrameType | None) -> None:
        if received and number != signal.SIGALRM:
            return  # this process is ending already
        received.append(number)
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
    if received:
        signal.raise_signal(received[0])
