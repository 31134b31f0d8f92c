"""Describes a file as one process sees it, so that others can check that theirs is the same."""

from __future__ import annotations

import errno
import os
import time
from typing import BinaryIO

from msgspec import Struct

from . import is_remote
from .remote import details
from .source import open_file


class Seen(Struct, frozen=True):
    """A file: its absolute path or URL, its size, and a mark that changes with it."""

    place: str
    size: int | None
    mark: str

    def __str__(self) -> str:
        size = "unknown size" if self.size is None else f"{self.size:,} bytes"
        return f"{size}, {self.mark or 'no mark'}"


def see(path: str) -> Seen:
    """Return the file with this path; raises OSError if it does not exist."""
    if is_remote(path):
        found = details(path)
        return Seen(path, found.size, found.mark)
    place = os.path.abspath(path)
    return _local(place, os.stat(path))


def _local(place: str, status: os.stat_result) -> Seen:
    seconds, rest = divmod(status.st_mtime_ns, 10**9)
    changed = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return Seen(place, status.st_size, f"changed {changed}.{rest:09}Z")


def open_seen(path: str, seen: Seen | None, block: int | None = None) -> BinaryIO:
    """Open a file as `open_file` does; if another process has `seen` it, it must be unchanged.

    Raises OSError, naming the machine, if it is another file or does not exist.
    """
    if seen is None:
        return open_file(path, block=block)
    from socket import gethostname  # slow to import

    try:
        # opened first, as a file may be replaced at any time
        stream = open_file(seen.place, block=block)
        is_local = not is_remote(seen.place)
        here = _local(seen.place, os.fstat(stream.fileno())) if is_local else see(seen.place)
    except OSError as error:
        why = f"{error.strerror or error} (on the worker {gethostname()})"
        raise OSError(error.errno, why, path) from None
    if here != seen:
        stream.close()
        why = f"the file on {gethostname()} ({here}) differs from the one here ({seen})"
        raise OSError(errno.ESTALE, why, path)
    return stream
