"""The terminal: whether it has colours, its line length, and a progress bar on standard error."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO, TypeVar

import click

if TYPE_CHECKING:
    from rich.progress import Progress

ItemT = TypeVar("ItemT")

BOLD, BLACK, RED, YELLOW, BLUE, CYAN, ON_YELLOW = 1, 30, 31, 33, 34, 36, 43

PATIENCE = 1.0
"""The number of seconds before the bar appears."""
_PAUSE = 0.1
"""The number of seconds between redraws."""


def styled(text: str, *styles: int) -> str:
    r"""Return text in these styles; without any, it is not changed.

    >>> styled("P0", BOLD, RED), styled("P1")
    ('\x1b[1;31mP0\x1b[0m', 'P1')
    """
    return f"\x1b[{';'.join(map(str, styles))}m{text}\x1b[0m" if styles else text


def wants_colours(stream: TextIO | None) -> bool:
    """Return whether output to a stream has colours.

    `--color` decides, then NO_COLOR, then FORCE_COLOR, then whether it is a terminal.
    """
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal(stream)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is an interactive terminal."""
    return stream is not None and stream.isatty()


def can_redraw(stream: TextIO | None) -> bool:
    """Return whether lines can be erased after they are written."""
    return is_terminal(stream) and os.environ.get("TERM") != "dumb"


def columns(stream: TextIO | None) -> int | None:
    """Return the line length for a stream: COLUMNS, or its terminal's width.

    None means that any length will do.
    """
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said) > 0:
        return int(said)
    if stream is None or not is_terminal(stream):
        return None
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except OSError:
        return None


# The progress bar: only on a terminal, after a delay


class Bar:
    """Show how many files, and how many of their bytes, have been read.

    It does not draw in a thread: it must not appear in the middle of other output.
    """

    def __init__(self, sizes: Sequence[int], unit: str, inner: str = "") -> None:
        self._sizes = sizes
        self._inner = inner
        """The unit of the sizes, to show their counts; empty to show none."""
        self._unit = unit
        self._files = self._records = 0
        self._before = self._taken = 0
        """The bytes of the files already read, and the bytes read of the next file."""
        self._begun = time.monotonic()
        self._due = self._begun + PATIENCE
        self._progress: Progress | None = None
        self._is_shown = False

    def file(self) -> None:
        """Count a file that has been read."""
        self._before += self._sizes[self._files] if self._files < len(self._sizes) else 0
        self._files, self._taken = self._files + 1, 0
        self._draw()

    def taken(self, number: int) -> None:
        """Record that `number` bytes of the next file have been read."""
        self._taken = number
        self._draw()

    def records(self, number: int) -> None:
        """Count records that have been read."""
        self._records += number
        self._draw()

    def _draw(self) -> None:
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + _PAUSE
        if self._progress is None:
            self._progress = _new()
            self._progress.add_task("", total=None, read="")
        if sys.stdout is not None:
            sys.stdout.flush()
        if not self._is_shown:
            self._progress.start()
            self._is_shown = True
        task = self._progress.task_ids[0]
        total, done = sum(self._sizes), self._before + self._taken
        if not total:
            total, done = len(self._sizes), self._files
        self._progress.update(task, total=total, completed=done, read=self._read(now))
        self._progress.refresh()

    def _read(self, now: float) -> str:
        """Return how much was read, and how fast."""
        files = f"{self._files}/{len(self._sizes)} {self._unit}"
        if self._inner and (total := sum(self._sizes)):
            files = f"{files}, {self._before + self._taken:,}/{total:,} {self._inner}"
        seconds = now - self._begun
        if not self._records or not seconds:
            return files
        rate = f"{self._records / seconds:,.0f} records/s"
        return f"{files}, {self._records:,} records, {rate}"

    def hide(self) -> None:
        """Erase the bar until it is drawn again."""
        if self._is_shown and self._progress is not None:
            self._is_shown = False
            self._progress.stop()


def _new() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        BarColumn(),
        TextColumn("{task.fields[read]}, to go"),
        TimeRemainingColumn(),
        console=Console(stderr=True, no_color=not wants_colours(sys.stderr)),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


_bars: list[Bar] = []
"""The bar for the current work, if it has one."""


def tracked(items: Iterable[ItemT], paths: Sequence[str], wanted: bool = True) -> Iterator[ItemT]:
    """Yield the same items, one per file, while a bar shows the progress."""
    return _tracked(items, lambda: Bar(list(map(_size, paths)), "files"), wanted)


def tracked_rounds(
    items: Iterable[ItemT], number: int, decisions: Callable[[], Sequence[int]] | None
) -> Iterator[ItemT]:
    """Yield the same items, one per round, while a bar shows the progress.

    `decisions` counts the decisions in each round, if `decisions_judged` will be called.
    """
    sizes = decisions or (lambda: [0] * number)
    return _tracked(items, lambda: Bar(sizes(), "rounds", "decisions"))


def _tracked(
    items: Iterable[ItemT], make: Callable[[], Bar], wanted: bool = True
) -> Iterator[ItemT]:
    with _bar(make, wanted):
        for each in items:
            yield each
            for bar in _bars:
                bar.file()


@contextmanager
def _bar(make: Callable[[], Bar], wanted: bool) -> Generator[None]:
    if not (wanted and can_redraw(sys.stderr)):
        yield
        return
    _bars.append(make())
    try:
        yield
    finally:
        _bars.pop().hide()


def _size(path: str) -> int:
    from ..formats.files.source import size_of  # slow to import

    try:
        return size_of(path) or 0
    except (OSError, ValueError):
        return 0


def bytes_read(number: int) -> None:
    """Show in the bar, if there is one, that `number` bytes of a file have been read."""
    for bar in _bars:
        bar.taken(number)


decisions_judged = bytes_read
"""Show in the bar, if there is one, how many decisions of a round have been judged."""


def records_read(number: int = 1) -> None:
    """Show in the bar, if there is one, that more records have been read."""
    for bar in _bars:
        bar.records(number)


def hide_bar() -> None:
    """Erase the bar, if there is one, before other output."""
    for bar in _bars:
        bar.hide()
