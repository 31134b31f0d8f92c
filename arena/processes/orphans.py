"""End orphans: processes that have left their program's group and lost their parent.

Linux gives orphans to the nearest ancestor that asked for them (`PR_SET_CHILD_SUBREAPER` in
prctl(2)), so unlike on other systems, not even a double fork with its own session escapes. Another
user's process (setuid) cannot be killed, and a process that forks faster than it is found may also
escape.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .lineage import parent

PATIENCE = 5.0
"""How many seconds `end_all` waits for processes to end before giving up."""

_SET_CHILD_SUBREAPER = 36
_PAUSE = 0.005


def adopt() -> None:
    """Become the parent of all processes orphaned by descendants of this one."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_all(patience: float = PATIENCE, keep: Collection[int] = ()) -> list[int]:
    """Kill all descendants of this process except the children to `keep`.

    Return the ids of those that did not end.
    """
    deadline = time.monotonic() + patience
    while True:
        found = [pid for pid in _children() if pid not in keep]
        left = [pid for pid in found if not _reaped(pid)]
        # A child that has just ended may have left orphans, so look again until none are left.
        if not found or time.monotonic() > deadline:
            return left
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE)


@contextmanager
def none_left() -> Generator[None]:
    """End all processes on leaving that were started, or orphaned, after entering."""
    adopt()
    before = frozenset(_children())
    try:
        yield
    finally:
        end_all(keep=before)


def _reaped(pid: int) -> bool:
    """Reap a child if it has ended, and return whether it has."""
    try:
        return os.waitpid(pid, os.WNOHANG) != (0, 0)
    except ChildProcessError:
        return True


def _children() -> Iterator[int]:
    """Yield this process's children, if the system has /proc."""
    own = os.getpid()
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if parent(pid := int(status.parent.name)) == own:
                yield pid
