"""Show a tournament on a terminal: a progress bar, with the standings below it."""

from __future__ import annotations

import sys
import time
from itertools import islice
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from ...arena.tournament.plan import Fixture
from ...arena.tournament.standings import Score
from ..archive.standings import standings
from ..terminal import wants_colours

_SHARE = 20
"""How long to wait before recomputing standings, as a multiple of the last computation time.
"""
_NAME = 24
"""The maximum length of a name, since numbers follow it."""
_PERIOD = 3600.0
"""The number of seconds over which the speed is averaged."""


class Screen:
    """A display that is erased at the end; the command then writes the final standings.

    It does not draw in a thread, because processes are forked while it is shown.
    """

    def __init__(self, games: int, score: Score) -> None:
        console = Console(stderr=True, highlight=False, no_color=not wants_colours(sys.stderr))
        self._bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games"),
            TimeElapsedColumn(),
            TextColumn("to go"),
            TimeRemainingColumn(),
            console=console,
            speed_estimate_period=_PERIOD,
        )
        self._task = self._bar.add_task("", total=games, completed=score.games)
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._standings = Text("no games finished yet")
        self._score = score
        self._shown = 0
        self._due = 0.0

    def __enter__(self) -> Screen:
        self._live.start()
        self.refresh(self._score)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def over(self, fixture: Fixture, score: Score) -> None:
        """Advance the bar."""
        self._bar.advance(self._task)
        self.refresh(score)

    def refresh(self, score: Score) -> None:
        """Redraw everything; the standings are recomputed if enough time has passed."""
        began = time.monotonic()
        if score.games != self._shown and began >= self._due:
            # Keep one line free: a display that makes the terminal scroll cannot be erased.
            rows = list(islice(standings(score, _NAME), max(self._live.console.height - 2, 0)))
            self._standings = Text("\n".join(rows), no_wrap=True, overflow="ellipsis")
            self._shown = score.games
            now = time.monotonic()
            self._due = now + _SHARE * (now - began)
        # The bar comes first, since the end is cut off if there is not enough room.
        self._live.update(Group(self._bar, self._standings), refresh=True)
