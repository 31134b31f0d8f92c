"""A cursor over bytes, for readers that accept only what they can vouch for.

With a C compiler, `scan.pxd` declares these methods in C, as they are called for every word;
without one, they are plain Python, written for speed.
"""

from __future__ import annotations

import re

from ...findings.limits import MAX_VALUES

_NUMBER = re.compile(rb"(?:0|[1-9][0-9]{0,8})(?![0-9])")
(_MINUS,) = b"-"
_DAY = (
    rb"(?:19|20)\d\d-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])"
    rb"|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
)
_ZONE = rb"((?:[+-](?:0\d|1[0-3]):[0-5]\d)?)"
_TIME = rb'"(' + _DAY + rb"T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)" + _ZONE + rb'",'
_TIMES = re.compile(rb'"start_time":' + _TIME + rb'(?:"end_time":' + _TIME + rb")?")
NO_INTEGER = 1_000_000_000
"""A value with more digits than any number read here."""

_STRING = re.compile(rb'"[ !#-\[\]-~]*"')


class Scan:
    """Bytes from `at` to `end`. After a failed match, `at` may be anywhere."""

    data: bytes
    text: bytes
    at: int
    end: int

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.text = data
        self.at = at
        self.end = len(data)

    def word(self, expected: bytes) -> bool:
        """Skip the expected bytes, which contain no 0; return whether they are here."""
        if not self.data.startswith(expected, self.at):
            return False
        self.at += len(expected)
        return True

    def word_of(self, words: tuple[bytes, ...], place: int) -> bool:
        """Skip the word at an index in a fixed list; return whether it is here."""
        expected = words[place]
        if not self.data.startswith(expected, self.at):
            return False
        self.at += len(expected)
        return True

    def number(self) -> int:
        """Read a JSON number of up to nine digits; return -1 if there is none here."""
        found = _NUMBER.match(self.data, self.at)
        if found is None:
            return -1
        self.at = found.end()
        return int(found[0])

    def integer(self) -> int:
        """Read an integer, possibly negative; return NO_INTEGER if there is none here."""
        if not self.letter(_MINUS):
            value = self.number()
            return NO_INTEGER if value < 0 else value
        value = self.number()
        return NO_INTEGER if value <= 0 else -value

    def letter(self, expected: int) -> bool:
        """Skip this byte; return whether it is here."""
        if self.at == self.end or self.data[self.at] != expected:
            return False
        self.at += 1
        return True

    def string(self) -> bool:
        """Skip an ASCII string without escapes; return whether there is one here."""
        found = _STRING.match(self.data, self.at)
        if found is None:
            return False
        self.at = found.end()
        return True


class Lines(Scan):
    """Lines of a block from `start` on, each holding a record.

    `records`, `rounds` and `plies` count those before `start`; `line_rounds` and `line_plies` count
    those on the current line. Each game's `line` decides whether to vouch for a line.
    """

    start: int
    records: int
    rounds: int
    plies: int
    line_rounds: int
    line_plies: int

    def __init__(self, data: bytes, at: int) -> None:
        super().__init__(data, at)
        self.start = at
        self.records = self.rounds = self.plies = 0
        self.line_rounds = self.line_plies = 0

    def skimmed(self) -> tuple[int, int, int, int]:
        """Vouch for as many lines as possible, and return the values of a `Skim`."""
        while self._next():
            pass
        return self.start, self.records, self.rounds, self.plies

    def _next(self) -> bool:
        self.at = self.start
        self.line_rounds = self.line_plies = 0
        # The reader may report that a longer line has too many values.
        if not self.line() or self.at - self.start > MAX_VALUES:
            return False
        self.start = self.at
        self.records += 1
        self.rounds += self.line_rounds
        self.plies += self.line_plies
        return True

    def line(self) -> bool:
        """Skip the next line, and return whether it can be vouched for."""
        raise NotImplementedError

    def head(self, declared: bytes) -> int:
        """Skip the keys before the rounds; return the number of names, or -1 if any is invalid."""
        if not self.word(declared):
            return -1
        if self.word(b'"title":') and not (self.string() and self.word(b",")):
            return -1
        if not self.times():
            return -1
        names = 0
        if self.word(b'"players":['):
            while True:
                if not self.string():
                    return -1
                names += 1
                if not self.word(b","):
                    break
            if not self.word(b"],"):
                return -1
        return names

    def times(self) -> bool:
        """Skip the times; return False if they are invalid or the match ends before it starts."""
        if not self.word(b'"start_time":'):
            return True
        found = _TIMES.match(self.data, self.at - len(b'"start_time":'))
        if found is None:
            return False
        began, zone, ended, other = found.groups()
        self.at = found.end()
        return ended is None or (zone == other and began <= ended)
