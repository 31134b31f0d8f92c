"""The processor time that work takes (user and system), in seconds."""

import resource
import subprocess
import time
from collections.abc import Callable, Sequence


def spent(work: Callable[[], object]) -> float:
    """Return the processor time of some work in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def spent_by(command: Sequence[str], check: bool = True) -> float:
    """Return the processor time of a program and all it starts; with `check`, it must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=check)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
