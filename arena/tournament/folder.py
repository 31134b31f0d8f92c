"""A tournament folder: the plan, and a log for each finished game.

A log is written under `.playing`, and moved to its final place when the game is over. Only a log in
its final place shows that a game is finished. A damaged log is moved to `.spoiled` for inspection.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ...archive.files import PLAYING, SPOILED
from ...formats.interface.protocol import protocol
from ...replayer.game import MatchResult
from ...validation.outcome import Outcome
from ...validation.outcomes import outcomes
from ..errors import BadFolder, Spoiled
from .plan import NAME, Fixture

PATIENCE = 5.0
"""How many seconds the arbiters of a killed tournament may take to end."""


class Folder:
    """A folder that stores a tournament's games."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)

    def prepare(self) -> None:
        """Create the folder. Raises BadFolder if it has other content."""
        self.path.mkdir(parents=True, exist_ok=True)
        others = (each for each in self.path.iterdir() if not each.name.startswith("."))
        if not (self.path / NAME).exists() and any(others):
            raise BadFolder(f"{self.path}: neither empty nor a tournament folder")

    @contextmanager
    def locked(self, notify: Callable[[str], None]) -> Generator[int, None, None]:
        """Lock the folder, and yield the file that holds the lock.

        The arbiters inherit it: after a tournament is killed, the next one waits until they have
        ended, and reports this through `notify`. Raises BadFolder if the lock is held too long.
        """
        lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            deadline, waiting = time.monotonic() + PATIENCE, False
            while not _taken(lock):
                if time.monotonic() > deadline:
                    raise BadFolder(f"{self.path}: another tournament is being played here")
                if not waiting:
                    notify(f"{self.path}: waiting for running games to end")
                waiting = True
                time.sleep(0.1)
            yield lock
        finally:
            os.close(lock)

    # Logs

    def log(self, fixture: Fixture) -> Path:
        """Return the path of the log of a finished game."""
        return self.path / f"{fixture.name}.log"

    def unfinished_log(self, fixture: Fixture) -> Path:
        """Return the path of the log of an unfinished game."""
        return self.path / PLAYING / f"{fixture.name}.log"

    def begin(self, fixture: Fixture) -> None:
        """Create the folders for a game's log."""
        for path in (self.unfinished_log(fixture), self.log(fixture)):
            path.parent.mkdir(parents=True, exist_ok=True)

    def finish(self, fixture: Fixture) -> MatchResult:
        """Move the log of a completed game to its final place, and return the result.

        Raises Spoiled if the log is damaged, and OSError if it cannot be written to disk.
        """
        unfinished = self.unfinished_log(fixture)
        match = self._result(unfinished, fixture)
        with unfinished.open("rb") as log:
            try:
                os.fsync(log.fileno())
            except OSError as error:
                error.filename = str(unfinished)
                raise
        unfinished.rename(self.log(fixture))
        return match

    def result(self, fixture: Fixture) -> MatchResult | None:
        """Return the result of a game, or None if it is unfinished.

        Raises Spoiled if its log is damaged.
        """
        log = self.log(fixture)
        return self._result(log, fixture) if os.path.lexists(log) else None

    def _result(self, log: Path, fixture: Fixture) -> MatchResult:
        """Return the result of the game in a log.

        Raises Spoiled if the log is damaged, unfinished, or from a different game.
        """
        games = _read(log)
        kept = self._spoiled_log(fixture)
        for error in (error for game in games for error in game.errors):
            place = f"{kept}:{error.line}" if error.line else str(kept)
            raise Spoiled(f"its log is damaged: {place}: {error.code} {error.message}")
        match = games[0].match_result() if len(games) == 1 else None
        if match is None:
            raise Spoiled(f"its log is damaged: {kept}: not a finished game")
        if match.names != fixture.players:
            others = ", ".join(fixture.players)
            raise Spoiled(f"its log is damaged: {kept}: not the game of {others}")
        return match

    def recover(self, fixture: Fixture) -> MatchResult | None:
        """Return the result of a game that had ended before the tournament was killed, or None."""
        unfinished = self.unfinished_log(fixture)
        try:
            games = _read(unfinished) if unfinished.exists() else []
            if len(games) != 1 or not _is_over(games[0]):
                return None
            self.begin(fixture)
            return self.finish(fixture)
        except Spoiled:
            return None

    def _spoiled_log(self, fixture: Fixture) -> Path:
        return self.path / SPOILED / f"{fixture.name}.log"

    def set_aside(self, fixture: Fixture) -> None:
        """Move the log of a spoiled game to a place for inspection."""
        kept = self._spoiled_log(fixture)
        kept.parent.mkdir(parents=True, exist_ok=True)
        for log in (self.log(fixture), self.unfinished_log(fixture)):
            with suppress(FileNotFoundError):
                log.replace(kept)

    def clear(self) -> None:
        """Remove the logs of unfinished games."""
        playing = self.path / PLAYING
        try:
            if playing.exists():
                shutil.rmtree(playing)
        except OSError as error:
            error.filename = str(playing)  # instead of a path relative to it
            raise


def _taken(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read(path: Path) -> list[Outcome[Any]]:
    """Return the outcomes of the games in a log. Raises Spoiled if the log cannot be read."""
    try:
        # Opening anything else, such as a pipe, could block.
        if not stat.S_ISREG(path.lstat().st_mode):
            raise Spoiled("its log is damaged: it is not a regular file")
        with path.open("rb") as stream:
            return list(outcomes(stream, str(path), protocol().notation))
    except OSError as error:
        raise Spoiled(f"its log is damaged: {error.strerror}") from None


def _is_over(game: Outcome[Any]) -> bool:
    """Return whether a game's log is valid and complete."""
    sound = not game.errors and game.record is not None
    return sound and protocol().is_over(game.record)
