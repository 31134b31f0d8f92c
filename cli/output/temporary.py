"""Temporary folders, of which nothing is left if this process is told to end."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Generator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from types import FrameType

_ENDS = ("SIGTERM", "SIGHUP")
"""The signals that end a process which does not heed them; not all systems have both."""


@contextmanager
def temporary_folder() -> Generator[str]:
    """A folder that is removed at the end, also where a signal is the end."""
    with TemporaryDirectory(prefix="kifu-") as folder:
        owner = os.getpid()

        def end(number: int, frame: FrameType | None) -> None:
            if os.getpid() == owner:  # and no worker, which was forked from it
                shutil.rmtree(folder, ignore_errors=True)
            signal.signal(number, before[number])
            signal.raise_signal(number)

        numbers = [getattr(signal, each) for each in _ENDS if hasattr(signal, each)]
        before = {each: signal.getsignal(each) for each in numbers}
        for each, handler in before.items():
            if handler is not signal.SIG_IGN:  # as with nohup
                signal.signal(each, end)
        try:
            yield folder
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
