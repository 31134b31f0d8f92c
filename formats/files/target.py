"""Writes files: completely or not at all, and never over another file by accident."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cache
from os import PathLike
from typing import TYPE_CHECKING, BinaryIO, cast

from .source import zstandard

if TYPE_CHECKING:
    from pathlib import Path  # slow to import

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

_BEGINS, _ENDS = ".kifu-", ".unfinished"
"""The name of a file being written: it is short, as the final name may be as long as allowed."""


def write_file(
    target: str | PathLike[str], data: bytes, force: bool = False, mode: int | None = None
) -> None:
    """Write a file in one step, compressed if its name ends in `.gz` or `.zst`.

    A reader sees the old file or the new one, never part of one. `mode` gives its permissions, by
    default the usual ones. Raises FileExistsError if the file exists and `force` is not given, and
    OSError if it cannot be written.
    """
    from pathlib import Path

    path = Path(os.path.realpath(target)) if force else Path(target)
    try:
        if not force and os.path.lexists(path):
            raise FileExistsError(17, "the file exists (--force replaces it)")
        _write(path, packed(data, path.suffix[1:]), force, mode=mode)
    except OSError as error:
        # naming the temporary file would not help
        error.filename, error.filename2 = str(target), None
        raise


@contextmanager
def writing(target: str | PathLike[str], force: bool = False) -> Generator[BinaryIO]:
    """Yield a file to write piece by piece, which gets its name when it is complete.

    It is compressed if the name ends in `.gz` or `.zst`. If an exception is raised, nothing is
    left. Raises what `write_file` raises.
    """
    from pathlib import Path

    path = Path(os.path.realpath(target)) if force else Path(target)
    try:
        if not force and os.path.lexists(path):
            raise FileExistsError(17, "the file exists (--force replaces it)")
        with _unfinished(path, force) as stream, _packing(stream, path.suffix[1:]) as packing:
            yield packing
    except OSError as error:
        # other errors name the file being read; naming the temporary file would not help
        if error.filename is None or is_unfinished(os.path.basename(os.fsdecode(error.filename))):
            error.filename, error.filename2 = str(target), None
        raise


@contextmanager
def _packing(stream: BinaryIO, suffix: str) -> Generator[BinaryIO]:
    """Yield a stream that compresses its content according to the suffix of a file name."""
    if suffix == "gz":
        import gzip  # slow to import

        with gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as packing:
            yield cast(BinaryIO, packing)
    elif suffix == "zst":
        with zstandard().ZstdFile(stream, "w") as packing:
            yield cast(BinaryIO, packing)
    else:
        yield stream


class Changed(OSError):
    """The file is not the one that was read."""


def replace_file(target: str | PathLike[str], before: bytes, data: bytes) -> None:
    """Replace the content of a file in one step, keeping its permissions and links.

    Raises Changed if its content differs from `before`, and OSError if it cannot be written: a
    read-only file is never replaced, even if its folder would allow it.
    """
    from pathlib import Path

    path = Path(os.path.realpath(target))
    try:
        mode = os.stat(target).st_mode
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "not a regular file; not changed")
        if not mode & 0o222 or not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, "the file is read-only; not changed")
        _write(path, data, force=True, before=before, mode=mode & 0o7777)
    except OSError as error:
        error.filename, error.filename2 = str(target), None
        raise


def is_unfinished(name: str) -> bool:
    """Return whether a file with this name was left by an interrupted write.

    >>> is_unfinished(".kifu-x1y2z3.unfinished"), is_unfinished("match.json")
    (True, False)
    """
    return name.startswith(_BEGINS) and name.endswith(_ENDS)


def _write(
    path: Path, data: bytes, force: bool, before: bytes | None = None, mode: int | None = None
) -> None:
    """Write a file; overwrite an existing one only if its content is still `before`."""
    with _unfinished(path, force, before, mode) as stream:
        stream.write(data)


@contextmanager
def _unfinished(
    path: Path, force: bool, before: bytes | None = None, mode: int | None = None
) -> Generator[BinaryIO]:
    """Yield a new file, which gets its name once it has been written."""
    clean_up(path.parent)
    handle, temporary = _begin(path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            os.chmod(temporary, 0o666 & ~_umask() if mode is None else mode)
            if before is not None and path.read_bytes() != before:
                raise Changed(errno.EBUSY, "the file has changed since it was read; not changed")
            if force:
                os.replace(temporary, path)
            else:
                _move_into_place(temporary, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def _begin(folder: Path) -> tuple[int, str]:
    """Return a new, locked file in a folder, and its name."""
    import tempfile  # slow to import

    while True:
        handle, temporary = tempfile.mkstemp(prefix=_BEGINS, suffix=_ENDS, dir=folder)
        try:
            _lock(handle)
        except BlockingIOError:
            os.close(handle)  # another writer removed it as a leftover
            continue
        except OSError:  # a file system without locks
            return handle, temporary
        if os.path.exists(temporary):
            return handle, temporary
        os.close(handle)


@cache
def clean_up(folder: Path) -> None:
    """Remove files that killed writers have left in a folder; only the first call does anything.

    A running writer holds a lock on its file.
    """
    if fcntl is None:
        return
    with suppress(OSError):
        for each in filter(is_unfinished, os.listdir(folder)):
            with suppress(OSError), open(folder / each, "rb") as left:
                _lock(left.fileno())
                os.unlink(folder / each)


def _lock(handle: int) -> None:
    """Lock a file; raises OSError if another process holds the lock, or if locks do not work."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _move_into_place(temporary: str, path: Path) -> None:
    """Give a file its name, unless another file has taken it in the meantime."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise FileExistsError(17, "the file exists (--force replaces it)") from None
    except OSError:
        # without hard links, the name is taken first, then replaced
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.replace(temporary, path)


def packed(data: bytes, suffix: str | None) -> bytes:
    r"""Compress bytes according to a file name's suffix; without one, return them unchanged.

    >>> packed(b"{}", "gz")[:2], packed(b"{}", None)
    (b'\x1f\x8b', b'{}')
    """
    if suffix == "gz":
        import gzip

        return gzip.compress(data, mtime=0)
    return zstandard().compress(data) if suffix == "zst" else data


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
