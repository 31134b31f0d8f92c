"""End orphans: processes of a program that have left its group and lost their parent.

Linux gives orphans to the nearest ancestor that asked for them (`PR_SET_CHILD_SUBREAPER` of
prctl(2)), so even a double fork with a session of its own does not escape, as it does on other
systems. A process of another user (setuid) cannot be killed, and a process that forks faster than
it is found may escape, too.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from .lineage import parent

PATIENCE = 5.0
"""The seconds after which `end_all` gives up on processes that do not end."""

_SET_CHILD_SUBREAPER = 36
_PAUSE = 0.005


def adopt() -> None:
    """Become the parent of every process that descendants of this one leave behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_all(patience: float = PATIENCE, keep: Collection[int] = ()) -> list[int]:
    """Kill all descendants of this process except for the children to `keep`.

    Return the ids of those that did not end.
    """
    deadline = time.monotonic() + patience
    while True:
        found = [pid for pid in _children() if pid not in keep]
        left = [pid for pid in found if not _reaped(pid)]
        # A child that ended just now may have left orphans, so look again until none is found.
        if not found or time.monotonic() > deadline:
            return left
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE)


def _reaped(pid: int) -> bool:
    """Return whether a child has ended, and reap it."""
    try:
        return os.waitpid(pid, os.WNOHANG) != (0, 0)
    except ChildProcessError:
        return True


def _children() -> Iterator[int]:
    """Yield the children of this process, if the system has /proc."""
    own = os.getpid()
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if parent(pid := int(status.parent.name)) == own:
                yield pid
