"""Make players' thinking cancellable: they check before each playout whether to continue."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar


class CalledOff(Exception):
    """Raised if the result of thinking is no longer wanted."""


def _always() -> bool:
    return True


_WANTED: ContextVar[Callable[[], bool]] = ContextVar("wanted", default=_always)


@contextmanager
def while_wanted(wanted: Callable[[], bool]) -> Generator[None]:
    """Let players in this context think only as long as `wanted` returns True.

    If it returns False, they raise CalledOff. Their decisions are not affected.
    """
    outer = _WANTED.get()
    token = _WANTED.set(lambda: outer() and wanted())
    try:
        yield
    finally:
        _WANTED.reset(token)


def think_on() -> None:
    """Raise CalledOff if further thinking is not wanted."""
    if not _WANTED.get()():
        raise CalledOff
