"""An interrupt while something is read and told: what was read is told to its end."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator
from types import FrameType
from typing import TypeVar

ItemT = TypeVar("ItemT")


def heeding_interrupts(items: Generator[ItemT]) -> Iterator[ItemT]:
    """The same items, whose generator gets each KeyboardInterrupt.

    One that comes while something is done with an item waits until that is done, unless it is the
    second one.
    """
    waits = is_due = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal is_due
        if waits or is_due:
            raise KeyboardInterrupt
        is_due = True

    before = signal.getsignal(signal.SIGINT)
    heeds = before is signal.default_int_handler
    if heeds:
        signal.signal(signal.SIGINT, interrupt)
    try:
        while True:
            try:
                waits = True
                item = items.throw(KeyboardInterrupt()) if is_due else next(items)
            except StopIteration:
                return
            finally:
                waits = False
            yield item
    finally:
        if heeds:
            signal.signal(signal.SIGINT, before)
