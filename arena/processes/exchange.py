"""Send commands to several programs at once, and yield their replies as they arrive.

Programs may think simultaneously, each on its own clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import NamedTuple, TypeAlias

from .clock import CLOCK
from .seat import Failed, Seat


class Sent(NamedTuple):
    """A command that is about to be sent to a seat."""

    seat: Seat
    command: str


class Replied(NamedTuple):
    """A reply to a command: its lines, without the empty line that ends it."""

    seat: Seat
    command: str
    lines: Sequence[str]


class Missing(NamedTuple):
    """A command that will not be answered."""

    seat: Seat
    command: str
    failed: Failed


Event: TypeAlias = Sent | Replied | Missing


def exchange(work: Mapping[Seat, Sequence[str]]) -> Iterator[Event]:
    """Send each seat its commands one by one, waiting for the reply to each."""
    pending = {seat: deque(commands) for seat, commands in work.items()}
    for seat, commands in pending.items():
        yield Sent(seat, commands[0])
    for seat, commands in pending.items():
        seat.ask(commands[0])
    while pending:
        idle = True
        for seat, commands in list(pending.items()):
            event = _look(seat, commands[0])
            if event is None:
                continue
            idle = False
            yield event
            commands.popleft()
            if isinstance(event, Missing) or not commands:
                del pending[seat]
            else:
                yield Sent(seat, commands[0])
                seat.ask(commands[0])
        if idle:
            _wait(pending)


def last_replies(seats: Mapping[Seat, int]) -> Iterator[tuple[Seat, Sequence[str]]]:
    """Yield each seat's last reply, given the number of replies that still come before it."""
    waiting = dict(seats)
    while waiting:
        idle = True
        for seat, before in list(waiting.items()):
            event = _look(seat, "")
            if event is None:
                continue
            idle = False
            if isinstance(event, Replied) and before > 0:
                waiting[seat] -= 1
                continue
            del waiting[seat]
            if isinstance(event, Replied):
                yield seat, event.lines
        if idle:
            _wait(waiting)


def _look(seat: Seat, command: str) -> Replied | Missing | None:
    try:
        lines = seat.reply()
    except Failed as failed:
        return Missing(seat, command, failed)
    return None if lines is None else Replied(seat, command, lines)


def _wait(seats: Collection[Seat]) -> None:
    """Wait briefly until a seat can be read from or written to, or is out of time."""
    with DefaultSelector() as selector:
        for seat in seats:
            selector.register(seat.stdout, EVENT_READ)
            if seat.unsent:
                selector.register(seat.stdin, EVENT_WRITE)
        left = min(seat.deadline for seat in seats) - CLOCK.now()
        ready = selector.select(min(max(left, 0), CLOCK.look))
    writable = {key.fd for key, events in ready if events & EVENT_WRITE}
    for seat in seats:
        if seat.stdin in writable:
            seat.send()
