"""How many processes can work at a time."""

from __future__ import annotations

import os


def cores() -> int:
    """How many cores this process may use: those that it may run on, and by its control group."""
    if hasattr(os, "sched_getaffinity"):
        found = len(os.sched_getaffinity(0))
    else:
        found = os.cpu_count() or 1
    try:
        with open("/sys/fs/cgroup/cpu.max", encoding="ascii") as stream:
            quota, period = stream.read().split()
        return max(1, min(found, round(int(quota) / int(period))))
    except (OSError, ValueError):  # there is none, or no limit: `max`
        return found
