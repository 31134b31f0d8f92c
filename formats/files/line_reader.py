"""Reads the numbered lines of a file, and skips blocks of lines that are vouched for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

Skim: TypeAlias = Callable[[bytes, int], tuple[int, int, int, int]]
"""Vouches for lines of a block from an offset on, each holding a record.

Returns the offset of the first line that it does not vouch for, and the numbers of records, rounds
and plies before it."""


class LineReader(Iterator[tuple[int, bytes]]):
    """The lines in chunks of bytes, without line endings, numbered from 1.

    `too_long` returns the exception to raise for a line of more than `most` bytes, given its
    number.
    """

    def __init__(
        self, chunks: Iterator[bytes], most: int, too_long: Callable[[int], Exception]
    ) -> None:
        self._chunks = chunks
        self._most = most
        self._too_long = too_long
        self._chunk = b""
        self._at: int = 0
        self._begun: int = 0
        self._later: tuple[bytes, int] | None = None
        self._searched: bytes | None = None
        self._found: dict[bytes, int] = {}
        """The next offset of each word searched for in the chunk so far."""
        self._number = 1

    @property
    def ended(self) -> int:
        """The number of complete lines read so far."""
        return self._number - 1

    def __next__(self) -> tuple[int, bytes]:
        """Return the next line and its number."""
        start, end = self._at, self._chunk.find(b"\n", self._at)
        if 0 <= end - start <= self._most:  # most lines are available already
            self._at, self._number = end + 1, self._number + 1
            return self._number - 1, self._chunk[start:end].removesuffix(b"\r")
        parts, size, number = list[bytes](), 0, self._number
        while True:
            end = self._chunk.find(b"\n", self._at)
            part = self._chunk[self._at : end if end >= 0 else None]
            size += len(part)
            if size > self._most:
                raise self._too_long(number)
            if part:
                parts.append(part)
            if end >= 0:
                self._at, self._number = end + 1, number + 1
                return number, b"".join(parts).removesuffix(b"\r")
            if not self._load():
                break
            empty = 0 if parts or not self._chunk.isspace() else self._chunk.count(b"\n", self._at)
            if empty:
                # one empty line represents a run of them, so that long runs cost little
                self._at = self._chunk.rfind(b"\n") + 1
                self._number += empty
                return number, b""
        if not parts:
            raise StopIteration
        return number, b"".join(parts)

    def without(self, words: Iterable[bytes]) -> bytes:
        """Take the available lines before the next one that contains any of these words.

        They are joined, with LF line endings.
        """
        if self._searched is not self._chunk:
            self._searched, self._found = self._chunk, {}
        end = self._chunk.rfind(b"\n", self._at, min(map(self._next, words))) + 1
        if end <= self._at:
            return b""
        taken, self._at = self._chunk[self._at : end], end
        self._number += taken.count(b"\n")
        return taken.replace(b"\r\n", b"\n")

    def _next(self, word: bytes) -> int:
        """Return the next offset of a word in the chunk, searching it only once."""
        found = self._found.get(word, -1)
        if found < self._at:
            found = self._chunk.find(word, self._at)
            self._found[word] = found = found if found >= 0 else len(self._chunk)
        return found

    def skimmed(self, skim: Skim) -> tuple[int, int, int]:
        """Skip the next available lines that are vouched for.

        Returns the numbers of records, rounds and plies in them.
        """
        if self._chunk.find(b"\n", self._at) < 0:
            rest = self._chunk[self._at :]
            if len(rest) > self._most or not self._load():
                self._chunk, self._at = rest, 0
                return 0, 0, 0
            end = self._chunk.find(b"\n") + 1 if rest else 0
            if end:  # the line is returned on its own, so that the chunk is not copied
                self._later = self._chunk, end
                self._chunk = rest + self._chunk[:end]
            else:
                self._chunk = rest + self._chunk
        self._begun = self._at
        self._at, records, rounds, plies = skim(self._chunk, self._at)
        self._number += records
        return records, rounds, plies

    @property
    def passed(self) -> bytes:
        """The lines skipped last."""
        return self._chunk[self._begun : self._at]

    def _load(self) -> bool:
        """Take the next chunk, or the rest; return False if there is none."""
        if self._later is not None:
            self._chunk, self._at = self._later
            self._later = None
            if self._at < len(self._chunk):
                return True
        self._chunk, self._at = next(self._chunks, b""), 0
        return bool(self._chunk)
