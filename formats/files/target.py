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
    default those of the file it replaces, or the usual ones. Raises FileExistsError if the file
    exists and `force` is not given, and OSError if it cannot be written.
    """
    with writing(target, force, mode) as stream:
        stream.write(data)


@contextmanager
def writing(
    target: str | PathLike[str], force: bool = False, mode: int | None = None
) -> Generator[BinaryIO]:
    """Yield a file to write piece by piece, which gets its name when it is complete.

    If an exception is raised, nothing is left. The arguments are those of `write_file`, which also
    says what is raised.
    """
    from pathlib import Path

    path = Path(os.path.realpath(target)) if force else Path(target)
    try:
        if not force and os.path.lexists(path):
            raise FileExistsError(17, "the file exists (--force replaces it)")
        with (
            _unfinished(path, force, mode) as stream,
            _packing(stream, path.suffix[1:]) as packing,
        ):
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
    """Replace the content of a file in one step, keeping its permissions, links and owner.

    A file that has hard links, or that another user owns, is written in place, as a new file would
    lose both; if that fails, it gets its old content back.

    Raises Changed if its content differs from `before`, and OSError if it cannot be written: a
    read-only file is never replaced, even if its folder would allow it.
    """
    path = os.path.realpath(target)
    try:
        there = os.stat(target)
        if not stat.S_ISREG(there.st_mode):
            raise OSError(errno.EINVAL, "not a regular file, so it was not written")
        if not there.st_mode & 0o222 or not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, "the file is read-only, so it was not written")
        with _new_file(os.path.dirname(path)) as (stream, temporary):
            _complete(stream, data)
            new = os.fstat(stream.fileno())
            with open(path, "r+b", buffering=0, opener=_not_a_link) as old:
                if old.read() != before:
                    raise Changed(
                        errno.EBUSY, "the file has changed since it was read, so it was not written"
                    )
                if there.st_nlink > 1 or (there.st_uid, there.st_gid) != (new.st_uid, new.st_gid):
                    _overwrite(old.fileno(), before, data)
                    return
            os.chmod(temporary, stat.S_IMODE(there.st_mode))
            os.replace(temporary, path)
    except OSError as error:
        error.filename, error.filename2 = str(target), None
        raise


def is_unfinished(name: str) -> bool:
    """Return whether a file with this name was left by an interrupted write.

    >>> is_unfinished(".kifu-x1y2z3.unfinished"), is_unfinished("match.json")
    (True, False)
    """
    return name.startswith(_BEGINS) and name.endswith(_ENDS)


@contextmanager
def _unfinished(path: Path, force: bool, mode: int | None) -> Generator[BinaryIO]:
    """Yield a new file, which gets its name once it has been written."""
    with _new_file(path.parent) as (stream, temporary):
        yield stream
        _complete(stream)
        os.chmod(temporary, _mode(path, force) if mode is None else mode)
        if force:
            os.replace(temporary, path)
        else:
            _move_into_place(temporary, path)


@contextmanager
def _new_file(folder: str | Path) -> Generator[tuple[BinaryIO, str]]:
    """Yield a new, locked file in a folder, and its name. At the end, the name is removed."""
    clean_up(folder)
    while True:
        # chosen before the file exists, so that no interrupt can leave one
        temporary = os.path.join(folder, f"{_BEGINS}{os.urandom(8).hex()}{_ENDS}")
        try:
            with open(temporary, "xb", opener=_private) as stream:
                if _is_locked(stream, temporary):
                    yield stream, temporary
                    return
        finally:
            with suppress(FileNotFoundError):
                os.unlink(temporary)


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _is_locked(stream: BinaryIO, name: str) -> bool:
    """Lock a new file; return False if another writer has removed it as a leftover."""
    try:
        lock(stream.fileno())
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return os.path.exists(name)


def _complete(stream: BinaryIO, data: bytes = b"") -> None:
    """Write the rest of a file to the disk."""
    stream.write(data)
    stream.flush()
    os.fsync(stream.fileno())


def _not_a_link(name: str, flags: int) -> int:
    """Open a file, unless it has been replaced by a link in the meantime."""
    return os.open(name, flags | getattr(os, "O_NOFOLLOW", 0))


def _overwrite(handle: int, before: bytes, data: bytes) -> None:
    """Replace the content of an open file; after an error or interrupt, restore it."""
    try:
        _fill(handle, data)
    except BaseException:
        _fill(handle, before)
        raise


def _fill(handle: int, data: bytes) -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]
    os.ftruncate(handle, len(data))
    os.fsync(handle)


def _mode(path: Path, force: bool) -> int:
    """Return the permissions of the file to be replaced, or else the usual ones of a new file."""
    if force:
        with suppress(FileNotFoundError):
            there = os.stat(path)
            if stat.S_ISREG(there.st_mode):
                return stat.S_IMODE(there.st_mode)
    return 0o666 & ~_umask()


@cache
def clean_up(folder: str | Path) -> None:
    """Remove files that killed writers have left in a folder; only the first call does anything.

    A running writer holds a lock on its file.
    """
    if fcntl is None:
        return
    with suppress(OSError):
        for each in filter(is_unfinished, os.listdir(folder)):
            with suppress(OSError), open(os.path.join(folder, each), "rb") as left:
                lock(left.fileno())
                os.unlink(left.name)


def lock(handle: int) -> None:
    """Lock an open file or folder.

    Raises BlockingIOError if another process holds the lock, and OSError if locks do not work.
    """
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
