"""Parts of a job, done by workers anywhere, with results in order.

A large job is divided: each part is a value, and the work on it is a function of this value alone,
which gives the same result wherever and however often it is called. `Workers` carry out such parts.
Nothing here knows what the work is.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, Protocol, TypeVar

PartT = TypeVar("PartT")
ResultT = TypeVar("ResultT")
ResultT_co = TypeVar("ResultT_co", covariant=True)
KeyT = TypeVar("KeyT")

MOST_DEATHS = 3
"""A part that killed this many workers is not given to another."""


class Died(Exception):
    """Every worker that tried a part has died; the message says how."""


class Lost(Exception):
    """There are no workers, or none are left; the message says why."""


class Task(Protocol[ResultT_co]):
    """A part of the work that is in progress."""

    @property
    def is_done(self) -> bool:
        """Whether `result` would return without waiting."""
        ...

    def result(self) -> ResultT_co:
        """Wait for the result; raises what the work raised, and Died or Lost."""
        ...


class Workers(Protocol):
    """Workers that do several parts of a job at a time, and stop at the end of their context."""

    @property
    def ahead(self) -> int:
        """The number of tasks needed to keep all workers busy."""
        ...

    @property
    def are_elsewhere(self) -> bool:
        """Whether the workers may see different files under the same names."""
        ...

    def submit(
        self,
        work: Callable[[PartT], ResultT],
        part: PartT,
        label: str,
        deaths: int = MOST_DEATHS,
    ) -> Task[ResultT]:
        """Submit a part: a module's function and a value, both of which can be pickled.

        If its worker dies, that is reported with the label, and another worker tries again, until
        too many have died.
        """
        ...


class Ready(Generic[ResultT]):
    """A finished task, with its result."""

    is_done = True

    def __init__(self, found: ResultT) -> None:
        self._found = found

    def result(self) -> ResultT:
        """Return the result."""
        return self._found


def in_order(
    tasks: Iterable[tuple[KeyT, Task[ResultT]]], ahead: int
) -> Iterator[tuple[KeyT, Task[ResultT]]]:
    """Yield the tasks with their keys in order, when done; up to `ahead` are started early.

    >>> list(in_order([("a", Ready(1)), ("b", Ready(2))], ahead=4))  # doctest: +ELLIPSIS
    [('a', <kifu.validation.workers.Ready object ...>), ('b', <kifu....Ready object ...>)]
    """
    begun: deque[tuple[KeyT, Task[ResultT]]] = deque()
    for each in tasks:
        begun.append(each)
        while begun and (begun[0][1].is_done or len(begun) > ahead):
            yield begun.popleft()
    yield from begun


def cores() -> int:
    """Return how many cores this process may use, given its affinity and its control group."""
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
