"""Turns bytes into text: compression, size, encoding.

At most `LIMIT` bytes of a file are in memory at once.
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
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain
from typing import Any, BinaryIO, Literal, TypeAlias

from msgspec import Struct

from ...findings import Finding, Rule
from ...findings.limits import BOMB_RATIO, BOMB_SIZE, LIMIT
from .. import codes
from ..text.text import Text
from . import is_remote
from .line_reader import LineReader

CHUNK = 2**18
"""How many bytes to read at once: few enough to fit in a processor's caches."""

HEAD = 2**16
"""How many bytes at the start of a file are used to recognise it."""

SMALL = 2**14
"""Up to this many bytes in memory are used directly, without a buffer."""

MAGIC = 4
"""How many bytes at the beginning of a file show its compression."""

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
"""The first bytes of compressed files."""
_SKIPPABLE = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
"""The beginning of a Zstandard frame without data (RFC 8878, 3.1.2)."""
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
"""The beginning of an ASCII text in UTF-16, with a zero byte in each character."""

Packed: TypeAlias = Literal["gz", "zst"]
"""The supported compressions, by suffix."""


class Encoding(Struct, frozen=True):
    """The encoding of a file: the name of a codec, and a UTF-16 byte order mark.

    `findings` are about a wrong or missing declaration. The byte order mark of UTF-8 is left in the
    bytes.
    """

    name: str = "utf-8"
    mark: bytes = b""
    findings: tuple[Finding, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether its bytes can be used as they are, with nothing to report."""
        return self.name == "utf-8" and not self.findings


UTF_8 = Encoding()
_CONFIGURED: ContextVar[str | None] = ContextVar("configured", default=None)


DECODED = ""
"""Marks text decoded by the caller, in which a declared encoding is ignored."""


@contextmanager
def configured(encoding: str | None) -> Generator[None]:
    """Set the encoding of the files being read, if it is known, or `DECODED`."""
    token = _CONFIGURED.set(encoding)
    try:
        yield
    finally:
        _CONFIGURED.reset(token)


def configured_encoding() -> str | None:
    """Return the configured encoding of the files being read, or None."""
    return _CONFIGURED.get()


UNDECODED = "kifu.undecoded"
"""The error handler: an undecodable byte becomes half a surrogate pair."""
_FIRST_BYTE = 0xDC00
"""The surrogate that stands for byte 0, which UTF-8 cannot hold."""


def _undecoded(error: UnicodeError) -> tuple[str | bytes, int]:
    if isinstance(error, UnicodeDecodeError):
        return "".join(
            chr(_FIRST_BYTE + each) for each in error.object[error.start : error.end]
        ), error.end
    assert isinstance(error, UnicodeEncodeError)
    some = [ord(each) - _FIRST_BYTE for each in error.object[error.start : error.end]]
    if not all(0 <= each < 256 for each in some):
        raise error
    return bytes(some), error.end


codecs.register_error(UNDECODED, _undecoded)

_NOTHING = re.compile("(?!)")
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_PRIVATE_OR_CONTROL = re.compile("[\x80\ue000-\uf8ff]")
_ALL_OF_UNICODE = ("utf", "gb18030")
"""The names of the encodings that can hold any character."""


def undefined(encoding: str) -> re.Pattern[str]:
    r"""Return a pattern for characters that codecs produce for bytes undefined in their encoding.

    These are private-use characters, and in cp932, which does not define byte 0x80, a control
    character.

    >>> undefined("cp932").findall(b"\x80\x87\x40\xf0\x40".decode("cp932")) == ["\x80", "\ue000"]
    True
    """
    name = codecs.lookup(encoding).name
    if name.startswith(_ALL_OF_UNICODE):
        return _NOTHING
    return _PRIVATE_OR_CONTROL if name == "cp932" else _PRIVATE


class Unreadable(Exception):
    """A file cannot be read any further, for the reason in `finding`."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class CannotEncode(ValueError):
    """An encoding cannot hold a character of a text, or is not allowed by the notation."""


_OPENED = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
"""The paths of file descriptors that are already open."""


def require_file(path: str, hint: str = "") -> None:
    """Raise OSError for a path that could block forever: a named pipe, or a device.

    The `hint` is added to its message. Pipes opened by the shell, as for `<(zcat x.gz)`, are
    allowed.
    """
    if not path.startswith(_OPENED):
        mode = os.stat(path).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            what = "a pipe" if stat.S_ISFIFO(mode) else "a device or a socket"
            raise OSError(errno.EINVAL, f"expected a file, not {what}{hint}", path)


def open_file(path: str, hint: str = "", block: int | None = None) -> BinaryIO:
    """Open a file of records; a remote one is read in blocks of this size.

    Raises OSError if it cannot be read, or as `require_file` does.
    """
    if is_remote(path):
        from .remote import open_remote

        return open_remote(path, block)
    require_file(path, hint)
    return open(path, "rb", buffering=HEAD)


def size_of(path: str) -> int | None:
    """Return the size of a file in bytes, or None if it is unknown before reading.

    Raises OSError if it does not exist, and ValueError if the path is impossible.
    """
    if is_remote(path):
        from .remote import details

        return details(path).size
    status = os.stat(path)
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def is_packed(head: bytes) -> bool:
    """Return whether a file begins like one compressed by gzip or Zstandard."""
    return head.startswith((GZIP, ZSTD)) or _SKIPPABLE.match(head) is not None


def zstandard() -> Any:
    """Return the module that decompresses Zstandard, which is slow to import."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


class Source:
    """The decompressed content of a file.

    If `as_it_comes` is true, JSON whose first line is a whole object counts as one record per
    line, so that each line can be read before the next one is written.

    Reading raises Unreadable if the data is damaged, too large, or a bomb. The content is returned
    in UTF-8. The `encoding` is given if the content has already been decoded from it; otherwise, it
    is set before anything but the head is read.
    """

    def __init__(
        self, raw: BinaryIO, as_it_comes: bool = False, encoding: Encoding | None = None
    ) -> None:
        self.encoding = UTF_8 if encoding is None else encoding
        """The encoding of its content, now or before it was decoded."""
        self.is_decoded = encoding is not None or configured_encoding() == DECODED
        """Whether it was decoded by the caller."""
        self.has_lines = False
        """Whether it turned out to have one record per line when read as it comes."""
        self._as_it_comes = as_it_comes
        self._counted: _Counted | _InMemory
        self._corrupt: tuple[type[Exception], ...] = (EOFError, zlib.error)
        """The exceptions raised for damaged compressed data."""
        self.packed: Packed | None = None
        """The compression of the file."""
        if type(raw) is io.BytesIO and raw.getbuffer().nbytes <= SMALL:
            stream = self._counted = _InMemory(raw.read())
        else:
            self._counted = _Counted(raw)
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
        """The number of (compressed) bytes of the file that have been read so far."""
        return self._counted.count

    @property
    def seen(self) -> bytes:
        """The first bytes, if they were looked at and not consumed."""
        return self._head or b""

    def head(self, size: int = HEAD) -> bytes:
        """Return the first bytes without consuming them."""
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
        """Return all remaining bytes."""
        chunks: list[bytes] = []
        for chunk in self._chunks():
            chunks.append(chunk)
            if sum(map(len, chunks)) > LIMIT:
                raise Unreadable(too_large("the file", 1))
        return b"".join(chunks)

    def unpacked(self, most: int) -> bytes | None:
        """Return all remaining bytes without decoding; None if there are more than `most`."""
        chunks, size = list[bytes](), 0
        for chunk in self._as_they_are():
            chunks.append(chunk)
            size += len(chunk)
            if size > most:
                return None
        return b"".join(chunks)

    def lines(self) -> LineReader:
        """Yield the lines without line endings, numbered from 1."""
        return records_in(self._chunks())

    def _chunks(self) -> Iterator[bytes]:
        if self.is_decoded or self.encoding.name == "utf-8":
            return self._as_they_are()
        return in_utf_8(self._as_they_are(), self.encoding)

    def _as_they_are(self) -> Iterator[bytes]:
        head, self._head = self._head, None
        if head:
            yield head
        while not self._ended and (chunk := self._read(CHUNK)):
            yield chunk

    def _read(self, size: int) -> bytes:
        """Return up to `size` bytes, reading in small steps to keep bytes before damaged ones."""
        try:
            data = self._stream.read1(size)
        except self._corrupt as error:
            why = f"the compressed data is damaged: {error}"
            raise Unreadable(Finding(rule=codes.CORRUPT_COMPRESSION, message=why)) from None
        self._ended = not data
        self._size += len(data)
        if self.packed and self._size > max(BOMB_SIZE, self._counted.count * BOMB_RATIO):
            why = f"{self._counted.count} bytes expand to over {self._size}; the rest is not read"
            raise Unreadable(Finding(rule=codes.COMPRESSION_BOMB, message=why))
        return data


def records_in(chunks: Iterator[bytes]) -> LineReader:
    """Return the lines in chunks of bytes, none longer than a record may be.

    Reading raises Unreadable if a line is longer.
    """
    return LineReader(chunks, LIMIT, lambda number: Unreadable(too_large("the line", number)))


class _InMemory(io.BytesIO):
    """An in-memory stream that counts the bytes read from it, and can be peeked at."""

    @property
    def count(self) -> int:
        return self.tell()

    def peek(self, size: int) -> bytes:
        at = self.tell()
        return self.getvalue()[at : at + size]


class _Counted(io.RawIOBase):
    """A stream that counts the bytes read from it, and returns any available ones at once."""

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
    """Return whether a line is a complete JSON object."""
    text = line.removeprefix(codecs.BOM_UTF8).strip()
    if text[:1] != b"{" or text[-1:] != b"}":
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def too_large(what: str, line: int) -> Finding:
    """Return a finding saying that what begins on this line is longer than a record may be."""
    why = f"{what} is longer than {LIMIT // 2**20} MiB; the rest of the file is not read"
    return Finding(rule=codes.TOO_LARGE, message=why, line=line, column=1)


def wide_encoding(head: bytes) -> str | None:
    """Return the encoding that a file's first bytes suggest, with or without a byte order mark.

    Return None if it may be UTF-8.

    >>> wide_encoding("{".encode("utf-16")), wide_encoding(b"{")
    ('UTF-16', None)
    >>> wide_encoding('{"format"'.encode("utf-16-be"))
    'UTF-16BE'
    """
    declared = (name for bom, name in _BOMS.items() if head.startswith(bom))
    shown = (name for name, begins in _WITHOUT_BOM.items() if begins.match(head))
    return next(chain(declared, shown), None)


def byte_order_mark(data: bytes, first_line: int) -> bytes:
    """Return the byte order mark that precedes a text, if the text is at the start of a file.

    >>> [len(byte_order_mark(codecs.BOM_UTF8, line)) for line in (1, 2)]
    [3, 0]
    """
    return codecs.BOM_UTF8 if first_line == 1 and data.startswith(codecs.BOM_UTF8) else b""


def in_utf_8(chunks: Iterator[bytes], encoding: Encoding) -> Iterator[bytes]:
    r"""Recode the chunks of a text to UTF-8. Bytes that cannot be decoded remain invalid.

    >>> b"".join(in_utf_8(iter([b"\x89", b"\xa4!"]), Encoding("cp932"))).decode()
    '王!'
    """
    decoder, mark = codecs.getincrementaldecoder(encoding.name)(UNDECODED), encoding.mark
    odd = undefined(encoding.name)

    def halves(found: re.Match[str]) -> str:
        return "".join(chr(_FIRST_BYTE + byte) for byte in found[0].encode(encoding.name))

    for chunk in chain(chunks, [b""]):
        text = odd.sub(halves, decoder.decode(chunk.removeprefix(mark), final=not chunk))
        mark = b""
        if text:
            yield text.encode("utf-8", "surrogatepass")


def decode(data: bytes, first_line: int = 1, encoding: str = "utf-8") -> Text:
    """Decode bytes, dropping a byte order mark at the start of a file.

    The bytes are in UTF-8, recoded from this encoding. Raises Unreadable if they are invalid.
    """
    data = data.removeprefix(byte_order_mark(data, first_line))
    try:
        return Text(data.decode(), first_line)
    except UnicodeDecodeError as error:
        good = data[: error.start].decode()
        line, column = Text(good, first_line).position(len(good))
        rule, why = _not_decoded(good, data[error.start :], encoding)
        finding = Finding(rule=rule, message=why, line=line, column=column)
        raise Unreadable(finding) from None


def _not_decoded(good: str, bad: bytes, encoding: str) -> tuple[Rule, str]:
    """Return why the bytes after a valid text cannot be decoded."""
    if encoding == "utf-8":
        guess = "is it Shift_JIS, EUC or a code page?"
        return codes.NOT_UTF_8, f"byte 0x{bad[0]:02X} is not UTF-8: {guess}"
    byte = ord(bad[:3].decode("utf-8", "surrogatepass")) - _FIRST_BYTE
    line = good[good.rfind("\n") + 1 :]
    at = len(line.encode(encoding)) + 1
    return codes.UNDECODABLE, f"byte 0x{byte:02X} (byte {at} of its line) is not valid {encoding}"
