"""Writing files: whole or not at all, and never over another by accident."""

from __future__ import annotations

import gzip
import os
import sys
import tempfile
from contextlib import suppress
from os import PathLike
from pathlib import Path

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def write_file(target: str | PathLike[str], data: bytes, force: bool = False) -> None:
    """Write a file in one step, packed if its name ends in `.gz` or `.zst`.

    A reader sees the old file or the new one, never a part. Raises FileExistsError where there is
    a file already and `force` is not given, and OSError where it cannot be written.
    """
    path = Path(os.path.realpath(target)) if force else Path(target)
    try:
        if not force and os.path.lexists(path):
            raise FileExistsError(17, "the file exists (--force replaces it)")
        _write(path, _packed(path, data), force)
    except OSError as error:
        # The name of a temporary file would say nothing.
        error.filename, error.filename2 = str(target), None
        raise


def _write(path: Path, data: bytes, force: bool) -> None:
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}."[:100], dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        if force:
            os.replace(temporary, path)
        else:
            _move_into_place(temporary, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def _move_into_place(temporary: str, path: Path) -> None:
    """Give a file its name, unless another one took it meanwhile."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise FileExistsError(17, "the file exists (--force replaces it)") from None
    except OSError:
        # A file system without hard links: the name is taken first, then replaced.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.replace(temporary, path)


def _packed(path: Path, data: bytes) -> bytes:
    if path.suffix == ".gz":
        return gzip.compress(data, mtime=0)
    return zstd.compress(data) if path.suffix == ".zst" else data


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
