"""The memory of this process, bounded while it answers a question."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

_USED = Path("/proc/self/statm")
"""The pages of this process; the sixth number is how many hold its data."""
_DATA = 5


@contextmanager
def bounded(more: int) -> Generator[None]:
    """Let this process take so many bytes more than it has, where the system can say and bound it.

    What asks for more then gets MemoryError, or what its library makes of that.
    """
    try:
        import resource

        used = int(_USED.read_text("ascii").split()[_DATA]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    least = min(each for each in (used + more, soft, hard) if each != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_DATA, (least, hard))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
