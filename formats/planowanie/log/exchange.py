"""The text of a log as lines and as exchanges: a command to a seat and its reply.

Two kinds of log are read. A seat's log is the raw stream of one program, in which the first
characters of a line show where it came from. In an arbiter's log, each line is marked with
its direction and seat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import TypeAlias, overload

from msgspec import Struct

from ....replayer.planowanie.check.well_formed import MOST_PLAYERS
from ...interface.protocol import COMMENT, clean, is_blank
from ...text.text import Text
from ..protocol.words import Command, Reply, reply

MARK = re.compile(r"[ \t]*(>>|<<)[ \t]*([0-9]{1,3}):")
_PLAYERS = re.compile(r"^[ \t]*>>[ \t]*[0-9]+:[ \t]*set_players[ \t]+([2-4])\b", re.MULTILINE)
_EMPTY_REPLY = re.compile(r"^[ \t]*<<[ \t]*[0-9]+:[ \t]*$", re.MULTILINE)

SEAT = 0
"""The seat in a log that has only one, until its number is known."""

RawLine: TypeAlias = tuple[str, int]
"""A line of a log, and where it starts in its text."""


class Line(Struct, frozen=True):
    """A line from or to a seat, without its mark; its content starts at `start`."""

    content: str
    start: int
    seat: int = SEAT

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.content)

    @property
    def words(self) -> str:
        """Its content without surrounding ASCII spaces; other spaces are content."""
        return self.content.strip(" ")

    @property
    def word(self) -> str:
        """Its first word."""
        return self.words.partition(" ")[0]


class Lines(Sequence[Line]):
    """Lines to which another can be added without copying or changing them."""

    def __init__(self, before: Sequence[Line], last: Line) -> None:
        self._before, self._last = before, last
        self._first = before[0] if before else last
        self._count = len(before) + 1

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> list[Line]: ...
    def __getitem__(self, at: int | slice) -> Line | list[Line]:
        if at == 0:
            return self._first
        return self._last if at == -1 else [*self][at]

    def __iter__(self) -> Iterator[Line]:
        found, lines = list[Line](), self._before
        while isinstance(lines, Lines):
            found.append(lines._last)
            lines = lines._before
        return iter([*lines, *reversed(found), self._last])


class Exchange(Struct):
    """A command to a seat, its name, and the lines of its reply.

    `ended`: whether the reply is complete. `begins` is the index of the moment that it is the first
    to mention, or None.
    """

    line: Line
    seat: int
    name: str
    command: Command | None
    reply: Sequence[Line] = ()
    ended: bool = False
    begins: int | None = None

    def argument(self, place: int | None, to_end: bool = False) -> Line:
        """An argument as a line, with all later ones if `to_end`; for None, the whole line."""
        if self.command is None or place is None or place >= len(self.command.spans):
            return self.line
        start, end = self.command.spans[place]
        end = self.command.spans[-1][1] if to_end else end
        before = len(self.line.content) - len(self.line.content.lstrip(" "))
        return Line(self.line.words[start:end], self.line.start + before + start, self.seat)

    @property
    def said(self) -> Reply:
        """The meaning of the reply, once it has begun."""
        return reply([each.content for each in self.reply])


class Log:
    """The text of a log: a seat's `own`, or an arbiter's with all its `seats`.

    `bare`: whether its replies are written without the empty lines that end them. `lines` has the
    lines that are not comments; the first `head` of the `comments` come before the first of them.
    `first` and `last` are the spans of the first and last lines with content, or None.
    """

    def __init__(self, text: Text, own: bool) -> None:
        self.text = text
        self.own = own
        self.lines: list[RawLine] = []
        self.comments: list[Line] = []
        self.head = 0
        self.first: tuple[int, int] | None = None
        self.last: tuple[int, int] | None = None
        for raw, start in _lines_of(text):
            line = clean(raw)
            if line.startswith(COMMENT):
                self.comments.append(Line(line, start))
                continue
            if not is_blank(line):
                self.last = start, start + len(line)
                if self.first is None:
                    self.first, self.head = self.last, len(self.comments)
            self.lines.append((line, start))
        self.seats = range(1) if own else _seats(text.content)
        # The text after the last line break may be an empty line without its own end.
        ends = (is_blank(content) for content, _ in self.lines[:-1])
        self.bare = not any(ends) if own else _EMPTY_REPLY.search(text.content) is None

    def marked(self, way: str, seat: int, content: str) -> str:
        """A line to (`>>`) or from (`<<`) a seat."""
        return content if self.own else f"{way} {seat}: {content}"

    def is_last(self, lines: Sequence[RawLine], at: int, seat: int) -> bool:
        """Whether a line is the last of its reply, in a log whose replies have no closing lines."""
        for raw, _ in islice(lines, at + 1, None):
            mark = MARK.match(raw)
            said = "" if mark is None else said_in(raw, mark)
            if mark is not None and int(mark[2]) == seat and not is_blank(said):
                if mark[1] == ">>":
                    return True
                if not said.startswith(COMMENT):
                    return False
        return True

    def is_answered(self, waiting: Exchange, ahead: Iterable[RawLine]) -> bool:
        """Whether the lines `ahead` complete a reply before its seat gets another command."""
        begun = bool(waiting.reply)
        for raw, _ in ahead:
            mark = MARK.match(raw)
            if mark is None:
                if not is_blank(raw):
                    return False
                continue
            said = said_in(raw, mark)
            if int(mark[2]) != waiting.seat or said.startswith(COMMENT):
                continue
            if is_blank(said):
                if begun and mark[1] == "<<":
                    return True
            elif mark[1] == ">>":
                return begun and self.bare
            else:
                begun = True
        return begun and self.bare


def said_in(raw: str, mark: re.Match[str]) -> str:
    """The text after a line's mark."""
    return raw[mark.end() :].removeprefix(" ")


def _lines_of(text: Text) -> Iterator[RawLine]:
    """The lines of a text without line endings, and where they start."""
    content = text.content
    if "\r" not in content:
        return zip(content.split("\n"), text.starts(), strict=True)
    ends = pairwise([*text.starts(), len(content)])
    return ((content[start:end].rstrip("\r\n"), start) for start, end in ends)


def _seats(content: str) -> range:
    """The seats of an arbiter's log, as most `set_players` say, or else those with lines."""
    announced = islice(_PLAYERS.finditer(content), MOST_PLAYERS)
    told = Counter(int(each[1]) for each in announced)
    if len(told) == 1:
        return range(*told)
    marks = re.finditer(rf"^{MARK.pattern}", content, re.MULTILINE)
    have_lines = min(max((int(each[2]) for each in marks), default=0), 3) + 1
    by_most = max(told, key=lambda players: (told[players], players == have_lines), default=0)
    return range(by_most or have_lines)
