"""Files that are read over a network, or out of other files: paths such as `s3://bucket/a.jsonl`.

fsspec opens them, and the package of their protocol that it asks for. Both are imported only where
a path begins with a protocol: nothing of this concerns the others. Whatever such a package raises
is an OSError here, with the path.
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
"""So many bytes are asked for at once, at most: an answer from far away takes its time."""

PATIENCE = 60.0
"""So many seconds a server of the web may say nothing at all."""

INSTALL = "pip install 'kifu[distributed]'"

_MARKS = ("etag", "content-md5", "md5hash", "mtime", "last-modified", "lastmodified", "updated")
"""What changes with a file, the surest first, as the packages of protocols call it."""

_MAGIC = re.compile(r"[*\[]")


class Details(Struct, frozen=True):
    """What is known of a file that is not read yet; `mark` changes with it, if there is any."""

    size: int | None
    mark: str


def details(path: str) -> Details:
    """What is known of a file; raises OSError where it is not there."""
    with _naming(path):
        system, inside = _system(path)
        found = {str(key).lower(): value for key, value in system.info(inside).items()}
        if found.get("type") == "directory":
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        mark = next((str(found[each]) for each in _MARKS if found.get(each)), "")
        return Details(found.get("size"), mark)


def open_remote(path: str, block: int | None = None) -> BinaryIO:
    """Open a file, of which so many bytes are asked for at once.

    Raises OSError, as reading it does.
    """
    return cast(BinaryIO, io.BufferedReader(_Remote(path), min(block or BLOCK, BLOCK)))


def files_in(path: str) -> list[tuple[str, str]] | None:
    """The files of a folder, or those that a pattern with `*` stands for; None if it is neither.

    Each comes with its path within the folder. Those of a folder come before those of the folders
    in it. Raises OSError where nobody can say.
    """
    with _naming(path):
        system, inside = _system(path)
        first, chain, rest = path.partition("::")
        is_web = _is_web(system)
        if _MAGIC.search(first) and not is_web:
            found = [each for each in system.glob(inside) if not system.isdir(each)]
            named = [f"{system.unstrip_protocol(each)}{chain}{rest}" for each in sorted(found)]
            return [(each, os.path.basename(each.partition("::")[0])) for each in named]
        # On the web, any page may have links.
        if not (path.endswith("/") if is_web else system.isdir(inside)):
            return None
        if is_web:
            system.ls(inside)  # to find, nothing is an error
        root, start = inside.rstrip("/") + "/", first.rstrip("/") + "/"
        within = [each.removeprefix(root) for each in system.find(root) if each.startswith(root)]
        return [
            (f"{start}{each}{chain}{rest}", each) for each in sorted(within, key=_place) if each
        ]


def _place(path: str) -> tuple[tuple[bool, str], ...]:
    """What files are sorted by: in each folder, the files come first."""
    *folders, name = path.split("/")
    return (*((True, each) for each in folders), (False, name))


class _Remote(io.RawIOBase):
    """A file as a stream, whose errors are those of files.

    It is read in one go, and from the first step to another place on in blocks. A server of the web
    need not be able to do the latter.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        with _naming(path):
            self._system, self._inside = _system(path)
            # Without blocks, a file of the web is one answer.
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
            except Exception:  # what it does not let us do is for the server to say
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
                raise io.UnsupportedOperation("the server gives this file only as a whole")
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
    """The file system of fsspec for a path, and the path within it."""
    try:
        fsspec: Any = import_module("fsspec")  # it has hardly any types
    except ModuleNotFoundError as error:
        if error.name != "fsspec":
            raise
        raise OSError(errno.ENOSYS, f"this needs fsspec: {INSTALL}", path) from None
    found: tuple[Any, str] = fsspec.url_to_fs(path, **_options(path))
    return found


def _options(path: str) -> dict[str, Any]:
    """What is said to the packages of the protocols in a path: how long the web may be silent."""
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
    """Whether it is the web, where a server may give a file only as a whole."""
    protocol: str | tuple[str, ...] = system.protocol
    return "http" in ((protocol,) if isinstance(protocol, str) else protocol)


@contextmanager
def _naming(path: str) -> Generator[None]:
    """Raise what is raised as an OSError with the path: packages have errors of their own."""
    try:
        yield
    except OSError as error:
        if error.filename == path and error.errno is not None:
            raise
        raise _plain(error, path) from error
    except Exception as error:
        raise _plain(error, path) from error


def _plain(error: Exception, path: str) -> OSError:
    """An error in one line; a server that does not answer is none that lacks a file."""
    cause = error.__cause__
    if isinstance(error, ImportError) and isinstance(cause, ModuleNotFoundError) and cause.name:
        # What fsspec says may name packages that it has ceased to need.
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
