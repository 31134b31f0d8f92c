"""Orphans: processes that a program started, and that have left its group and lost their parent.

Linux gives orphans to the nearest ancestor that asked for them (`PR_SET_CHILD_SUBREAPER` of
prctl(2)), so even a double fork with a session of its own does not escape. On other systems it
does. A process of another user (setuid) cannot be killed, and one that forks faster than it is
found may escape too.
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
"""Seconds after which processes that do not end are given up."""

_SET_CHILD_SUBREAPER = 36
_PAUSE = 0.005


def adopt() -> None:
    """Become the parent of every process that descendants of this one leave behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_all(patience: float = PATIENCE, keep: Collection[int] = ()) -> list[int]:
    """Kill every child of this process, and their children; return the ids that did not end.

    Children to `keep` are left alone. The process must have no other ones.
    """
    deadline = time.monotonic() + patience
    while True:
        found = [pid for pid in _children() if pid not in keep]
        left = [pid for pid in found if not _reaped(pid)]
        # A child that ended since may have left orphans: only a look that finds none is the last.
        if not found or time.monotonic() > deadline:
            return left
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE)


def _reaped(pid: int) -> bool:
    """Whether a child had ended; it is gone then."""
    try:
        return os.waitpid(pid, os.WNOHANG) != (0, 0)
    except ChildProcessError:
        return True


def _children() -> Iterator[int]:
    """The children of this process, where the system has /proc."""
    own = os.getpid()
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if parent(pid := int(status.parent.name)) == own:
                yield pid
