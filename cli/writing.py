"""Write records to standard output or to a file: whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from errno import ENXIO
from pathlib import Path
from typing import Any

from ..formats import Notation, lost, suffixes
from ..formats.target import clean_up, write_file
from .errors import Failure, say
from .output import emit, encoded


def has_lines(path: str | None) -> bool:
    """Whether a file of this name has one record a line."""
    return path is not None and suffixes(path)[1]


def check_target(path: str | None, force: bool) -> None:
    """Raise Failure before the work begins, if a file cannot be written.

    What killed writers have left is removed also where there is nothing to write.
    """
    if path is None:
        return
    clean_up(Path(path).parent)
    if os.path.isdir(path):
        raise Failure(f"{path}: this is a folder, and a file is due")
    if os.path.lexists(path) and not (force or _is_device(path)):
        raise Failure(f"{path}: the file exists (--force replaces it)")


def say_losses(label: str, records: Iterable[Any], target: Notation[Any]) -> bool:
    """Name on standard error what a notation cannot hold of some records, each loss once.

    Returns whether there is any. Raises CannotHold where a record cannot be written at all.
    """
    losses = dict.fromkeys(loss for each in records for loss in lost(each, target))
    for loss in losses:
        say(f"{label}: {target.id} cannot hold {loss}")
    return bool(losses)


def write(pieces: Iterable[str], path: str | None, force: bool) -> None:
    """Write to a file, or to standard output if there is no path."""
    if path is None:
        for piece in pieces:
            emit(piece)
        return
    data = b"".join(map(encoded, pieces))
    if _is_device(path):
        try:
            with open(path, "wb", opener=unless_nobody_reads) as stream:
                stream.write(data)
        except OSError as error:
            error.filename = path
            raise
    else:
        write_file(path, data, force)


def unless_nobody_reads(path: str, flags: int) -> int:
    """Open a file to write to it, as an `opener`.

    Raises OSError for a pipe that nobody reads, which is otherwise waited for, maybe for ever.
    """
    try:
        handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    except OSError as error:
        if error.errno == ENXIO and _is_device(path):
            raise OSError(ENXIO, "nobody reads this pipe", path) from None
        raise
    os.set_blocking(handle, True)
    return handle


def _is_device(path: str) -> bool:
    """Whether a path is a pipe or the like, which is written to and never replaced."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
