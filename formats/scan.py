"""A cursor over bytes, for readers that only know what they vouch for.

Where there is a compiler, this file is compiled with the types of `scan.pxd`.
"""

from __future__ import annotations

from typing import Any

_ZERO, _QUOTE, _BACKSLASH, _SPACE, _TILDE, _MINUS = b'0"\\ ~-'

_PLAIN = __file__.endswith(".py")

memcmp: Any
"""That of C, where this is compiled."""

NO_INTEGER = _NOTHING = 1_000_000_000
"""No number has so many digits here. What other modules import has no type of C."""


class Scan:
    """Bytes from `at` to `end`. A look at something else than is there leaves `at` anywhere."""

    data: bytes
    text: bytes
    at: int
    end: int

    def __init__(self, data: bytes, at: int, end: int) -> None:
        self.data = data
        self.text = data
        self.at = at
        self.end = end

    def word(self, expected: bytes) -> bool:
        """Whether some bytes stand here; go on behind them.

        >>> scan = Scan(b"[10,20]", 0, 7)
        >>> scan.word(b"["), scan.number(), scan.word(b";"), scan.at
        (True, 10, False, 3)
        """
        size = len(expected)
        if _PLAIN:
            if not self.data.startswith(expected, self.at):
                return False
        else:
            if self.end - self.at < size:
                return False
            text: Any = self.text
            if memcmp(text + self.at, expected, size):  # noqa: F821
                return False
        self.at += size
        return True

    def number(self) -> int:
        """The number that stands here, as JSON writes it, of up to nine digits; -1 if none does."""
        first, value = self.at, 0
        while self.at < self.end:
            digit = self.text[self.at] - _ZERO
            if digit < 0 or digit > 9:
                break
            value = 10 * value + digit
            self.at += 1
            if self.at - first > 9:
                return -1
        if self.at == first or (self.text[first] == _ZERO and self.at - first > 1):
            return -1
        return value

    def integer(self) -> int:
        """The integer that stands here, as JSON writes it; NO_INTEGER if none does.

        >>> Scan(b"-20", 0, 3).integer(), Scan(b"-0", 0, 2).integer() == NO_INTEGER
        (-20, True)
        """
        if self.at == self.end or self.text[self.at] != _MINUS:
            value = self.number()
            return _NOTHING if value < 0 else value
        self.at += 1
        value = self.number()
        return _NOTHING if value <= 0 else -value

    def string(self) -> bool:
        """Whether a string in ASCII without escapes stands here; go on behind it."""
        if self.at == self.end or self.text[self.at] != _QUOTE:
            return False
        self.at += 1
        while self.at < self.end:
            letter = self.text[self.at]
            self.at += 1
            if letter == _QUOTE:
                return True
            if letter == _BACKSLASH or letter < _SPACE or letter > _TILDE:
                return False
        return False
