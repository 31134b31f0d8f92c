"""A time in which this process has the programs of a game for children, and none after it."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from .orphans import adopt, end_all

_STOPPING = (signal.SIGTERM, signal.SIGHUP)


class _Stopped(BaseException):
    """A signal is to end this process."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def alone() -> Generator[list[int], None, None]:
    """End every child in the end, also where a signal ends this process.

    The list holds, behind the block, the processes that could not be ended.
    """
    adopt()
    # Whoever started this process may have it that children vanish when they end.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *_STOPPING)}
    for number in _STOPPING:
        if before[number] != signal.SIG_IGN:
            signal.signal(number, _stop)
    left, stopped = list[int](), None
    try:
        yield left
    except _Stopped as why:
        stopped = why.number
    finally:
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        left += end_all()
        for number, handler in before.items():
            signal.signal(number, handler)
    if stopped is not None:
        signal.raise_signal(stopped)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise _Stopped(number)
