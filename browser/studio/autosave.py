"""Keep open sheets in a local folder, so that nothing is lost when the studio stops."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from msgspec import MsgspecError, Struct
from msgspec.json import decode, encode

from ...formats.files.target import write_file
from .sheet import Kept

CLOSED = "closed"
"""The folder for closed sheets; the last MOST_CLOSED are kept."""

MOST_CLOSED = 100


class Running(Struct):
    """The studio that is using a folder."""

    process: int
    address: str


class AlreadyRunning(Exception):
    """Raised if another studio is using the same folder."""

    def __init__(self, running: Running | None) -> None:
        super().__init__("a studio is already running")
        self.running = running


class Autosave:
    """A folder with a file for each sheet, used by only one studio at a time."""

    def __init__(self, folder: Path) -> None:
        """Create the folder, accessible only to its owner, and lock it.

        Raises AlreadyRunning if another studio is using it, and OSError if it cannot be used.
        """
        from filelock import FileLock, Timeout

        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder = folder
        self._lock = FileLock(folder / "studio.lock")
        self._running = folder / "studio.json"
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise AlreadyRunning(self._user()) from None

    def _user(self) -> Running | None:
        try:
            return decode(self._running.read_bytes(), type=Running)
        except (OSError, MsgspecError):
            return None

    def announce(self, address: str) -> None:
        """Record this studio's address, to be shown to anyone who starts another one."""
        self._running.touch(mode=0o600)
        self._running.write_bytes(encode(Running(os.getpid(), address)))

    def release(self) -> None:
        """Release the folder for the next studio."""
        self._running.unlink(missing_ok=True)
        self._lock.release()

    # Sheets

    def load(self) -> tuple[list[Kept], list[str]]:
        """Return the open sheets, oldest first, and notices about damaged files.

        A damaged file is kept under a different name.
        """
        found, notices = list[Kept](), list[str]()
        for path in sorted(self.folder.glob("*.sheet"), key=lambda each: each.stat().st_mtime_ns):
            try:
                found.append(decode(path.read_bytes(), type=Kept))
            except (OSError, MsgspecError) as why:
                broken = _free(path.with_suffix(".broken"))
                with suppress(OSError):
                    path.rename(broken)
                notices.append(f"an autosaved record cannot be read ({why}): kept as {broken}")
        return found, notices

    def keep(self, kept: Kept) -> None:
        """Save a sheet, readable only by its owner. Raises OSError if that fails."""
        write_file(self._path(kept.id), encode(kept), force=True, mode=0o600)

    def close(self, identifier: str) -> None:
        """Move a sheet to the folder of closed sheets."""
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
    """Return the path, or a similar one that is not in use."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def state_folder() -> Path:
    """Return the default folder for sheets."""
    from platformdirs import user_state_path

    return user_state_path("kifu", appauthor=False) / "studio"
