"""Groups the lines of a protocol log into commands and their replies.

There are two kinds of logs. The log of a seat is the raw stream of one program, in which the first
characters of a line show where it came from. In the log of an arbiter, each line is marked with
direction and seat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from msgspec import Struct

from ....findings import Finding, Fix, Rule
from ....replayer.planowanie.check.well_formed import MOST_PLAYERS
from ...interface.protocol import COMMENT, clean, is_blank
from ...text.place import place, replacing
from ...text.text import Text
from .. import codes
from ..protocol.words import COMMANDS, Command, Reply, command, reply, why_no_command
from .bounded_findings import BoundedFindings

MARK = re.compile(r"[ \t]*(>>|<<)[ \t]*([0-9]{1,3}):")
_PLAYERS = re.compile(r"^[ \t]*>>[ \t]*[0-9]+:[ \t]*set_players[ \t]+([2-4])\b", re.MULTILINE)
_EMPTY_REPLY = re.compile(r"^[ \t]*<<[ \t]*[0-9]+:[ \t]*$", re.MULTILINE)
_ANSWERS = ("=", "?")
SEAT = 0
"""The seat of a log with only one seat, until its player is known."""


class Line(Struct, frozen=True):
    """A line from a seat or to it, without its mark; its content starts at `start`."""

    content: str
    start: int
    seat: int

    @property
    def end(self) -> int:
        """The offset of its end."""
        return self.start + len(self.content)

    @property
    def words(self) -> str:
        """Its content without surrounding blanks; other spaces are content."""
        return self.content.strip(" ")

    @property
    def word(self) -> str:
        """Its first word."""
        return self.words.partition(" ")[0]


class Exchange(Struct):
    """A command to a seat, by its name, and the lines of its reply, if any.

    `ended` is whether the reply is complete, `cut` whether the line that ends it is missing.
    """

    line: Line
    seat: int
    name: str
    command: Command | None
    reply: list[Line] = []
    ended: bool = False
    cut: bool = False

    def argument(self, place: int) -> Line:
        """Return an argument of the command, as a part of its line."""
        if self.command is None or place >= len(self.command.spans):
            return self.line
        start, end = self.command.spans[place]
        before = len(self.line.content) - len(self.line.content.lstrip(" "))
        return Line(self.line.words[start:end], self.line.start + before + start, self.seat)

    @property
    def said(self) -> Reply:
        """The reply, as far as it has come."""
        return reply([each.content for each in self.reply])


def not_a_seat(exchange: Exchange, seats: Sequence[int]) -> str:
    """Return the message that there is no such seat, with the valid seats."""
    return f"there is no seat {exchange.seat}: seats are 0 to {len(seats) - 1}"


def lines_of(text: Text) -> Iterator[tuple[str, int]]:
    """Yield the lines of a log without their ends, and their offsets."""
    content = text.content
    if "\r" not in content:
        return zip(content.split("\n"), text.starts(), strict=True)
    ends = pairwise([*text.starts(), len(content)])
    return ((content[start:end].rstrip("\r\n"), start) for start, end in ends)


def _said(raw: str, mark: re.Match[str]) -> str:
    """Return the part of a line after its mark."""
    return raw[mark.end() :].removeprefix(" ")


def _last_of_replies(lines: Iterable[str]) -> set[int]:
    """Return the indices of the lines of an arbiter's log that end a reply.

    In a log without empty lines, a reply goes on until its seat gets another command.
    """
    ends, last = set[int](), dict[int, int]()
    for number, raw in enumerate(lines):
        mark = MARK.match(raw)
        if mark is None or is_blank(said := _said(raw, mark)) or said.startswith(COMMENT):
            continue
        seat = int(mark[2])
        if mark[1] == "<<":
            last[seat] = number
        elif seat in last:
            ends.add(last.pop(seat))
    return ends | set(last.values())


class Dialogue:
    """Groups the lines of a log into exchanges.

    Each exchange is yielded twice, in the order of the log: when its command is sent, and when its
    reply is complete. Lines that do not fit are reported.

    `first` is the offset of the first line that is not a comment, and `last` the span of the last
    one; `head` is the number of comments before the first. `lines` are the lines of the text,
    unless given.
    """

    def __init__(
        self,
        text: Text,
        findings: BoundedFindings,
        lines: Sequence[tuple[str, int]] | None = None,
    ) -> None:
        self.findings = findings
        self._text = text
        self._read = lines
        self.comments: list[Line] = []
        self.head: int | None = None
        self.first: int | None = None
        self.last: tuple[int, int] | None = None
        self._current: dict[int, Exchange] = {}
        self.bare = False
        self.at = 0
        """The offset of the line that is being read."""
        self._lost = False

    def say(
        self,
        rule: Rule,
        why: str,
        line: Line,
        round: int | None = None,  # noqa: A002
        player: int | None = None,
        ply: int | None = None,
        due: str | None = None,
    ) -> None:
        """Report something about a line; `due` is a certain replacement of the line."""
        fix = None
        if due is not None:
            what = f"write {due.strip()}" if due.strip() else "remove them"
            what = "add an empty line" if "\n" in due else what
            fix = Fix(what, edits=replacing(self._text, line.start, line.end, due))
        found = Finding(rule=rule, message=why, round=round, player=player, ply=ply, fix=fix)
        self.findings.add(place(found, self._text, line.start, line.end))

    def seats(self) -> range:
        """Return the seats of an arbiter's log: as many as the log announces or uses."""
        announced = islice(_PLAYERS.finditer(self._text.content), MOST_PLAYERS)
        told = Counter(int(each[1]) for each in announced)
        if len(told) == 1:
            return range(*told)
        marks = re.finditer(rf"^{MARK.pattern}", self._text.content, re.MULTILINE)
        have_lines = min(max((int(each[2]) for each in marks), default=0), 3) + 1
        by_most = max(told, key=lambda players: (told[players], players == have_lines), default=0)
        return range(by_most or have_lines)

    def exchanges(self, own: bool) -> Iterator[tuple[Exchange, bool]]:
        """Yield the events of the log of a seat (its `own`), or of an arbiter.

        An event is an exchange, and whether its reply is complete.
        """
        return self._seat_log() if own else self._arbiter_log()

    def _seat_log(self) -> Iterator[tuple[Exchange, bool]]:
        lines = list(self._lines())
        # the text after the last line end may be an empty line without an end
        self.bare = not any(is_blank(content) for content, _ in lines[:-1])
        for content, start in lines:
            line, self.at = Line(content, start, SEAT), start
            pending = self._current.get(SEAT)
            waiting = pending is not None and not pending.ended
            if is_blank(content):
                came = bool(waiting and pending and pending.reply)
            else:
                came = line.word[:1] in _ANSWERS or (waiting and line.word not in COMMANDS)
            if came:
                # only a refusal or a malformed reply has further lines
                first = pending is not None and not pending.reply
                answered = self._received(line, first and line.word[:1] == "=")
                if answered is not None:
                    yield answered, True
            elif not is_blank(content):
                yield from self._sent(line)
        yield from self._cut_short(self._current.values())

    def _arbiter_log(self) -> Iterator[tuple[Exchange, bool]]:
        seats = self.seats()
        self.bare = _EMPTY_REPLY.search(self._text.content) is None
        lines = list(self._lines())
        ends = _last_of_replies(raw for raw, _ in lines) if self.bare else set[int]()
        for number, (raw, start) in enumerate(lines):
            self.at = start
            mark = MARK.match(raw)
            if mark is None:
                if not is_blank(raw):
                    why = (
                        "expected `>> I: ` before a line to seat I, or `<< I: ` before one from it"
                    )
                    self.say(codes.NO_MARK, why, Line(raw, start, SEAT))
                    self._lost = True
                continue
            if self._lost:
                continue  # the seat of that line is unknown, so what follows may be right
            if int(mark[2]) not in seats:  # reported by the comparison, even for an empty line
                line = Line(mark[2], start + mark.start(2), int(mark[2]))
                yield Exchange(line, line.seat, line.word, None), False
                continue
            content = _said(raw, mark)
            if content.startswith(COMMENT):
                continue  # a program's own comment, which may say anything
            line = Line(content, start + len(raw) - len(content), int(mark[2]))
            if mark[1] == "<<":
                answered = self._received(line, number in ends)
                if answered is not None:
                    yield answered, True
            elif not is_blank(content):
                yield from self._sent(line)
        if not self._lost:
            yield from self._cut_short(self._current.values())

    def _lines(self) -> Iterator[tuple[str, int]]:
        """Yield the lines without comments, and their offsets."""
        for raw, start in lines_of(self._text) if self._read is None else self._read:
            line = clean(raw)
            if line.startswith(COMMENT):
                self.comments.append(Line(line, start, SEAT))
                continue
            if not is_blank(line):
                self.head = len(self.comments) if self.head is None else self.head
                self.last = start, start + len(line)
                self.first = start if self.first is None else self.first
            yield line, start

    def _sent(self, line: Line) -> Iterator[tuple[Exchange, bool]]:
        """Process a sent command."""
        pending = self._current.get(line.seat)
        if pending is not None:
            yield from self._cut_short([pending])
        found = Exchange(line, line.seat, line.word, command(line.words))
        if found.command is None and found.name in COMMANDS:
            self.findings.add(why_no_command(self._text, line.start, line.content))
        self._current[line.seat] = found
        yield found, False

    def _received(self, line: Line, last: bool = False) -> Exchange | None:
        """Process a line of a reply, or the empty line that ends it; return the exchange if it is
        complete.

        `last` is whether it is the last line of its reply in a log without empty lines.
        """
        pending, filled = self._current.get(line.seat), not is_blank(line.content)
        if pending is None or pending.ended:
            if filled:
                self.say(codes.REPLY_MALFORMED, "no command is waiting for this reply", line)
            return None
        if filled:
            pending.reply.append(line)
        elif line.content and pending.reply:
            self.say(codes.BLANK_END, "the line that ends a reply has blanks", line, due="")
        pending.ended = bool(pending.reply) and (last if self.bare else not filled)
        return pending if pending.ended else None

    def ended(self, line: Line) -> str:
        """Return the last line of a reply, with the empty line that should follow."""
        content = self._text.content
        mark = content[content.rfind("\n", 0, line.start) + 1 : line.start]
        return f"{line.content}\n{mark}"

    def _cut_short(self, exchanges: Iterable[Exchange]) -> Iterator[tuple[Exchange, bool]]:
        """Yield exchanges whose replies have begun, although no empty line ends them."""
        for each in exchanges:
            if each.reply and not each.ended:
                if not self.bare:
                    why = f"the reply to `{each.name}` is not followed by an empty line"
                    last = each.reply[-1]
                    self.say(codes.REPLY_NOT_ENDED, why, last, due=self.ended(last))
                each.ended, each.cut = True, not self.bare
                yield each, True
