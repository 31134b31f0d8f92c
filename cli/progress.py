"""A bar on standard error while many files are read: on a terminal only, and not at once."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from .terminal import can_redraw, wants_colours

if TYPE_CHECKING:
    from rich.progress import Progress

ItemT = TypeVar("ItemT")

PATIENCE = 1.0
"""After so many seconds, work is long."""
_PAUSE = 0.1
"""The seconds between two pictures."""


class Bar:
    """Draws how many files of all are read.

    It draws nothing in a thread: it must not appear within what others write.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._files = self._records = 0
        self._due = time.monotonic() + PATIENCE
        self._progress: Progress | None = None
        self._is_shown = False

    def file(self) -> None:
        """Count a file that was read."""
        self._files += 1
        self._draw()

    def records(self, number: int) -> None:
        """Count some records that were read."""
        self._records += number
        self._draw()

    def _draw(self) -> None:
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + _PAUSE
        if self._progress is None:
            self._progress = _new(self._total)
        if sys.stdout is not None:
            sys.stdout.flush()
        if not self._is_shown:
            self._progress.start()
            self._is_shown = True
        task = self._progress.task_ids[0]
        read = f", {self._records:,} records" if self._records else ""
        self._progress.update(task, completed=self._files, read=read)
        self._progress.refresh()

    def hide(self) -> None:
        """Take it back, until it is drawn again."""
        if self._is_shown and self._progress is not None:
            self._is_shown = False
            self._progress.stop()


def _new(total: int) -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    made = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("files{task.fields[read]}, to go"),
        TimeRemainingColumn(),
        console=Console(stderr=True, no_color=not wants_colours(sys.stderr)),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    made.add_task("", total=total, read="")
    return made


_bars: list[Bar] = []
"""The bar of the work that is going on, if it has one."""


def tracked(items: Sequence[ItemT], wanted: bool = True) -> Iterator[ItemT]:
    """The same items, each a file; a bar shows how many have been taken."""
    with _bar(len(items), wanted):
        for each in items:
            yield each
            for bar in _bars:
                bar.file()


@contextmanager
def _bar(total: int, wanted: bool) -> Generator[None]:
    if not (wanted and can_redraw(sys.stderr)):
        yield
        return
    _bars.append(Bar(total))
    try:
        yield
    finally:
        _bars.pop().hide()


def records(number: int = 1) -> None:
    """Show in the bar, if there is one, that one more record was read."""
    for bar in _bars:
        bar.records(number)


def hide() -> None:
    """Take the bar back, if there is one: something else is going to be written."""
    for bar in _bars:
        bar.hide()
