"""Bytes to text: compression, size, encoding.

Whatever a file holds, no more than `LIMIT` bytes of it are in memory at once.
"""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import re
import stat
import sys
import zlib
from collections.abc import Iterator
from itertools import chain
from typing import Any, BinaryIO, Literal, TypeAlias

from ...findings import Finding
from ...findings.limits import BOMB_RATIO, BOMB_SIZE, LIMIT
from .. import codes
from ..text.text import Text
from .line_reader import LineReader
from .remote import details, is_remote, open_remote

CHUNK = 2**18
"""So many bytes are read at once: few enough to stay in the caches of a processor."""

HEAD = 2**16
"""So many of the first bytes say what a file is."""

MAGIC = 4
"""So many of them say how it is packed."""

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
"""How a packed file begins."""
_SKIPPABLE = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
"""How a frame of Zstandard begins that holds no data (RFC 8878, 3.1.2)."""
_BOMS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
_WITHOUT_BOM = {
    "UTF-16LE": re.compile(rb"(?:[\t\r\n -~]\0){8}"),
    "UTF-16BE": re.compile(rb"(?:\0[\t\r\n -~]){8}"),
}
"""How a text begins whose first characters are those of ASCII: with a zero beside each."""

Packed: TypeAlias = Literal["gz", "zst"]
"""The ways to pack a file, named as the suffixes are."""


class Unreadable(Exception):
    """A file cannot be read further, for the reason that `finding` gives."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


_OPENED = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
"""Where files stand that are open already."""


def require_file(path: str, hint: str = "") -> None:
    """Raise OSError for what could make one wait for ever: a pipe with a name, or a device.

    The `hint` is added to its message. A pipe that the shell has opened, as for `<(zcat x.gz)`, is
    no such thing.
    """
    if not path.startswith(_OPENED):
        mode = os.stat(path).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            what = "a pipe" if stat.S_ISFIFO(mode) else "a device or a socket"
            raise OSError(errno.EINVAL, f"this is {what}, and a file is due{hint}", path)


def open_file(path: str, hint: str = "", block: int | None = None) -> BinaryIO:
    """Open a file of records, which may be remote: then so many bytes are asked for at once.

    Raises OSError where it cannot be read, and as `require_file` does.
    """
    if is_remote(path):
        return open_remote(path, block)
    require_file(path, hint)
    return open(path, "rb", buffering=HEAD)


def size_of(path: str) -> int | None:
    """The bytes of a file, None where there are none that could be counted before they are read.

    Raises OSError where it is not there, and ValueError where nothing could be.
    """
    if is_remote(path):
        return details(path).size
    status = os.stat(path)
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def is_packed(head: bytes) -> bool:
    """Whether a file begins as one that is packed by gzip or Zstandard."""
    return head.startswith((GZIP, ZSTD)) or _SKIPPABLE.match(head) is not None


def zstandard() -> Any:
    """What unpacks Zstandard, which is slow to import."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


class Source:
    """The content of a file, unpacked.

    If it is read `as_it_comes`, JSON whose first line is a whole object has one record a line: so
    each line can be read before the next one is written. Reading raises Unreadable where the data
    is damaged, too large, or a bomb.
    """

    def __init__(self, raw: BinaryIO, as_it_comes: bool = False) -> None:
        self.has_lines = False
        """Whether it was found to have one record a line, as it comes."""
        self._as_it_comes = as_it_comes
        self._counted = _Counted(raw)
        self._corrupt: tuple[type[Exception], ...] = (EOFError, zlib.error)
        """What is raised where the packed data is damaged."""
        self.packed: Packed | None = None
        """How the file is packed."""
        stream = io.BufferedReader(self._counted)
        self._stream: io.BufferedIOBase = stream
        self._size = 0
        self._ended = False
        head = stream.peek(MAGIC)[:MAGIC]
        if head.startswith(GZIP):
            import gzip  # slow to import

            self.packed = "gz"
            self._corrupt += (gzip.BadGzipFile,)
            self._stream = gzip.GzipFile(fileobj=stream)
        elif is_packed(head):
            self.packed = "zst"
            zstd = zstandard()
            self._corrupt += (zstd.ZstdError,)
            self._stream = zstd.ZstdFile(stream)
        self._head: bytes | None = None

    @property
    def taken(self) -> int:
        """How many bytes of the file were read so far, packed as they are."""
        return self._counted.count

    def head(self, size: int = HEAD) -> bytes:
        """The first bytes, without taking them: they are read again next."""
        if self._head is None:
            head = b""
            while len(head) < size and (chunk := self._read(size - len(head))):
                if self._as_it_comes and b"\n" in chunk and b"\n" not in head:
                    self.has_lines = _is_object(head + chunk.partition(b"\n")[0])
                head += chunk
                if self.has_lines:
                    break
            self._head = head
        return self._head

    def whole(self) -> bytes:
        """All bytes that are left."""
        chunks: list[bytes] = []
        for chunk in self._chunks():
            chunks.append(chunk)
            if sum(map(len, chunks)) > LIMIT:
                raise Unreadable(too_large("the file", 1))
        return b"".join(chunks)

    def unpacked(self, most: int) -> bytes | None:
        """All bytes that are left, None where there are more than so many."""
        chunks, size = list[bytes](), 0
        for chunk in self._chunks():
            chunks.append(chunk)
            size += len(chunk)
            if size > most:
                return None
        return b"".join(chunks)

    def lines(self) -> LineReader:
        """The lines, without their ends, numbered from 1."""
        return records_in(self._chunks())

    def _chunks(self) -> Iterator[bytes]:
        head, self._head = self._head, None
        if head:
            yield head
        while not self._ended and (chunk := self._read(CHUNK)):
            yield chunk

    def _read(self, size: int) -> bytes:
        """Some bytes, up to `size`: not all at once, so that bytes before damaged ones are read."""
        try:
            data = self._stream.read1(size)
        except self._corrupt as error:
            why = f"the compressed data is damaged: {error}"
            raise Unreadable(Finding(rule=codes.CORRUPT_COMPRESSION, message=why)) from None
        self._ended = not data
        self._size += len(data)
        if self.packed and self._size > max(BOMB_SIZE, self._counted.count * BOMB_RATIO):
            why = f"{self._counted.count} bytes unpack to more than {self._size}; not read further"
            raise Unreadable(Finding(rule=codes.COMPRESSION_BOMB, message=why))
        return data


def records_in(chunks: Iterator[bytes]) -> LineReader:
    """The lines of some chunks of bytes, none longer than a record may be.

    Reading raises Unreadable where one is.
    """
    return LineReader(chunks, LIMIT, lambda number: Unreadable(too_large("the line", number)))


class _Counted(io.RawIOBase):
    """A stream that counts the bytes read from it, and waits for no more than there are."""

    def __init__(self, raw: BinaryIO) -> None:
        self.raw = raw
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        size, least = 0, 1 if self.count else MAGIC
        into = getattr(self.raw, "readinto1", self._into)
        while size < min(least, len(buffer)) and (count := into(buffer[size:])):
            size += count
        self.count += size
        return size

    def _into(self, buffer: memoryview) -> int:
        data = getattr(self.raw, "read1", self.raw.read)(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def _is_object(line: bytes) -> bool:
    """Whether a line is an object of JSON from end to end."""
    text = line.removeprefix(codecs.BOM_UTF8).strip()
    if text[:1] != b"{" or text[-1:] != b"}":
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def too_large(what: str, line: int) -> Finding:
    """The finding that a thing that begins in a line is longer than any record may be."""
    why = f"{what} is longer than {LIMIT // 2**20} MiB; the file is not read further"
    return Finding(rule=codes.TOO_LARGE, message=why, line=line, column=1)


def wide_encoding(head: bytes) -> str | None:
    """The encoding that the first bytes of a file show, with a byte order mark or without one.

    None if it may be UTF-8.

    >>> wide_encoding("{".encode("utf-16")), wide_encoding(b"{")
    ('UTF-16', None)
    >>> wide_encoding('{"format"'.encode("utf-16-be"))
    'UTF-16BE'
    """
    declared = (name for bom, name in _BOMS.items() if head.startswith(bom))
    shown = (name for name, begins in _WITHOUT_BOM.items() if begins.match(head))
    return next(chain(declared, shown), None)


def byte_order_mark(data: bytes, first_line: int) -> bytes:
    """The byte order mark before a text: only at the start of a file is it no part of it.

    >>> [len(byte_order_mark(codecs.BOM_UTF8, line)) for line in (1, 2)]
    [3, 0]
    """
    return codecs.BOM_UTF8 if first_line == 1 and data.startswith(codecs.BOM_UTF8) else b""


def decode(data: bytes, first_line: int = 1) -> Text:
    """The text of some bytes, without a byte order mark at the start of a file.

    Raises Unreadable where they are not UTF-8.
    """
    data = data.removeprefix(byte_order_mark(data, first_line))
    try:
        return Text(data.decode(), first_line)
    except UnicodeDecodeError as error:
        good = data[: error.start].decode()
        line, column = Text(good, first_line).position(len(good))
        guess = "perhaps it is Shift_JIS, EUC or a code page"
        why = f"byte 0x{error.object[error.start]:02X} is not UTF-8: {guess}"
        finding = Finding(rule=codes.NOT_UTF_8, message=why, line=line, column=column)
        raise Unreadable(finding) from None
