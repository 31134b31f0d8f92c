"""Thinking that can be called off: whoever plays out is asked before each playout to go on."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar


class CalledOff(Exception):
    """Nobody waits any more for what a player thinks about."""


def _always() -> bool:
    return True


_WANTED: ContextVar[Callable[[], bool]] = ContextVar("wanted", default=_always)


@contextmanager
def while_wanted(wanted: Callable[[], bool]) -> Generator[None]:
    """Whoever thinks in this context goes on only as long as that is `wanted`, and then raises.

    What a player decides does not depend on it. Where the thinking is called off already, it does
    not begin.
    """
    outer = _WANTED.get()
    token = _WANTED.set(lambda: outer() and wanted())
    try:
        yield
    finally:
        _WANTED.reset(token)


def think_on() -> None:
    """Raise CalledOff where nobody wants more of it."""
    if not _WANTED.get()():
        raise CalledOff
