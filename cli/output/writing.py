"""Write records to standard output or to a file: completely or not at all."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from errno import ENXIO
from typing import Any, BinaryIO

from ...formats import Notation, suffixes
from ...formats.files.source import UTF_8, Encoding
from ...formats.files.target import clean_up
from ...formats.files.target import writing as writing_file
from ..convert.targets import Target
from ..errors import Failure
from .output import emit, encoded, finish, standard_output


def has_lines(path: str | None) -> bool:
    """Return whether a file with this name has one record per line."""
    return path is not None and suffixes(path)[1]


def check_target(path: str | None, force: bool) -> None:
    """Raise Failure early if a file cannot be written.

    Leftovers of killed writers are removed even if there is nothing to write.
    """
    if path is None:
        return
    from pathlib import Path  # slow to import

    clean_up(Path(path).parent)
    if os.path.isdir(path):
        raise Failure(f"{path}: this is a folder, not a file")
    if os.path.lexists(path) and not (force or is_device(path)):
        raise Failure(f"{path}: the file exists (--force replaces it)")


def require_writable(path: str) -> None:
    """Raise Failure early if a file cannot be written, even by replacing another."""
    folder = os.path.dirname(path) or os.curdir
    if os.path.isdir(path):
        raise Failure(f"{path}: this is a folder, not a file")
    if not os.path.isdir(folder):
        raise Failure(f"{path}: the folder {folder} does not exist")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise Failure(f"{path}: permission denied")


def write_records(
    notation: Notation[Any], records: Iterable[Any], path: str | None, force: bool
) -> None:
    """Write records in a notation and its default encoding, like `write`."""
    target = Target(notation.id, path)
    texts = (target.declared(each, notation) for each in notation.texts(records, has_lines(path)))
    write(texts, path, force, target.encoding_of(notation))


def write(pieces: Iterable[str], path: str | None, force: bool, encoding: Encoding = UTF_8) -> None:
    """Write to a file, or to standard output if there is no path."""
    if path is None:
        standard_output().write(encoding.mark)
        for piece in pieces:
            emit(piece, encoding)
            finish()  # A reader should not have to wait for the next record.
        return
    data = encoding.mark + b"".join(encoded(piece, encoding) for piece in pieces)
    with writing(path, force) as stream:
        stream.write(data)


@contextmanager
def writing(path: str | None, force: bool) -> Generator[BinaryIO]:
    """Yield a file to write piece by piece, or standard output if there is no path.

    A file gets its name when it is complete; after an error, nothing is left of it.
    """
    if path is None:
        yield standard_output()
        finish()
    elif is_device(path):
        try:
            with open(path, "wb", opener=unless_nobody_reads) as stream:
                yield stream
        except OSError as error:
            error.filename = error.filename or path
            raise
    else:
        with writing_file(path, force) as stream:
            yield stream


def unless_nobody_reads(path: str, flags: int) -> int:
    """Open a file for writing, as an `opener`.

    Raises OSError for a pipe that nobody reads, instead of waiting for a reader, perhaps forever.
    """
    try:
        handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    except OSError as error:
        if error.errno == ENXIO and is_device(path):
            raise OSError(ENXIO, "nobody reads this pipe", path) from None
        raise
    os.set_blocking(handle, True)
    return handle


def is_device(path: str) -> bool:
    """Return whether a path is a pipe or the like, to be written to and never replaced."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
