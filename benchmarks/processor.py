"""The seconds of processor time that work takes, of user and system."""

import resource
import subprocess
import time
from collections.abc import Callable, Sequence


def spent(work: Callable[[], object]) -> float:
    """What some work takes in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def spent_by(command: Sequence[str], check: bool = True) -> float:
    """What a program takes, with all that it starts; `check` refuses one that fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=check)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
