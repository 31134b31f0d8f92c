"""The arbiter of a game between programs.

It sends the commands that the game's protocol calls for, and passes the replies back to the
protocol. Every line of the log is written before it takes effect.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from ..formats.interface.protocol import Conversation, Fault, Protocol
from .processes.exchange import Missing, Replied, Sent, exchange, last_replies
from .processes.seat import Seat

PARTING = 1.0
"""How many seconds a program has to answer the parting command and exit."""

_LONGEST = 200
"""The maximum length of an explanation, in characters."""

Lines: TypeAlias = Generator[str, None, None]


class Match:
    """One game between the programs in its seats; `lines` counts the lines already in its log.

    If the game ended early, `fault` is the reason, and `fault_line` is the line of the log with the
    faulty reply or the unanswered command.
    """

    def __init__(
        self,
        protocol: Protocol,
        begin: Callable[[Random], Conversation],
        seats: Sequence[Seat],
        deals: Random,
        lines: int = 0,
    ) -> None:
        self.fault: Fault | None = None
        self.fault_line: int | None = None
        self._protocol = protocol
        self._conversation = begin(deals)
        self._seats = seats
        self._lines = lines
        self._unanswered: dict[int, int] = {}
        """The line number of each seat's unanswered command, if it has one."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's points so far."""
        return self._conversation.points

    def play(self) -> Lines:
        """Play the game, and yield each line of its log before it takes effect."""
        for line in self._whole():
            self._lines += 1
            yield line

    def _whole(self) -> Lines:
        while self.fault is None and (work := self._conversation.commands(self._left)):
            yield from self._send(work)
        if self.fault is not None:
            self._seats[self.fault.player].kill()
        yield from self._part()
        if self.fault is not None:
            yield self._protocol.tail(self.fault)

    def _left(self, seat: int) -> int:
        """Return how many milliseconds a seat has left."""
        return int(self._seats[seat].left * 1000)

    def _send(self, work: Mapping[int, Sequence[str]]) -> Lines:
        """Send commands and receive the replies, stopping at a fault."""
        conversation = self._conversation
        for event in exchange({self._seats[number]: each for number, each in work.items()}):
            number, fault = event.seat.number, None
            match event:
                case Sent():
                    yield self._protocol.sent(number, event.command)
                    conversation.sent(number, event.command)
                    self._unanswered[number] = self._lines
                    continue
                case Missing():
                    line, failed = self._unanswered[number], event.failed
                    fault = conversation.silent(number, event.command, failed.reason, str(failed))
                case Replied():
                    line = self._lines + 1
                    yield from self._received(event.seat, event.lines)
                    del self._unanswered[number]
                    fault = conversation.replied(number, event.command, event.lines)
            if fault is not None:
                self.fault, self.fault_line = _shortened(fault), line
                return

    def _part(self) -> Lines:
        """Let the programs exit on their own. Their replies no longer change anything."""
        deadline = time.monotonic() + PARTING
        # Programs that have just ended are included: the log must not depend on the exact moment.
        faulty = None if self.fault is None else self.fault.player
        left = [seat for seat in self._seats if seat.number != faulty]
        parting = self._protocol.parting
        for seat in left:
            yield self._protocol.sent(seat.number, parting)
        for seat in left:
            seat.part(parting, PARTING)
        # After a fault, the next reply of a seat may answer the previous command.
        for seat, lines in last_replies({each: each.number in self._unanswered for each in left}):
            if self._conversation.replied(seat.number, parting, lines) is None:
                yield from self._received(seat, lines)
        for seat in left:
            seat.hang_up()
        for seat in left:
            seat.wait(deadline)

    def _received(self, seat: Seat, lines: Sequence[str]) -> Iterator[str]:
        """Yield the lines of a reply for the log, including the empty line that ends it."""
        for line in (*lines, ""):
            yield self._protocol.received(seat.number, line)


def _shortened(fault: Fault) -> Fault:
    why = fault.why
    return fault if len(why) <= _LONGEST else replace(fault, why=f"{why[:_LONGEST]}…")
