"""Keep a program's standard error, up to a limit."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread
from typing import IO

MOST = 1024 * 1024
"""How many bytes are kept. The rest are dropped, so that the program need not wait."""

_CHUNK = 64 * 1024


def keep(stream: IO[bytes], file: IO[bytes]) -> None:
    """Copy a stream to a file in a thread, and close both."""

    def copy() -> None:
        left = MOST
        with stream, file:
            while data := stream.read(_CHUNK):
                # Even if the disk is full, the program must not wait.
                with suppress(OSError):
                    file.write(data[:left])
                left -= len(data[:left])

    Thread(target=copy, daemon=True).start()
