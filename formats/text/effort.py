"""The effort of explaining texts, counted so that a search that reads many texts can stop early.

No clock is used, so results do not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct


class Effort(Struct):
    """The number of edits tried."""

    edits: int = 0


_EFFORT: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def measured() -> Generator[Effort]:
    """Count the edits that are tried to explain texts."""
    effort = Effort()
    token = _EFFORT.set(effort)
    try:
        yield effort
    finally:
        _EFFORT.reset(token)
        count(effort.edits)  # for an outer measurement


def count(edits: int) -> None:
    """Count edits that were tried, or the lines that were read to try them."""
    effort = _EFFORT.get()
    if effort is not None:
        effort.edits += edits
