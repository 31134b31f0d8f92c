"""The folder of a tournament: its plan, and a log for each finished game.

A log is written below `.playing`, and moved to its place when the game is over. So a game is
finished if its log is in its place; nothing else records that. A log that is damaged is moved to
`.spoiled`, where it can be looked at.
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
"""Seconds within which the arbiters of a tournament that was killed end."""


class Folder:
    """Where the games of a tournament are kept."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)

    def prepare(self) -> None:
        """Make the folder. Raises BadFolder if it holds something else."""
        self.path.mkdir(parents=True, exist_ok=True)
        others = (each for each in self.path.iterdir() if not each.name.startswith("."))
        if not (self.path / NAME).exists() and any(others):
            raise BadFolder(f"{self.path}: this is not empty, and not the folder of a tournament")

    @contextmanager
    def locked(self, notify: Callable[[str], None]) -> Generator[int, None, None]:
        """Keep everybody else from playing here.

        The lock is the file that is yielded. The arbiters get it too: after a kill, the next
        tournament waits until they have ended, and `notify` says so. Raises BadFolder if the lock
        is held for long.
        """
        lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            deadline, waiting = time.monotonic() + PATIENCE, False
            while not _taken(lock):
                if time.monotonic() > deadline:
                    raise BadFolder(f"{self.path}: another tournament is being played here")
                if not waiting:
                    notify(f"{self.path}: waiting for the games that are under way to end")
                waiting = True
                time.sleep(0.1)
            yield lock
        finally:
            os.close(lock)

    # Logs

    def log(self, fixture: Fixture) -> Path:
        """The log of a game that is over."""
        return self.path / f"{fixture.name}.log"

    def unfinished_log(self, fixture: Fixture) -> Path:
        """The log of a game that is under way."""
        return self.path / PLAYING / f"{fixture.name}.log"

    def begin(self, fixture: Fixture) -> None:
        """Make room for the log of a game."""
        for path in (self.unfinished_log(fixture), self.log(fixture)):
            path.parent.mkdir(parents=True, exist_ok=True)

    def finish(self, fixture: Fixture) -> MatchResult:
        """Move the log of a game that is over to its place; return how the game ended.

        Raises Spoiled if the log is damaged, and OSError if it cannot be kept.
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
        """How a game ended, None if it has not. Raises Spoiled if its log is damaged."""
        log = self.log(fixture)
        return self._result(log, fixture) if os.path.lexists(log) else None

    def _result(self, log: Path, fixture: Fixture) -> MatchResult:
        """How the game of a log ended. Raises Spoiled if that is damaged, not over, or another."""
        games = _read(log)
        kept = self._spoiled_log(fixture)
        for error in (error for game in games for error in game.errors):
            place = f"{kept}:{error.line}" if error.line else str(kept)
            raise Spoiled(f"its log is damaged: {place}: {error.code} {error.message}")
        match = games[0].match_result() if len(games) == 1 else None
        if match is None:
            raise Spoiled(f"its log is damaged: {kept}: this is no game that is over")
        if match.names != fixture.players:
            others = ", ".join(fixture.players)
            raise Spoiled(f"its log is damaged: {kept}: this is not the game of {others}")
        return match

    def recover(self, fixture: Fixture) -> MatchResult | None:
        """How a game ended if it was over when the tournament was killed, else None."""
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
        """Move the log of a game that counts for nothing to where it can be looked at."""
        kept = self._spoiled_log(fixture)
        kept.parent.mkdir(parents=True, exist_ok=True)
        for log in (self.log(fixture), self.unfinished_log(fixture)):
            with suppress(FileNotFoundError):
                log.replace(kept)

    def clear(self) -> None:
        """Remove what is left of games that were not finished."""
        playing = self.path / PLAYING
        try:
            if playing.exists():
                shutil.rmtree(playing)
        except OSError as error:
            error.filename = str(playing)  # instead of a name relative to it
            raise


def _taken(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read(path: Path) -> list[Outcome[Any]]:
    """The outcomes of the games of a log. Raises Spoiled if it cannot be read."""
    try:
        # To open anything but a file could take for ever.
        if not stat.S_ISREG(path.lstat().st_mode):
            raise Spoiled("its log is damaged: it is no file any more")
        with path.open("rb") as stream:
            return list(outcomes(stream, str(path), protocol().notation))
    except OSError as error:
        raise Spoiled(f"its log is damaged: {error.strerror}") from None


def _is_over(game: Outcome[Any]) -> bool:
    """Whether the log of a game is sound and has its end."""
    sound = not game.errors and game.record is not None
    return sound and protocol().is_over(game.record)
