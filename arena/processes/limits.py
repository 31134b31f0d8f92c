"""Limit a program's resources, and end the program when the arbiter ends."""

from __future__ import annotations

import ctypes
import resource
import signal
import sys
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from .clock import forget

_MIB = 1024 * 1024
_SET_DEATH_SIGNAL = 1
"""`PR_SET_PDEATHSIG` of prctl(2)."""


class Limits(Struct, frozen=True):
    """The limits for each process of a program: seconds of CPU, MiB of address space."""

    cpu: int | None = None
    memory: int | None = None

    def setter(self) -> Callable[[], None]:
        """Return a function that sets these limits for the calling process and its children."""
        calls = list[Callable[[], object]]()
        # A killed arbiter cannot end its programs.
        calls.append(ends_with_parent(signal.SIGKILL))
        calls.append(forget)
        if self.cpu is not None:
            # SIGXCPU tells the program why, a second before SIGKILL ends it.
            calls.append(partial(_lower, resource.RLIMIT_CPU, self.cpu, self.cpu + 1))
        if self.memory is not None:
            most = self.memory * _MIB
            calls.append(partial(_lower, resource.RLIMIT_AS, most, most))

        def set_them() -> None:
            for call in calls:
                call()

        return set_them


def ends_with_parent(number: signal.Signals) -> Callable[[], None]:
    """Return a function that requests a signal for the calling process when its parent ends.

    It works only on Linux.
    """
    if sys.platform != "linux":
        return lambda: None
    return partial(ctypes.CDLL(None).prctl, _SET_DEATH_SIGNAL, number)


def _lower(which: int, soft: int, hard: int) -> None:
    """Set a limit, unless a lower one is already set."""
    _, most = resource.getrlimit(which)
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(which, (soft, hard))
