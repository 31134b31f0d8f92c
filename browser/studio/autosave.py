"""What is open is kept in a folder of this machine: nothing is lost when the studio ends."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from msgspec import MsgspecError, Struct
from msgspec.json import decode, encode

from ...formats.files.target import write_file
from .sheet import Kept

CLOSED = "closed"
"""The folder of the sheets that were closed; the last ones of them are kept."""

MOST_CLOSED = 100


class Running(Struct):
    """The studio that works with a folder."""

    process: int
    address: str


class AlreadyRunning(Exception):
    """Another studio works with the same folder."""

    def __init__(self, running: Running | None) -> None:
        super().__init__("a studio is running already")
        self.running = running


class Autosave:
    """A folder in which each sheet is a file. One studio at a time works with it."""

    def __init__(self, folder: Path) -> None:
        """Make the folder, for its owner only, and lock it.

        Raises AlreadyRunning where another studio has it, and OSError where it cannot be used.
        """
        from filelock import FileLock, Timeout

        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder = folder
        self._lock = FileLock(folder / "studio.lock")
        self._running = folder / "studio.json"
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise AlreadyRunning(self._who()) from None

    def _who(self) -> Running | None:
        try:
            return decode(self._running.read_bytes(), type=Running)
        except (OSError, MsgspecError):
            return None

    def announce(self, address: str) -> None:
        """Say where this studio is, to who starts another one."""
        self._running.touch(mode=0o600)
        self._running.write_bytes(encode(Running(os.getpid(), address)))

    def release(self) -> None:
        """Leave the folder to the next studio."""
        self._running.unlink(missing_ok=True)
        self._lock.release()

    # Sheets

    def load(self) -> tuple[list[Kept], list[str]]:
        """What was open, the oldest first, and what there is to say of files that are broken.

        A broken file is kept under another name.
        """
        found, told = list[Kept](), list[str]()
        for path in sorted(self.folder.glob("*.sheet"), key=lambda each: each.stat().st_mtime_ns):
            try:
                found.append(decode(path.read_bytes(), type=Kept))
            except (OSError, MsgspecError) as why:
                broken = _free(path.with_suffix(".broken"))
                with suppress(OSError):
                    path.rename(broken)
                told.append(f"what was autosaved cannot be read ({why}): it is kept as {broken}")
        return found, told

    def keep(self, kept: Kept) -> None:
        """Keep a sheet as it is now, for its owner only; raises OSError where that fails."""
        write_file(self._path(kept.id), encode(kept), force=True, mode=0o600)

    def close(self, identifier: str) -> None:
        """Put a sheet away that is closed: the last ones can still be found there."""
        closed = self.folder / CLOSED
        closed.mkdir(exist_ok=True, mode=0o700)
        path = self._path(identifier)
        if path.exists():
            path.replace(_free(closed / path.name))
        old = sorted(closed.iterdir(), key=lambda each: each.stat().st_mtime_ns)
        for each in old[:-MOST_CLOSED]:
            each.unlink(missing_ok=True)

    def _path(self, identifier: str) -> Path:
        return self.folder / f"{identifier}.sheet"


def _free(path: Path) -> Path:
    """The path, or one beside it that is not taken."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def state_folder() -> Path:
    """Where sheets are kept unless another folder is named."""
    from platformdirs import user_state_path

    return user_state_path("kifu", appauthor=False) / "studio"
