"""The folder of a tournament: its plan, and a log for each game that is over.

A log is written below `.playing`, and moved to its place when the game is over. So what stands in
its place is finished, and nothing else has to say which games are.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from ... import check, formats
from ...cli.errors import Failure, say
from ...cli.inputs import PLAYING
from ...findings import Finding
from ...replayer.planowanie.record import Record
from ..ratings import MatchResult, match_result
from .plan import NAME, Fixture

PATIENCE = 5.0
"""The seconds in which the arbiters of a tournament that was killed have ended."""


class Folder:
    """Where the games of a tournament are kept."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)

    def prepare(self) -> None:
        """Make the folder. Raises Failure where it holds something else."""
        self.path.mkdir(parents=True, exist_ok=True)
        others = (each for each in self.path.iterdir() if not each.name.startswith("."))
        if not (self.path / NAME).exists() and any(others):
            raise Failure(f"{self.path}: this is not empty, and not the folder of a tournament")

    @contextmanager
    def locked(self) -> Generator[int, None, None]:
        """Keep everybody else from playing here.

        The lock is the file that is yielded: arbiters are given it too, so that one who comes after
        a kill waits for them. Raises Failure where it is held for long.
        """
        lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            deadline, waiting = time.monotonic() + PATIENCE, False
            while not _taken(lock):
                if time.monotonic() > deadline:
                    raise Failure(f"{self.path}: another tournament is being played here")
                if not waiting:
                    say(f"{self.path}: waiting for the games that are under way to end")
                waiting = True
                time.sleep(0.1)
            yield lock
        finally:
            os.close(lock)

    # Logs

    def log(self, fixture: Fixture) -> Path:
        """The log of a game that is over."""
        return self.path / f"{fixture.name}.log"

    def draft(self, fixture: Fixture) -> Path:
        """The log of a game that is under way."""
        return self.path / PLAYING / f"{fixture.name}.log"

    def begin(self, fixture: Fixture) -> None:
        """Make room for the log of a game."""
        for path in (self.draft(fixture), self.log(fixture)):
            path.parent.mkdir(parents=True, exist_ok=True)

    def finish(self, fixture: Fixture) -> MatchResult:
        """Put the log of a game that is over in its place; return how the game ended."""
        draft = self.draft(fixture)
        outcome = _outcome(draft, fixture)
        with draft.open("rb") as log:
            os.fsync(log.fileno())
        draft.rename(self.log(fixture))
        return outcome

    def outcome(self, fixture: Fixture) -> MatchResult | None:
        """How a game ended, None if it did not yet. Raises Failure where its log is damaged."""
        log = self.log(fixture)
        return _outcome(log, fixture) if os.path.lexists(log) else None

    def recover(self, fixture: Fixture) -> MatchResult | None:
        """How a game ended that was over when the tournament was killed, None if it was not."""
        draft = self.draft(fixture)
        if not draft.exists():
            return None
        errors, record = _read(draft)
        if errors or record is None or not _is_over(record):
            return None
        self.begin(fixture)
        return self.finish(fixture)

    def clear(self) -> None:
        """Remove what is left of games that were not finished."""
        playing = self.path / PLAYING
        try:
            if playing.exists():
                shutil.rmtree(playing)
        except OSError as error:
            error.filename = str(playing)  # and not a name that is relative to it
            raise


def _taken(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read(path: Path) -> tuple[list[Finding], Record | None]:
    """The errors of a log, and its record where it has one and no more."""
    try:
        with path.open("rb") as stream:
            readings = list(formats.read(stream, str(path), "planowanie/log"))
    except formats.UnknownNotation:
        return [], None
    errors = [each for reading in readings for each in check(reading) if each.severity == "error"]
    return errors, readings[0].record if len(readings) == 1 else None


def _is_over(record: Record) -> bool:
    """Whether a log has the end of its game.

    An arbiter that is killed leaves a command that was not answered, and does not say whose fault
    it was.
    """
    result = record.result
    return result is not None and (
        result.end == "complete" or (result.end == "fault" and result.reason != "unanswered")
    )


def _outcome(path: Path, fixture: Fixture) -> MatchResult:
    errors, record = _read(path)
    again = "without this file, the game is played again"
    if errors:
        place = f"{path}:{errors[0].line}" if errors[0].line else str(path)
        raise Failure(f"{place}: {errors[0].code} {errors[0].message}; {again}")
    outcome = None if record is None else match_result(record)
    if outcome is None:
        raise Failure(f"{path}: this is no game that is over; {again}")
    if outcome.names != fixture.players:
        raise Failure(f"{path}: this is not the game of {', '.join(fixture.players)}; {again}")
    return outcome
