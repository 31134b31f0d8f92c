"""What a program says on standard error, kept in a file as far as it is bounded."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread
from typing import IO

MOST = 1024 * 1024
"""The bytes that are kept; what follows is read and dropped, so that no program waits for it."""

_CHUNK = 64 * 1024


def keep(stream: IO[bytes], file: IO[bytes]) -> None:
    """Copy a stream to a file as it comes, in a thread, and close both."""

    def copy() -> None:
        left = MOST
        with stream, file:
            while data := stream.read(_CHUNK):
                # A full disk is no reason to let the program wait.
                with suppress(OSError):
                    file.write(data[:left])
                left -= len(data[:left])

    Thread(target=copy, daemon=True).start()
