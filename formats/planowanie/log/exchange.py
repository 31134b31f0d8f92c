"""The text of a log as lines, and the exchanges that they make: a command to a seat and its reply.

Two kinds of log are read. The log of a seat is the raw stream of one program, in which the first
characters of a line show where it came from. In the log of an arbiter, each line is marked with
direction and seat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import TypeAlias

from msgspec import Struct

from ....replayer.planowanie.check.well_formed import MOST_PLAYERS
from ...interface.protocol import COMMENT, clean, is_blank
from ...text.text import Text
from ..protocol.words import Command, Reply, reply

MARK = re.compile(r"[ \t]*(>>|<<)[ \t]*([0-9]{1,3}):")
_PLAYERS = re.compile(r"^[ \t]*>>[ \t]*[0-9]+:[ \t]*set_players[ \t]+([2-4])\b", re.MULTILINE)
_EMPTY_REPLY = re.compile(r"^[ \t]*<<[ \t]*[0-9]+:[ \t]*$", re.MULTILINE)

SEAT = 0
"""The seat of a log that has only one, as long as its number is not known."""

RawLine: TypeAlias = tuple[str, int]
"""A line of a log, and where it starts in its text."""


class Line(Struct, frozen=True):
    """A line from a seat or to it, without its mark; its content starts at `start`."""

    content: str
    start: int
    seat: int = SEAT

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.content)

    @property
    def words(self) -> str:
        """Its content without the blanks around it; other spaces are content."""
        return self.content.strip(" ")

    @property
    def word(self) -> str:
        """Its first word."""
        return self.words.partition(" ")[0]


class Exchange(Struct):
    """A command to a seat, by its name, and the lines of its reply; `ended` if the reply is whole.

    `begins` is the number of the moment of the game that it says first, if it says one.
    """

    line: Line
    seat: int
    name: str
    command: Command | None
    reply: tuple[Line, ...] = ()
    ended: bool = False
    begins: int | None = None

    def argument(self, place: int | None) -> Line:
        """An argument of the command, as the part of its line that it is; None is the line."""
        if self.command is None or place is None or place >= len(self.command.spans):
            return self.line
        start, end = self.command.spans[place]
        before = len(self.line.content) - len(self.line.content.lstrip(" "))
        return Line(self.line.words[start:end], self.line.start + before + start, self.seat)

    @property
    def said(self) -> Reply:
        """The meaning of the reply, once it has begun."""
        return reply([each.content for each in self.reply])


class Log:
    """The text of a log: of a seat (its `own`), or of an arbiter with all its `seats`.

    It is `bare` if no empty lines end its replies. `lines` are those that are not comments; the
    first `head` of the `comments` come before them all. `first` and `last` are the spans of the
    first and the last line with content, None if there is no such line.
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
        """Whether a line is the last one of its reply, in a log without empty lines after them."""
        for raw, _ in islice(lines, at + 1, None):
            mark = MARK.match(raw)
            said = "" if mark is None else said_in(raw, mark)
            if mark is not None and int(mark[2]) == seat and not is_blank(said):
                if mark[1] == ">>":
                    return True
                if not said.startswith(COMMENT):
                    return False
        return True


def said_in(raw: str, mark: re.Match[str]) -> str:
    """The text after the mark of a line."""
    return raw[mark.end() :].removeprefix(" ")


def _lines_of(text: Text) -> Iterator[RawLine]:
    """The lines of a text without their ends, and where they start."""
    content = text.content
    if "\r" not in content:
        return zip(content.split("\n"), text.starts(), strict=True)
    ends = pairwise([*text.starts(), len(content)])
    return ((content[start:end].rstrip("\r\n"), start) for start, end in ends)


def _seats(content: str) -> range:
    """The seats of an arbiter's log: as many as most `set_players` say, or as have lines."""
    announced = islice(_PLAYERS.finditer(content), MOST_PLAYERS)
    told = Counter(int(each[1]) for each in announced)
    if len(told) == 1:
        return range(*told)
    marks = re.finditer(rf"^{MARK.pattern}", content, re.MULTILINE)
    have_lines = min(max((int(each[2]) for each in marks), default=0), 3) + 1
    by_most = max(told, key=lambda players: (told[players], players == have_lines), default=0)
    return range(by_most or have_lines)
