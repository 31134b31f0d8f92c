"""How much a program may think."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from time import monotonic

from msgspec import Struct

PLAYOUTS = 200
"""The playouts for a decision where no limit is given."""


class Limit(Struct, frozen=True):
    """How much a player may think about a decision: so many playouts, or so many seconds.

    By playouts, the same seed gives the same play; by seconds, it need not.
    """

    playouts: int | None = None
    seconds: float | None = None

    def deals(self, lines: int) -> Iterator[int]:
        """The numbers of the deals that may be tried, at least one; each takes so many playouts."""
        called_off, numbers, end = _called_off.get(), count(), float("inf")
        if self.seconds is None:
            numbers = range(max(1, (self.playouts or PLAYOUTS) // max(1, lines)))
        else:
            end = monotonic() + self.seconds
        for number in numbers:
            yield number
            if monotonic() >= end or called_off():
                return


def _never() -> bool:
    return False


_called_off: ContextVar[Callable[[], bool]] = ContextVar("_called_off", default=_never)


@contextmanager
def until(called_off: Callable[[], bool]) -> Generator[None]:
    """Let what is thought about here end early once that is called off."""
    before = _called_off.set(called_off)
    try:
        yield
    finally:
        _called_off.reset(before)


def check_limit(limit: Limit) -> None:
    """Raise ValueError where a limit leaves no room to think."""
    if limit.playouts is not None and limit.playouts < 1:
        raise ValueError(f"{limit.playouts} playouts are no limit: at least 1 is due")
    if limit.seconds is not None and not 0 < limit.seconds < float("inf"):
        raise ValueError(f"{limit.seconds} seconds are no limit: more than 0 are due")
