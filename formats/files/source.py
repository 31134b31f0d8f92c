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
"""So many bytes are read at once: few enough to stay in the caches of a processor."""

HEAD = 2**16
"""So many of the first bytes say what a file is."""

SMALL = 2**14
"""So many bytes that are in memory already are taken as they are: nothing has to be buffered."""

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


class Encoding(Struct, frozen=True):
    """How the text of a file is encoded: the name of a codec, and a byte order mark of UTF-16.

    `findings` are what is wrong with what a file says about it, or that nothing does. The byte
    order mark of UTF-8 is left in the bytes.
    """

    name: str = "utf-8"
    mark: bytes = b""
    findings: tuple[Finding, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether its bytes can be read as they are, and there is nothing to report."""
        return self.name == "utf-8" and not self.findings


UTF_8 = Encoding()
_CONFIGURED: ContextVar[str | None] = ContextVar("configured", default=None)


DECODED = ""
"""What is read was decoded by somebody else: what it says about its encoding does not matter."""


@contextmanager
def configured(encoding: str | None) -> Generator[None]:
    """Files that are read are in this encoding, if there is one, or `DECODED` already."""
    token = _CONFIGURED.set(encoding)
    try:
        yield
    finally:
        _CONFIGURED.reset(token)


def configured_encoding() -> str | None:
    """The encoding that files are in which are read now, None if nothing says so."""
    return _CONFIGURED.get()


UNDECODED = "kifu.undecoded"
"""The way in which errors are handled: a byte that cannot be decoded stands as half a character."""
_FIRST_BYTE = 0xDC00
"""The half of a character that stands for the byte 0; UTF-8 cannot hold it."""


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
"""How encodings are called in which any character can be written."""


def undefined(encoding: str) -> re.Pattern[str]:
    r"""What codecs make of bytes that their encoding does not define.

    These are characters for private use, and in cp932, which has no byte 0x80, a control character.

    >>> undefined("cp932").findall(b"\x80\x87\x40\xf0\x40".decode("cp932")) == ["\x80", "\ue000"]
    True
    """
    name = codecs.lookup(encoding).name
    if name.startswith(_ALL_OF_UNICODE):
        return _NOTHING
    return _PRIVATE_OR_CONTROL if name == "cp932" else _PRIVATE


class Unreadable(Exception):
    """A file cannot be read further, for the reason that `finding` gives."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class CannotEncode(ValueError):
    """A text has a character that an encoding cannot hold, or a notation may not be in it."""


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
        from .remote import open_remote

        return open_remote(path, block)
    require_file(path, hint)
    return open(path, "rb", buffering=HEAD)


def size_of(path: str) -> int | None:
    """The bytes of a file, None where there are none that could be counted before they are read.

    Raises OSError where it is not there, and ValueError where nothing could be.
    """
    if is_remote(path):
        from .remote import details

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

    Its content comes in UTF-8. The `encoding` is given if it was decoded from that already;
    otherwise it is set before anything but the head is read.
    """

    def __init__(
        self, raw: BinaryIO, as_it_comes: bool = False, encoding: Encoding | None = None
    ) -> None:
        self.encoding = UTF_8 if encoding is None else encoding
        """The encoding that it has, or had."""
        self.is_decoded = encoding is not None or configured_encoding() == DECODED
        """Whether it was decoded before it came here."""
        self.has_lines = False
        """Whether it was found to have one record a line, as it comes."""
        self._as_it_comes = as_it_comes
        self._counted: _Counted | _InMemory
        self._corrupt: tuple[type[Exception], ...] = (EOFError, zlib.error)
        """What is raised where the packed data is damaged."""
        self.packed: Packed | None = None
        """How the file is packed."""
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
        """All bytes that are left, not decoded; None where there are more than so many."""
        chunks, size = list[bytes](), 0
        for chunk in self._as_they_are():
            chunks.append(chunk)
            size += len(chunk)
            if size > most:
                return None
        return b"".join(chunks)

    def lines(self) -> LineReader:
        """The lines, without their ends, numbered from 1."""
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


class _InMemory(io.BytesIO):
    """Bytes in memory, which say how many were read, and show what follows."""

    @property
    def count(self) -> int:
        return self.tell()

    def peek(self, size: int) -> bytes:
        at = self.tell()
        return self.getvalue()[at : at + size]


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


def in_utf_8(chunks: Iterator[bytes], encoding: Encoding) -> Iterator[bytes]:
    r"""The chunks of a text in another encoding. What cannot be decoded is no UTF-8 either.

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
    """The text of some bytes, without a byte order mark at the start of a file.

    They are in UTF-8, but were in this encoding before. Raises Unreadable where they are not.
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
    """Why what stands behind a good text cannot be decoded."""
    if encoding == "utf-8":
        guess = "perhaps it is Shift_JIS, EUC or a code page"
        return codes.NOT_UTF_8, f"byte 0x{bad[0]:02X} is not UTF-8: {guess}"
    byte = ord(bad[:3].decode("utf-8", "surrogatepass")) - _FIRST_BYTE
    line = good[good.rfind("\n") + 1 :]
    at = len(line.encode(encoding)) + 1
    return codes.UNDECODABLE, f"byte 0x{byte:02X}, number {at} of its line, is not {encoding}"
