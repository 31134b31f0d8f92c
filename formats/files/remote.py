"""Reads files over a network or from archives, at paths such as `s3://bucket/a.jsonl`.

fsspec opens them, using the package for their protocol. Both are only imported for paths that begin
with a protocol. Exceptions of these packages become OSErrors with the path.
"""

from __future__ import annotations

import errno
import io
import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, BinaryIO, cast

from msgspec import Struct

BLOCK = 2**22
"""The maximum number of bytes to request at once, as each request takes time."""

PATIENCE = 60.0
"""How many seconds to wait for a silent web server."""

INSTALL = "pip install 'kifu[distributed]'"

_MARKS = ("etag", "content-md5", "md5hash", "mtime", "last-modified", "lastmodified", "updated")
"""The fields that change with a file, most reliable first, as the protocols' packages name them."""

_MAGIC = re.compile(r"[*\[]")


class Details(Struct, frozen=True):
    """Data about a file before it is read; `mark`, if any, changes with its content."""

    size: int | None
    mark: str


def details(path: str) -> Details:
    """Return data about a file; raises OSError if it does not exist."""
    with _naming(path):
        system, inside = _system(path)
        found = {str(key).lower(): value for key, value in system.info(inside).items()}
        if found.get("type") == "directory":
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        mark = next((str(found[each]) for each in _MARKS if found.get(each)), "")
        return Details(found.get("size"), mark)


def open_remote(path: str, block: int | None = None) -> BinaryIO:
    """Open a file, to be requested in blocks of this size.

    Opening or reading it may raise OSError.
    """
    return cast(BinaryIO, io.BufferedReader(_Remote(path), min(block or BLOCK, BLOCK)))


def files_in(path: str) -> list[tuple[str, str]] | None:
    """Return the files in a folder or matching a pattern with `*`; None if the path is neither.

    Each comes with its path within the folder. Files in a folder come before those in its
    subfolders. Raises OSError if the folder cannot be listed.
    """
    with _naming(path):
        system, inside = _system(path)
        first, chain, rest = path.partition("::")
        is_web = _is_web(system)
        if _MAGIC.search(first) and not is_web:
            found = [each for each in system.glob(inside) if not system.isdir(each)]
            named = [f"{system.unstrip_protocol(each)}{chain}{rest}" for each in sorted(found)]
            return [(each, os.path.basename(each.partition("::")[0])) for each in named]
        # on the web, any page may have links
        if not (path.endswith("/") if is_web else system.isdir(inside)):
            return None
        if is_web:
            system.ls(inside)  # unlike `find`, this raises an error
        root, start = inside.rstrip("/") + "/", first.rstrip("/") + "/"
        within = [each.removeprefix(root) for each in system.find(root) if each.startswith(root)]
        return [
            (f"{start}{each}{chain}{rest}", each) for each in sorted(within, key=_place) if each
        ]


def _place(path: str) -> tuple[tuple[bool, str], ...]:
    """Return a sort key by which files come before subfolders."""
    *folders, name = path.split("/")
    return (*((True, each) for each in folders), (False, name))


class _Remote(io.RawIOBase):
    """A remote file as a stream that raises OSErrors.

    It is read in one go until the first seek, then in blocks, which not every web server supports.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        with _naming(path):
            self._system, self._inside = _system(path)
            # without blocks, a file on the web is a single response
            how = {"block_size": 0} if _is_web(self._system) else {"cache_type": "none"}
            self._file: Any = self._system.open(self._inside, "rb", **how)
        self._at = 0
        self._has_blocks: bool | None = None if _is_web(self._system) else self._file.seekable()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        if self._has_blocks is None:
            try:
                blocks = self._system.open(self._inside, "rb", cache_type="none")
                blocks.seek(1)
                blocks.read(1)
            except Exception:  # a server may refuse ranges only when they are read
                self._has_blocks = False
            else:
                self._has_blocks = True
                blocks.seek(self._at)
                self._file.close()
                self._file = blocks
        return self._has_blocks

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        is_move = (offset, whence) not in ((self._at, os.SEEK_SET), (0, os.SEEK_CUR))
        if is_move:
            if not self.seekable():
                raise io.UnsupportedOperation("the server only sends this file as a whole")
            with _naming(self._path):
                self._at = self._file.seek(offset, whence)
        return self._at

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]
        with _naming(self._path):
            data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


def _system(path: str) -> tuple[Any, str]:
    """Return the fsspec file system for a path, and the path within it."""
    try:
        fsspec: Any = import_module("fsspec")  # it has few type annotations
    except ModuleNotFoundError as error:
        if error.name != "fsspec":
            raise
        raise OSError(errno.ENOSYS, f"this needs fsspec: {INSTALL}", path) from None
    found: tuple[Any, str] = fsspec.url_to_fs(path, **_options(path))
    return found


def _options(path: str) -> dict[str, Any]:
    """Return options for the protocols in a path: a timeout for the web."""
    protocols = {each.partition("://")[0].lower() for each in path.split("::")}
    web = protocols & {"http", "https"}
    if not web:
        return {}
    try:
        aiohttp: Any = import_module("aiohttp")
    except ModuleNotFoundError:
        return {}  # fsspec says what is missing
    limit = aiohttp.ClientTimeout(total=None, sock_connect=PATIENCE, sock_read=PATIENCE)
    return {each: {"client_kwargs": {"timeout": limit}} for each in web}


def _is_web(system: Any) -> bool:
    """Return whether this is a web server, which may only send whole files."""
    protocol: str | tuple[str, ...] = system.protocol
    return "http" in ((protocol,) if isinstance(protocol, str) else protocol)


@contextmanager
def _naming(path: str) -> Generator[None]:
    """Turn the packages' own exceptions into OSErrors with the path."""
    try:
        yield
    except OSError as error:
        if error.filename == path and error.errno is not None:
            raise
        raise _plain(error, path) from error
    except Exception as error:
        raise _plain(error, path) from error


def _plain(error: Exception, path: str) -> OSError:
    """Put an error on one line; an unresponsive server is not the same as a missing file."""
    cause = error.__cause__
    if isinstance(error, ImportError) and isinstance(cause, ModuleNotFoundError) and cause.name:
        # messages of fsspec may name packages that it no longer needs
        return OSError(errno.ENOSYS, f"this needs {cause.name}: pip install {cause.name}", path)
    if isinstance(cause, OSError) or getattr(cause, "status", 404) != 404:
        error = cast(Exception, cause)
    known = {FileNotFoundError: errno.ENOENT, PermissionError: errno.EACCES}
    for kind, number in known.items():
        if isinstance(error, kind):
            return OSError(number, os.strerror(number), path)
    why = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, OSError) and error.strerror:
        why = error.strerror
    return OSError(errno.EIO, f"it cannot be read: {why}", path)
