"""The ancestors of a process, on systems that have /proc."""

from __future__ import annotations

import os
from pathlib import Path


def parent(pid: int) -> int:
    """Return the parent of a process. Raises OSError if it has ended or if there is no /proc."""
    # The parenthesized name may contain anything; the parent is the second word after it.
    return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[1])


def lineage(pid: int) -> tuple[int, ...]:
    """Return a process, its ancestors and its session, or nothing if it has ended.

    >>> lineage(os.getpid())[:2] == (os.getpid(), os.getppid())
    True
    """
    found = list[int]()
    try:
        session = os.getsid(pid)
        while pid > 1:
            above = parent(pid)
            found.append(pid)
            pid = above
    except OSError:
        return tuple(found)
    return (*found, session)
