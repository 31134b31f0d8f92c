"""The lines of a protocol log as commands and their replies.

Two logs are read: that of a seat, the raw stream of one program, in which a line's first characters
tell where it came from; and that of an arbiter, in which each line is marked with direction and
seat.
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
"""The seat of a log that has only one, as long as it is not told which that is."""


class Line(Struct, frozen=True):
    """A line from a seat or to it, without its mark; its content starts at `start`."""

    content: str
    start: int
    seat: int

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.start + len(self.content)

    @property
    def words(self) -> str:
        """Its content without the blanks around; other spaces are content."""
        return self.content.strip(" ")

    @property
    def word(self) -> str:
        """Its first word."""
        return self.words.partition(" ")[0]


class Exchange(Struct):
    """A command to a seat, by its name, and the lines of its reply, none where there is no reply.

    `ended` is whether the reply is whole, `cut` whether the line that ends it is missing.
    """

    line: Line
    seat: int
    name: str
    command: Command | None
    reply: list[Line] = []
    ended: bool = False
    cut: bool = False

    def argument(self, place: int) -> Line:
        """An argument of the command, as the part of its line that it is."""
        if self.command is None or place >= len(self.command.spans):
            return self.line
        start, end = self.command.spans[place]
        before = len(self.line.content) - len(self.line.content.lstrip(" "))
        return Line(self.line.words[start:end], self.line.start + before + start, self.seat)

    @property
    def said(self) -> Reply:
        """What the reply says, once it has begun."""
        return reply([each.content for each in self.reply])


def not_a_seat(exchange: Exchange, seats: Sequence[int]) -> str:
    """Say that there is no such seat, and which there are."""
    return f"seat {exchange.seat} is none: seats are 0 to {len(seats) - 1}"


def lines_of(text: Text) -> Iterator[tuple[str, int]]:
    """The lines of a log without their ends, and where they start."""
    content = text.content
    if "\r" not in content:
        return zip(content.split("\n"), text.starts(), strict=True)
    ends = pairwise([*text.starts(), len(content)])
    return ((content[start:end].rstrip("\r\n"), start) for start, end in ends)


def _said(raw: str, mark: re.Match[str]) -> str:
    """What stands behind the mark of a line."""
    return raw[mark.end() :].removeprefix(" ")


def _last_of_replies(lines: Iterable[str]) -> set[int]:
    """Which lines of an arbiter's log, from 0, are the last of a reply.

    There are no empty ones that tell: a reply goes on until its seat gets another command.
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
    """Puts the lines of a log together to exchanges.

    Each exchange comes twice, in the order of the log: when its command is sent, and when its reply
    is whole. What does not fit together is reported. `first` is where the first line starts that is
    no comment, and `last` where the last one stands; `head` is how many comments stand before the
    first. `lines` are those of the text unless they are given.
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
        """Where the line starts that is read."""
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
        """Report something about a line; `due` is what should certainly stand in its place."""
        fix = None
        if due is not None:
            what = f"write {due.strip()}" if due.strip() else "remove them"
            what = "add an empty line" if "\n" in due else what
            fix = Fix(what, edits=replacing(self._text, line.start, line.end, due))
        found = Finding(rule=rule, message=why, round=round, player=player, ply=ply, fix=fix)
        self.findings.add(place(found, self._text, line.start, line.end))

    def seats(self) -> range:
        """The seats of an arbiter's log: as many as most are told that there are, or have lines."""
        announced = islice(_PLAYERS.finditer(self._text.content), MOST_PLAYERS)
        told = Counter(int(each[1]) for each in announced)
        if len(told) == 1:
            return range(*told)
        marks = re.finditer(rf"^{MARK.pattern}", self._text.content, re.MULTILINE)
        have_lines = min(max((int(each[2]) for each in marks), default=0), 3) + 1
        by_most = max(told, key=lambda players: (told[players], players == have_lines), default=0)
        return range(by_most or have_lines)

    def exchanges(self, own: bool) -> Iterator[tuple[Exchange, bool]]:
        """The events of the log of a seat (its `own`), or of an arbiter.

        An event is an exchange, and whether its reply is in.
        """
        return self._seat_log() if own else self._arbiter_log()

    def _seat_log(self) -> Iterator[tuple[Exchange, bool]]:
        lines = list(self._lines())
        # What stands behind the last line's end may be an empty line without its own end.
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
                # Only a refusal goes on, or what is none of either kind.
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
                    why = "a mark is due: `>> I: ` for what went to seat I, `<< I: ` for its answer"
                    self.say(codes.NO_MARK, why, Line(raw, start, SEAT))
                    self._lost = True
                continue
            if self._lost:
                continue  # whose line that was, nobody knows: what follows may be right
            if int(mark[2]) not in seats:  # which the comparison reports, even of an empty line
                line = Line(mark[2], start + mark.start(2), int(mark[2]))
                yield Exchange(line, line.seat, line.word, None), False
                continue
            content = _said(raw, mark)
            if content.startswith(COMMENT):
                continue  # a program's own note, which nobody vouches for
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
        """The lines without comments, and where they start."""
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
        """A command was sent."""
        pending = self._current.get(line.seat)
        if pending is not None:
            yield from self._cut_short([pending])
        found = Exchange(line, line.seat, line.word, command(line.words))
        if found.command is None and found.name in COMMANDS:
            self.findings.add(why_no_command(self._text, line.start, line.content))
        self._current[line.seat] = found
        yield found, False

    def _received(self, line: Line, last: bool = False) -> Exchange | None:
        """A line of a reply came, or the empty one that ends it; the exchange, if it is whole.

        `last` is whether it is the last line of its reply, where no empty ones are written.
        """
        pending, filled = self._current.get(line.seat), not is_blank(line.content)
        if pending is None or pending.ended:
            if filled:
                self.say(codes.REPLY_MALFORMED, "this answers no command", line)
            return None
        if filled:
            pending.reply.append(line)
        elif line.content and pending.reply:
            self.say(codes.BLANK_END, "the line that ends a reply has blanks", line, due="")
        pending.ended = bool(pending.reply) and (last if self.bare else not filled)
        return pending if pending.ended else None

    def ended(self, line: Line) -> str:
        """The last line of a reply, with the empty one behind it that is due."""
        content = self._text.content
        mark = content[content.rfind("\n", 0, line.start) + 1 : line.start]
        return f"{line.content}\n{mark}"

    def _cut_short(self, exchanges: Iterable[Exchange]) -> Iterator[tuple[Exchange, bool]]:
        """Replies that have begun are over, though no empty line ends them."""
        for each in exchanges:
            if each.reply and not each.ended:
                if not self.bare:
                    why = f"the reply to `{each.name}` has no empty line behind it"
                    last = each.reply[-1]
                    self.say(codes.REPLY_NOT_ENDED, why, last, due=self.ended(last))
                each.ended, each.cut = True, not self.bare
                yield each, True
