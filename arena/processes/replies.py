"""Assemble a program's replies from the bytes that it writes."""

from __future__ import annotations

from ...formats.interface.protocol import COMMENT, REPLY_LIMIT, clean, is_blank

QUOTED = 40
"""The maximum number of characters quoted from a reply."""


class Replies:
    r"""A buffer of bytes that splits them into replies: their lines, without the empty last one.

    Comments are skipped, because only the arbiter writes comments in a log.

    >>> replies = Replies()
    >>> replies.add(b"# hm\n\n= A")
    >>> replies.next()
    >>> replies.begun
    '= A'
    >>> replies.add(b"S\n\n")
    >>> replies.next()
    ['= AS']
    """

    def __init__(self) -> None:
        self._unread = bytearray()
        self._lines: list[str] = []
        self._size = 0

    def add(self, data: bytes) -> None:
        """Add received bytes."""
        self._unread += data

    @property
    def too_long(self) -> bool:
        """Whether the unfinished reply is already too long."""
        return self._size + len(self._unread) > REPLY_LIMIT

    @property
    def begun(self) -> str:
        """The beginning of the unfinished reply; empty between replies."""
        last = clean(self._unread[:QUOTED].decode(errors="replace"))
        return "\n".join([*self._lines, last])[:QUOTED]

    def next(self) -> list[str] | None:
        """Return the lines of the next reply, or None if it is unfinished or too long."""
        start = 0
        try:
            while (end := self._unread.find(b"\n", start)) >= 0:
                line = clean(self._unread[start:end].decode(errors="replace"))
                self._size += end + 1 - start
                start = end + 1
                if self._size > REPLY_LIMIT:
                    return None
                if line.startswith(COMMENT):
                    continue
                if not is_blank(line):
                    self._lines.append(line)
                elif self._lines:
                    lines, self._lines, self._size = self._lines, [], 0
                    return lines
        finally:
            del self._unread[:start]
        return None
