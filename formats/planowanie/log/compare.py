"""Compares the exchanges of a log with the conversation that they should be.

Source: the rules of the tournament, "Protokół"; `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Rule
from ....replayer.planowanie import codes as game_codes
from ....replayer.planowanie.check.outcome import SILENT
from ....replayer.planowanie.record import Result
from ....replayer.rules import IllegalAction
from ...text.lines import Places
from .. import codes
from ..protocol.comments import Notes
from ..protocol.conversation import Conversation, Failure
from ..protocol.words import ASKING, COMMANDS, meant, unknown
from .course import Course, Said
from .dialogue import Dialogue, Exchange, not_a_seat
from .reporter import Reporter, Stop
from .statements import Statements

REFUSALS = "refusals"
ANSWERS = "texts of answers"
UNKNOWN = "commands that the protocol does not have"
"""The kinds of content of a log that no record holds."""


class Early(Exception):
    """A command came before the reply to an earlier one, `waiting`."""

    def __init__(self, exchange: Exchange, waiting: Exchange) -> None:
        super().__init__(exchange.name)
        self.exchange = exchange
        self.waiting = waiting


class Comparison:
    """Follows a log with a conversation, as far as the log obeys the protocol."""

    def __init__(self, conversation: Conversation, dialogue: Dialogue, places: Places) -> None:
        self._conversation = conversation
        self._dialogue = dialogue
        self._report = Reporter(conversation, dialogue)
        self._statements = Statements(conversation, self._report, places)
        self._pending: dict[int, Exchange] = {}
        self._failed: tuple[Failure, Exchange] | None = None
        self._quit = False
        self._course = Course(conversation.own)
        self._saying: Exchange | None = None
        self.said: list[Said] = []
        """The places where deals begin and actions are first mentioned."""
        self.beside: list[tuple[str, str]] = []
        """Content that no record holds, each with its kind."""
        self.at = 0
        """The offset of the last line that was processed."""

    def follow(self, events: Iterator[tuple[Exchange, bool]]) -> bool:
        """Follow exchanges, each when its command is sent and when its reply is complete.

        Return False if they could not be followed to the end.
        """
        try:
            for exchange, answered in events:
                self.at = (exchange.reply[-1] if answered else exchange.line).start
                self._check_seat(exchange)
                if answered:
                    self._answered(exchange)
                else:
                    self._sent(exchange)
        except Stop:
            return False
        except Early as early:
            with self._dialogue.findings.muted():
                rest = (each for each, came in events if came and not each.cut)
                answered = any(each is early.waiting for each in rest)
            self._explain(early, answered)
            return False
        for exchange in self._pending.values():
            if exchange.command is None:
                self._say_unknown(exchange)
        return True

    def _say_unknown(self, exchange: Exchange) -> None:
        """Report an unknown command, with its spelling if that is clear."""
        line, name, right = exchange.line, exchange.name, meant(exchange.name)
        due = None if right is None else line.content.replace(name, right, 1)
        self._report.say(codes.UNKNOWN_COMMAND, unknown(name), line, due=due)

    def _check_seat(self, exchange: Exchange) -> None:
        if exchange.seat not in self._conversation.seats:
            why = not_a_seat(exchange, self._conversation.seats)
            self._dialogue.say(game_codes.PLAYER_OUT_OF_RANGE, why, exchange.line)
            raise Stop

    # Commands

    def _sent(self, exchange: Exchange) -> None:
        """Process a command to a seat.

        Raises Stop if the log cannot be followed further, and Early if the command should have
        waited for a reply.
        """
        if exchange.name == "quit":
            self._quit = True
            return
        if self._failed is not None and exchange.name not in self._conversation.due(exchange.seat):
            self._stop_gone_on(*self._failed)
        pending = self._pending.get(exchange.seat)
        if pending is not None:
            self._stop_unanswered(pending)
        if exchange.command is None:
            if exchange.name in COMMANDS:
                raise Stop  # its wrong arguments have been reported
            self._pending[exchange.seat] = exchange
            return
        if self._quit:
            why = "the game goes on after `quit`"
            self._report.stop(codes.OUT_OF_ORDER, why, exchange.line)
        self._reach(exchange)
        self._pending[exchange.seat] = exchange
        self._statements.check(exchange)
        self._conversation.sent(exchange.seat, exchange.command)
        self._statements.place(exchange)
        if exchange.name not in ASKING:
            self._say(exchange, exchange.line.start)
        if exchange.name == "set_players":
            self._statements.check_player(exchange)
        self._report.zeros(exchange)

    def _reach(self, exchange: Exchange) -> None:
        """Advance to the step to which a command belongs."""
        conversation = self._conversation
        while exchange.name not in conversation.due(exchange.seat):
            if not conversation.step.complete:
                said = exchange.line.words
                why = f"expected {self._due}, not `{said}`"
                self._report.stop(codes.OUT_OF_ORDER, why, exchange.line)
            for other in self._pending.values():
                if other.command is not None:
                    raise Early(exchange, other)
            try:
                conversation.advance()
            except IllegalAction:
                raise Stop from None  # the check of the record reports the reason
            if conversation.over:
                why = "all deals were played, but the game goes on"
                self._report.stop(game_codes.GOES_ON_AFTER_END, why, exchange.line)

    @property
    def _due(self) -> str:
        """The expected command, and the seats that should get it."""
        seats = " or ".join(map(str, self._conversation.step.waiting))
        to = "" if self._conversation.own else f" to seat {seats}"
        return f"`{self._conversation.step.name}`{to}"

    def _stop_unanswered(self, pending: Exchange) -> None:
        if pending.command is None:
            self._say_unknown(pending)
            raise Stop
        why = f"`{pending.line.words}` was not answered, but another command follows"
        self._report.stop(codes.REPLY_MISSING, why, pending.line, pending)

    def _stop_gone_on(self, failure: Failure, exchange: Exchange) -> None:
        rule, why = _gone_on(failure)
        # without lines that end replies, the line after = may belong elsewhere
        stray = self._dialogue.bare and exchange.reply[0].word.startswith("=")
        line = exchange.reply[1 if stray and len(exchange.reply) > 1 else 0]
        self._report.stop(rule, why, line, exchange)

    def _explain(self, early: Early, answered: bool) -> None:
        """Report a command that came too early, given whether the missing reply followed."""
        exchange, waiting = early.exchange, early.waiting
        said, asked = (each.line.words for each in (exchange, waiting))
        to = "" if self._conversation.own else f" of seat {waiting.seat}"
        if answered:
            why = f"`{said}` comes before the reply{to} to `{asked}`"
            self._report.say(codes.OUT_OF_ORDER, why, exchange.line)
        elif waiting.reply:
            why = f"the reply to `{waiting.name}` is not followed by an empty line"
            last = waiting.reply[-1]
            due = self._dialogue.ended(last)
            self._report.say(codes.REPLY_NOT_ENDED, why, last, waiting, due=due)
        else:
            why = f"the game goes on, but seat {waiting.seat} has not answered `{asked}`"
            self._report.say(codes.WENT_ON, why, exchange.line, waiting)

    # Replies

    def _answered(self, exchange: Exchange) -> None:
        """Process a complete reply."""
        if self._pending.get(exchange.seat) is exchange:
            del self._pending[exchange.seat]
        name, said = exchange.name, exchange.said
        if name == "quit" or self._failed is not None:
            self._set_aside(exchange)
            return
        if exchange.command is None:
            if said.kind != "refused":
                self._say_unknown(exchange)
                raise Stop
            self.beside.append((UNKNOWN, exchange.line.words))
            self._set_aside(exchange)
            return
        self._set_aside(exchange, held=name in ASKING or said.kind == "malformed")
        failure = self._conversation.replied(exchange.seat, name, said)
        if failure is not None:
            self._failed = failure, exchange
        elif said.kind == "refused" and name != "time_left":
            why = f"every program must know `{name}`"
            self._report.say(codes.REFUSED, why, exchange.reply[0], exchange)
        elif name == "gen_declare":
            self._check_zeros(exchange)
        if failure is None and name in ASKING:
            self._say(exchange, exchange.reply[0].start)
        for each in self.said[-1:]:
            if self._saying is exchange:
                each.end = self._dialogue.at

    def _set_aside(self, exchange: Exchange, held: bool = False) -> None:
        """Remember the content of a reply that no record holds, except for its first line if
        `held`.
        """
        said = exchange.said
        if not held and (said.text or said.kind == "refused"):
            kind = REFUSALS if said.kind == "refused" else ANSWERS
            self.beside.append((kind, exchange.reply[0].words))
        if said.kind == "refused" or not held:
            self.beside += ((ANSWERS, each.words) for each in exchange.reply[1:])

    def _say(self, exchange: Exchange, start: int) -> None:
        """Remember the place of what an exchange begins or mentions first."""
        assert exchange.command is not None
        player = self._conversation.player(exchange.seat)
        moment = self._course.moment(exchange.name, player, exchange.command.arguments)
        if moment is not None:
            self.said.append(Said(moment, start, start))
            self._saying = exchange

    def _check_zeros(self, exchange: Exchange) -> None:
        bid = self._conversation.deal.bids[self._conversation.player(exchange.seat)]
        if str(bid) != exchange.said.text:
            why, line = f"write the number as {bid}", exchange.reply[0]
            due = line.content.replace(exchange.said.text, str(bid))
            self._report.say(codes.LEADING_ZEROS, why, line, exchange, due=due)

    # The end

    def result(self, notes: Notes) -> Result:
        """Return how the game ended; a comment in the log may give the reason."""
        conversation, reasons = self._conversation, notes.reasons
        waiting = [each for each in self._pending.values() if each.command is not None]
        if self._failed is None and waiting and not (notes.names_faults and not reasons):
            named = [each for each in waiting if conversation.player(each.seat) in reasons]
            first = min(named or waiting, key=lambda each: each.line.start)
            noted = reasons.get(conversation.player(first.seat), "unanswered")
            reason = noted if noted in SILENT else "unanswered"
            conversation.silent(first.seat, first.name, reason)
        return conversation.result()


def _gone_on(failure: Failure) -> tuple[Rule, str]:
    """Return what is wrong if a game goes on after a failure."""
    if failure.reason == "malformed":
        return codes.REPLY_MALFORMED, (
            "a reply begins with = or ?, and only a reply with ? may have several lines; "
            "this one should have ended the game, but it goes on"
        )
    if failure.reason == "refused":
        why = f"`{failure.command}` was refused, which should have ended the game, but it goes on"
        return codes.NOT_PUNISHED, why
    return (
        codes.NOT_PUNISHED,
        f"this answer should have ended the game, but it goes on: {failure.why}",
    )
