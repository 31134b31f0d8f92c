"""A cursor over bytes, for readers that only know what they vouch for.

Where there is a compiler, `scan.pxd` has the same methods in C, for they are called for each word;
here they are what is fast in Python.
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
"""No number has so many digits here."""

_STRING = re.compile(rb'"[ !#-\[\]-~]*"')


class Scan:
    """Bytes from `at` to `end`. A look at something else than is there leaves `at` anywhere."""

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
        """Whether some bytes, none of which is 0, stand here; go on behind them."""
        if not self.data.startswith(expected, self.at):
            return False
        self.at += len(expected)
        return True

    def word_of(self, words: tuple[bytes, ...], place: int) -> bool:
        """The same for the word at a place of some."""
        expected = words[place]
        if not self.data.startswith(expected, self.at):
            return False
        self.at += len(expected)
        return True

    def number(self) -> int:
        """The number that stands here, as JSON writes it, of up to nine digits; -1 if none does."""
        found = _NUMBER.match(self.data, self.at)
        if found is None:
            return -1
        self.at = found.end()
        return int(found[0])

    def integer(self) -> int:
        """The same for an integer, which may be below 0; NO_INTEGER if none stands here."""
        if not self.letter(_MINUS):
            value = self.number()
            return NO_INTEGER if value < 0 else value
        value = self.number()
        return NO_INTEGER if value <= 0 else -value

    def letter(self, expected: int) -> bool:
        """Whether this byte stands here; go on behind it."""
        if self.at == self.end or self.data[self.at] != expected:
            return False
        self.at += 1
        return True

    def string(self) -> bool:
        """Whether a string in ASCII without escapes stands here; go on behind it."""
        found = _STRING.match(self.data, self.at)
        if found is None:
            return False
        self.at = found.end()
        return True


class Lines(Scan):
    """Lines of a block from `start` on, each a record.

    So many `records`, `rounds` and `plies` stand before it, and `line_rounds` and `line_plies` in
    the line that is looked at. Each game says in `line` whether it vouches for one.
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
        """Vouch for lines as far as possible; what a `Skim` returns."""
        while self._next():
            pass
        return self.start, self.records, self.rounds, self.plies

    def _next(self) -> bool:
        self.at = self.start
        self.line_rounds = self.line_plies = 0
        # Of a longer one, the reader may say that it has too many values.
        if not self.line() or self.at - self.start > MAX_VALUES:
            return False
        self.start = self.at
        self.records += 1
        self.rounds += self.line_rounds
        self.plies += self.line_plies
        return True

    def line(self) -> bool:
        """Whether the next line is one to vouch for; go on behind it."""
        raise NotImplementedError

    def head(self, declared: bytes) -> int:
        """Go on behind a declaration, title, times and names: how many names there are, or -1."""
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
        """Whether the match, if it is said when it began, ended later; go on behind that."""
        if not self.word(b'"start_time":'):
            return True
        found = _TIMES.match(self.data, self.at - len(b'"start_time":'))
        if found is None:
            return False
        began, zone, ended, other = found.groups()
        self.at = found.end()
        return ended is None or (zone == other and began <= ended)
