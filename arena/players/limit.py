"""Limits on how long programs think."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from time import monotonic

from msgspec import Struct

PLAYOUTS = 1000
"""The number of playouts per decision if no limit is given."""


class Limit(Struct, frozen=True):
    """The limit on thinking about one decision: a number of playouts or of seconds.

    With a number of playouts, the same seed always produces the same play.
    """

    playouts: int | None = None
    seconds: float | None = None

    def deals(self, lines: int) -> Iterator[int]:
        """Yield the index of each deal to try, at least one; each takes `lines` playouts."""
        if self.seconds is None:
            yield from range(max(1, (self.playouts or PLAYOUTS) // max(1, lines)))
            return
        end = monotonic() + self.seconds
        for number in count():
            yield number
            if monotonic() >= end:
                return

    def share(self, parts: int) -> Limit:
        """Return the limit for one of several equal parts of a decision."""
        if self.seconds is None:
            return Limit(max(1, (self.playouts or PLAYOUTS) // parts))
        return Limit(seconds=self.seconds / parts)


def check_limit(limit: Limit) -> None:
    """Raise ValueError if a limit is not a positive number."""
    if limit.playouts is not None and limit.playouts < 1:
        raise ValueError(f"playouts must be at least 1, not {limit.playouts}")
    if limit.seconds is not None and not 0 < limit.seconds < float("inf"):
        raise ValueError(f"seconds must be above 0 and finite, not {limit.seconds}")
