"""Read a program's standard error, and keep the beginning."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from threading import Thread
from typing import IO

MOST = 1024 * 1024
"""How many bytes are kept in a file. The rest are dropped, so that the program need not wait."""

_CHUNK = 64 * 1024
_FIRST = 1024
"""How many bytes are kept for a message."""
_END_FOLLOWS = 1.0
"""How many seconds to wait for the end of standard error after the program has ended."""


class StandardError:
    """A thread that reads a stream, copies it to a file if there is one, and closes both."""

    def __init__(self, stream: IO[bytes], file: IO[bytes] | None) -> None:
        self._stream, self._file = stream, file
        self._first = b""
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        left = MOST
        with self._stream, self._file or nullcontext():
            while data := self._stream.read(_CHUNK):
                self._first += data[: _FIRST - len(self._first)]
                # Even if the disk is full, the program must not wait.
                with suppress(OSError):
                    if self._file is not None:
                        self._file.write(data[:left])
                left -= len(data[:left])

    def first_line(self) -> str:
        """Return the first line of an ended program's standard error, or an empty string."""
        self._thread.join(_END_FOLLOWS)
        lines = self._first.decode(errors="replace").splitlines()
        return next((line.strip() for line in lines if line.strip()), "")
