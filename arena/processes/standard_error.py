"""Keep what a program writes on standard error, up to a limit."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread
from typing import IO

MOST = 1024 * 1024
"""Bytes that are kept. More is read and dropped, so that the program need not wait."""

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
