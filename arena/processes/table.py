"""Start a game's programs together, and end them together whatever happens."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import SubprocessError

from ..errors import NotStarted
from .isolation import Isolation
from .limits import Limits
from .seat import NotRun, Seat, start
from .standard_error import StandardError


@contextmanager
def table(
    programs: Sequence[Sequence[str]],
    left: float,
    limits: Limits,
    errors: Path | None = None,
    isolation: Isolation | None = None,
) -> Generator[list[Seat], None, None]:
    """Start a program for each seat, and kill them all on leaving the block.

    Each program has `left` seconds for the game. Their standard error is saved in the folder
    `errors`. Raises NotStarted if a program cannot be started, even if that becomes known only in
    the block, when it raises NotRun.
    """
    with ExitStack() as stack:
        seats = list[Seat]()
        for number, words in enumerate(programs):
            seat = _start(number, words, left, limits, isolation)
            stack.callback(seat.kill)
            seats.append(seat)
        said = list[StandardError]()
        # Start no thread before the last fork.
        for seat in seats:
            file = None if errors is None else error_file(errors, seat.number)
            said.append(StandardError(seat.errors, file and file.open("wb", buffering=0)))
        try:
            yield seats
        except NotRun as error:
            why = said[error.seat].first_line() or str(error)
            raise _not_started(error.seat, programs[error.seat], why) from None


def error_file(folder: Path, number: int) -> Path:
    """Return the file in a folder that holds a program's standard error."""
    return folder / f"player-{number}.txt"


def _start(
    number: int,
    words: Sequence[str],
    left: float,
    limits: Limits,
    isolation: Isolation | None,
) -> Seat:
    try:
        run = words if isolation is None else isolation.words(words, Path.cwd())
        return start(number, run, left, limits)
    except OSError as error:
        why = error.strerror or str(error)
        if isinstance(error, FileNotFoundError) and shutil.which(words[0]):
            why = "its interpreter does not exist"
    except (ValueError, SubprocessError) as error:
        why = str(error)
    raise _not_started(number, words, why)


def _not_started(number: int, words: Sequence[str], why: str) -> NotStarted:
    return NotStarted(f"player {number} {NotStarted.WHAT}: {' '.join(words)}: {why}")
