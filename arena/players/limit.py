"""Limits on the thinking of programs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from time import monotonic

from msgspec import Struct

PLAYOUTS = 200
"""The playouts for a decision if no limit is given."""


class Limit(Struct, frozen=True):
    """The limit on the thinking about a decision: a number of playouts, or of seconds.

    With a number of playouts, the same seed always gives the same play.
    """

    playouts: int | None = None
    seconds: float | None = None

    def deals(self, lines: int) -> Iterator[int]:
        """Yield the numbers of the deals to try, at least one; each takes `lines` playouts."""
        if self.seconds is None:
            yield from range(max(1, (self.playouts or PLAYOUTS) // max(1, lines)))
            return
        end = monotonic() + self.seconds
        for number in count():
            yield number
            if monotonic() >= end:
                return


def check_limit(limit: Limit) -> None:
    """Raise ValueError if a limit is not a positive number."""
    if limit.playouts is not None and limit.playouts < 1:
        raise ValueError(f"playouts must be at least 1, not {limit.playouts}")
    if limit.seconds is not None and not 0 < limit.seconds < float("inf"):
        raise ValueError(f"seconds must be above 0 and finite, not {limit.seconds}")
