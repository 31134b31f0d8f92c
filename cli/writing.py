"""Where records are written to: standard output, or a file, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from ..formats import Notation, suffixes
from ..formats.target import write_file
from .errors import Failure
from .output import emit, encoded


def texts(target: Notation[Any], records: Iterable[Any], lines: bool = False) -> Iterator[str]:
    """The text of some records, piece by piece: several, or with `lines` any, one a line.

    Like `Notation.join`, but with memory for two records only.
    """
    remaining = iter(records)
    first = list(islice(remaining, 2))
    together = chain(first, remaining)
    if target.compact is not None and (lines or len(first) > 1):
        yield from map(target.compact, together)
        return
    for number, record in enumerate(together):
        yield (target.between if number else "") + target.write(record)


def has_lines(path: str | None) -> bool:
    """Whether a file of this name has a record a line."""
    return path is not None and suffixes(path)[1]


def check_target(path: str | None, force: bool) -> None:
    """Raise Failure where a file cannot be written, before the work begins."""
    if path is None:
        return
    if os.path.isdir(path):
        raise Failure(f"{path}: this is a folder, and a file is due")
    if os.path.lexists(path) and not (force or _is_device(path)):
        raise Failure(f"{path}: the file exists (--force replaces it)")


def write(pieces: Iterable[str], path: str | None, force: bool) -> None:
    """Write to a file, or to standard output where there is no path."""
    if path is None:
        for piece in pieces:
            emit(piece)
        return
    data = b"".join(map(encoded, pieces))
    try:
        if _is_device(path):
            with open(path, "wb") as stream:
                stream.write(data)
        else:
            write_file(path, data, force)
    except OSError as error:
        # The name of a temporary file, or none, would say nothing.
        error.filename = path
        raise


def _is_device(path: str) -> bool:
    """Whether a path leads to something that is written to and never replaced (a pipe, say)."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
