"""Follows a log line by line, like the conversation that it records, up to the first error.

Source: the rules of the tournament, "Protokół"; `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from itertools import islice
from typing import NoReturn

from ....findings import Finding, Fix, Rule
from ....replayer.planowanie import codes as game_codes
from ....replayer.planowanie.check.outcome import SILENT
from ....replayer.planowanie.record import Result
from ....replayer.rules import IllegalAction
from ...found import Found
from ...interface.protocol import COMMENT, is_blank
from ...text.place import place, replacing
from .. import codes
from ..protocol.comments import Notes
from ..protocol.conversation import Conversation, Failure
from ..protocol.statements import Wrong, wrong_in, wrong_player
from ..protocol.words import (
    ASKING,
    COMMANDS,
    Command,
    command,
    meant,
    number,
    unknown,
    why_no_command,
)
from .course import UNKNOWN, Course
from .exchange import MARK, SEAT, Exchange, Line, Lines, Log, RawLine, said_in

NO_MARK = "expected `>> I: ` before a line to seat I, or `<< I: ` before one from it"
_ANSWERS = ("=", "?")
_NUMBERS = {"set_deck": 0, "set_cards": 1, "play": 1}
"""How many arguments are numbers, for commands that also have others."""


LISTED = 10
"""How many warnings under one rule are listed; the last one says how many more there are."""


class LogFindings:
    """The errors and warnings about one game.

    Warnings are limited, so that one repeated at every question cannot hide others.
    """

    def __init__(self) -> None:
        self.errors = Found()
        self._warnings: list[Finding] = []
        self._counts: Counter[str] = Counter()

    def add(self, finding: Finding) -> None:
        """Keep a finding, unless there are too many of its kind."""
        if finding.severity == "error":
            self.errors.add(finding)
            return
        self._counts[finding.code] += 1
        if self._counts[finding.code] <= LISTED:
            self._warnings.append(finding)

    @property
    def warnings(self) -> list[Finding]:
        """The warnings to list; the last one of a kind says how many more there were."""
        found = list(self._warnings)
        for code, count in self._counts.items():
            if count > LISTED:
                last = max(at for at, each in enumerate(found) if each.code == code)
                message = f"{found[last].message} ({count - LISTED} more like it follow)"
                found[last] = found[last].but(message=message)
        return found


class Stop(Exception):
    """The log cannot be followed further, for a reason already reported or found in the record."""


class Follower:
    """Follows a log as far as it has been read.

    A copy does not note anything for the record, and has its own findings.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self.talk = Conversation(None if log.own else log.seats)
        self.findings = LogFindings()
        self.course: Course | None = Course(log.text)
        self.at = 0
        """The offset of the last line read."""
        self.stopped = False
        self.open: dict[int, Exchange] = {}
        """The last exchange of each seat."""
        self._left: tuple[Exchange, ...] = ()
        """The exchanges that `quit` ended."""
        self._failed: tuple[Failure, Exchange] | None = None
        self._quit = False
        self._silent = False
        self._ahead: Iterable[RawLine] = ()

    def copy(self, silent: bool = False) -> Follower:
        """A follower of the same log that can read on without changing this one.

        A `silent` follower stops at errors without describing them.
        """
        other = Follower.__new__(Follower)
        other.__dict__.update(self.__dict__)
        other._silent = silent
        other.talk = self.talk.copy()
        other.open = {seat: copy(each) for seat, each in self.open.items()}
        other.findings, other.course = LogFindings(), None
        return other

    @property
    def pending(self) -> list[Exchange]:
        """The commands that have not been answered yet."""
        last = (each for each in self.open.values() if each.name != "quit")
        return [each for each in (*self._left, *last) if not each.ended]

    @property
    def failed(self) -> bool:
        """Whether a reply ended the game."""
        return self._failed is not None

    # Reading

    def read(self, lines: Sequence[RawLine], at: int) -> bool:
        """Read a line; return False if it is wrong, or the log cannot be followed past it."""
        raw, self.at = lines[at]
        self._ahead = islice(lines, at + 1, None)
        try:
            if self.log.own:
                self._read_own(raw)
            else:
                self._read_marked(raw, lines, at)
        except Stop:
            self.stopped = True
        return not self.stopped and not len(self.findings.errors)

    def finish(self) -> bool:
        """End the log; return False if it cannot end here."""
        try:
            for each in self.pending:
                if each.command is None and not each.reply:
                    self._stop_unknown(each)
            for each in [*self.open.values()]:
                self._cut_short(each)
        except Stop:
            return False
        return True

    def _read_own(self, content: str) -> None:
        """Read a line of a seat's log: its first characters show where it came from."""
        line, pending = Line(content, self.at), self.open.get(SEAT)
        waiting = pending is not None and not pending.ended
        if is_blank(content):
            came = bool(waiting and pending and pending.reply)
        else:
            came = line.word[:1] in _ANSWERS or (waiting and line.word not in COMMANDS)
        if came:
            # Only a refusal, or a reply with neither mark, has further lines.
            first = pending is not None and not pending.reply
            self._received(line, first and line.word[:1] == "=")
        elif not is_blank(content):
            self._sent(line)

    def _read_marked(self, raw: str, lines: Sequence[RawLine], at: int) -> None:
        """Read a line of an arbiter's log."""
        mark = MARK.match(raw)
        if mark is None:
            if not is_blank(raw):
                self._stop(codes.NO_MARK, NO_MARK, Line(raw, self.at))
            return
        seat, content = int(mark[2]), said_in(raw, mark)
        if seat not in self.log.seats:
            line = Line(mark[2], self.at + mark.start(2), seat)
            why = f"there is no seat {seat}: seats are 0 to {len(self.log.seats) - 1}"
            self._stop(game_codes.PLAYER_OUT_OF_RANGE, why, line)
        if content.startswith(COMMENT):
            return  # a program's own note, which may be wrong
        line = Line(content, self.at + len(raw) - len(content), seat)
        if mark[1] == "<<":
            self._received(line, self.log.bare and self.log.is_last(lines, at, seat))
        elif not is_blank(content):
            self._sent(line)

    def _received(self, line: Line, last: bool) -> None:
        """Process a line of a reply, or the empty line that ends it.

        `last` is whether it is the last line of its reply in a log without empty lines.
        """
        pending, filled = self.open.get(line.seat), not is_blank(line.content)
        if pending is None or pending.ended:
            if filled:
                self._report(codes.REPLY_MALFORMED, "no command is waiting for this reply", line)
            return
        if filled:
            pending.reply = Lines(pending.reply, line)
        elif line.content and pending.reply:
            self._report(
                codes.BLANK_END, "the line that ends a reply contains spaces", line, expected=""
            )
        pending.ended = bool(pending.reply) and (last if self.log.bare else not filled)
        if pending.ended:
            self._answered(pending)

    def _cut_short(self, pending: Exchange) -> None:
        """End a reply that has begun but is not followed by an empty line."""
        if pending.reply and not pending.ended:
            pending.ended = True
            if not self.log.bare:
                rule, why, last, expected = self._not_ended(pending)
                self._stop(rule, why, last, expected=expected)
            self._answered(pending)

    def _not_ended(self, exchange: Exchange) -> tuple[Rule, str, Line, str]:
        """Describe a missing empty line after a reply, and how to add it."""
        last = exchange.reply[-1]
        content = self.log.text.content
        mark = content[content.rfind("\n", 0, last.start) + 1 : last.start]
        why = f"the reply to `{exchange.name}` is not followed by an empty line"
        return codes.REPLY_NOT_ENDED, why, last, f"{last.content}\n{mark}"

    # Commands

    def _sent(self, line: Line) -> None:
        """Process a command to a seat. Raises Stop if it is not allowed."""
        seat = line.seat
        pending = self.open.get(seat)
        if pending is not None:
            self._cut_short(pending)
        exchange = Exchange(line, seat, line.word, command(line.words))
        if exchange.command is None and exchange.name in COMMANDS:
            if not self._silent:
                self.findings.add(why_no_command(self.log.text, line.start, line.content))
            raise Stop
        if exchange.name == "quit":
            self._quit, self.open[seat] = True, exchange
            self._left += () if pending is None or pending.name == "quit" else (pending,)
            return
        if self._failed is not None and exchange.name not in self.talk.expected(seat):
            self._stop_gone_on(*self._failed)
        if pending is not None and not pending.ended and pending.name != "quit":
            self._stop_unanswered(pending)
        if exchange.command is None:
            self.open[seat] = exchange
            return
        if self._quit:
            self._stop(codes.OUT_OF_ORDER, "the game goes on after `quit`", line)
        self._reach(exchange)
        self.open[seat] = exchange
        self._state(exchange, exchange.command)

    def _state(self, exchange: Exchange, said: Command) -> None:
        """Record an expected command."""
        talk, seat = self.talk, exchange.seat
        self._check(exchange, wrong_in(talk, seat, said))
        if exchange.name in ASKING and seat not in talk.step.timed:
            why = f"expected `time_left` before `{exchange.name}`"
            self._report(codes.NO_CLOCK, why, exchange.line, exchange)
        talk.sent(seat, said)
        if self.course is not None:
            self.course.sent(talk, exchange, said)
        if exchange.name == "set_players":
            self._check(exchange, wrong_player(talk, seat, said))
        for at, word in enumerate(said.arguments[: _NUMBERS.get(exchange.name)]):
            value = number(word) if word[0] in "-0" else None
            if value is not None and str(value) != word:
                why, line = f"{word} stands for {value}", exchange.argument(at)
                self._report(codes.LEADING_ZEROS, why, line, expected=str(value))
                break

    def _check(self, exchange: Exchange, wrong: Wrong | None) -> None:
        if wrong is not None:
            line = exchange.argument(wrong.argument, wrong.to_end)
            self._stop(wrong.rule, wrong.why, line, player=wrong.player)

    def _reach(self, exchange: Exchange) -> None:
        """Advance to the step that a command belongs to."""
        talk = self.talk
        while exchange.name not in talk.expected(exchange.seat):
            if not talk.step.complete:
                seats = " or ".join(map(str, talk.step.waiting))
                to = "" if talk.own else f" to seat {seats}"
                why = f"expected `{talk.step.name}`{to}, not `{exchange.line.words}`"
                self._stop(codes.OUT_OF_ORDER, why, exchange.line)
            for other in self.pending:
                if other.command is not None and other.seat != exchange.seat:
                    self._stop_early(exchange, other)
            try:
                talk.advance()
            except IllegalAction as breach:
                self._stop_undealt(breach)
            if talk.over:
                why = "all deals were played, but the game goes on"
                self._stop(game_codes.GOES_ON_AFTER_END, why, exchange.line)

    def _stop_undealt(self, breach: IllegalAction) -> NoReturn:
        """Report a card that cannot be dealt; any other error is found by checking the record.

        If the size of a hand is not as planned, the plan may be wrong.
        """
        dealt = self.open.get(SEAT if self.log.own else breach.part or 0)
        if dealt is not None and dealt.name == "set_cards" and breach.offset is not None:
            line = dealt.argument(breach.offset + 1)
            self._report(breach.rule, str(breach), line, expected=breach.meant)
        raise Stop

    def _stop_unknown(self, exchange: Exchange) -> NoReturn:
        """Report a command unknown to the protocol, and the right spelling if that is clear."""
        line, name, right = exchange.line, exchange.name, meant(exchange.name)
        expected = None if right is None else line.content.replace(name, right, 1)
        self._stop(codes.UNKNOWN_COMMAND, unknown(name), line, expected=expected)

    def _stop_unanswered(self, pending: Exchange) -> NoReturn:
        if pending.command is None:
            self._stop_unknown(pending)
        why = f"`{pending.line.words}` was not answered, but another command follows"
        self._stop(codes.REPLY_MISSING, why, pending.line, pending)

    def _stop_gone_on(self, failure: Failure, exchange: Exchange) -> NoReturn:
        rule = codes.REPLY_MALFORMED if failure.reason == "malformed" else codes.NOT_PUNISHED
        why = f"`{failure.command}` was refused" if failure.reason == "refused" else failure.why
        why = f"the game should have ended with this answer, but it goes on: {why}"
        # If no empty lines close replies, the line after = may belong elsewhere.
        stray = self.log.bare and exchange.reply[0].word.startswith("=")
        line = exchange.reply[1 if stray and len(exchange.reply) > 1 else 0]
        self._stop(rule, why, line, exchange)

    def _stop_early(self, exchange: Exchange, waiting: Exchange) -> NoReturn:
        """Report a command that came before the reply to an earlier one."""
        asked, seat = waiting.line.words, waiting.seat
        if self.log.is_answered(waiting, self._ahead):
            why = f"`{exchange.line.words}` comes before the reply of seat {seat} to `{asked}`"
            self._stop(codes.OUT_OF_ORDER, why, exchange.line)
        if waiting.reply:
            rule, why, last, expected = self._not_ended(waiting)
            self._stop(rule, why, last, waiting, expected=expected)
        why = f"the game goes on, but seat {seat} has not answered `{asked}`"
        self._stop(codes.WENT_ON, why, exchange.line, waiting)

    # Replies

    def _answered(self, exchange: Exchange) -> None:
        """Process a complete reply. Raises Stop if the command is unknown and was not refused."""
        name, said, course = exchange.name, exchange.said, self.course
        ignored = name == "quit" or self._failed is not None
        is_unknown = exchange.command is None and not ignored
        if is_unknown and said.kind != "refused":
            self._stop_unknown(exchange)
        if course is not None:
            if is_unknown:
                course.beside.append((UNKNOWN, exchange.line.words))
            held = not (ignored or is_unknown) and (name in ASKING or said.kind == "malformed")
            course.set_aside(exchange, held)
        if ignored or is_unknown:
            return
        failure = self.talk.replied(exchange.seat, name, said)
        if failure is not None:
            self._failed = failure, exchange
        elif said.kind == "refused" and name != "time_left":
            why = f"every program must know `{name}`"
            self._report(codes.REFUSED, why, exchange.reply[0], exchange)
        elif name == "gen_declare":
            self._check_zeros(exchange)
        if course is not None:
            course.answered(self.talk, exchange, self.at, failure is None)

    def _check_zeros(self, exchange: Exchange) -> None:
        bid = self.talk.deal.bids[self.talk.player(exchange.seat)]
        if str(bid) != exchange.said.text:
            why, line = f"write the number as {bid}", exchange.reply[0]
            expected = line.content.replace(exchange.said.text, str(bid))
            self._report(codes.LEADING_ZEROS, why, line, exchange, expected=expected)

    # Findings

    def _report(
        self,
        rule: Rule,
        why: str,
        line: Line,
        exchange: Exchange | None = None,
        player: int | None = None,
        expected: str | None = None,
    ) -> None:
        """Report something about a line; `expected` is its certain replacement, if any.

        If there is an `exchange`, it determines the player and the ply.
        """
        if self._silent:
            self.stopped = self.stopped or rule.severity == "error"
            return
        talk, text, fix, ply = self.talk, self.log.text, None, None
        last = len(text.content)
        if line.start >= last and rule.severity != "error":
            return  # about a guessed line after the end of the text
        if exchange is not None:
            player = talk.player(exchange.seat)
        if player is not None and exchange is not None and exchange.name == "gen_declare":
            ply = player + 1
        elif player is not None and talk.state.phase == "play":
            ply = talk.rules.players + len(talk.state.played) + 1
        if expected is not None:
            what = f"write {expected.strip()}" if expected.strip() else "remove them"
            what = "add an empty line" if "\n" in expected else what
            fix = Fix(what, edits=replacing(text, line.start, line.end, expected))
        number = len(talk.deals) or None
        found = Finding(rule=rule, message=why, round=number, player=player, ply=ply, fix=fix)
        self.findings.add(place(found, text, min(line.start, last), min(line.end, last)))

    def _stop(
        self,
        rule: Rule,
        why: str,
        line: Line,
        exchange: Exchange | None = None,
        player: int | None = None,
        expected: str | None = None,
    ) -> NoReturn:
        """Report something, and stop."""
        self._report(rule, why, line, exchange, player, expected)
        raise Stop

    # The end

    def result(self, notes: Notes) -> Result:
        """How the game ended; the log's comments may give the reason."""
        talk, reasons = self.talk, notes.reasons
        waiting = [each for each in self.pending if each.command is not None]
        if self._failed is None and waiting and not (notes.names_faults and not reasons):
            named = [each for each in waiting if talk.player(each.seat) in reasons]
            first = min(named or waiting, key=lambda each: each.line.start)
            noted = reasons.get(talk.player(first.seat), "unanswered")
            noted = noted if noted in SILENT else "unanswered"
            self._failed = talk.silent(first.seat, first.name, noted), first
        return talk.result()

    def note_loss(self) -> None:
        """Note that a program lost the game by its reply to the last card."""
        if self._failed is not None and self.talk.played_out:
            failure, last = self._failed
            why = "is missing" if failure.reason == "unanswered" else f"is {failure.reason}"
            why = f"all cards were played, but seat {last.seat} loses: its last reply {why}"
            self._report(codes.LOST_AT_END, why, last.reply[0] if last.reply else last.line, last)
