"""One step of the conversation: a command to some seats, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TypeAlias

from .words import ASKING, CLOCK

Seat: TypeAlias = int

OVER = "over"
"""The name of the step in which no command is expected."""


class Step:
    """A step and its progress: the command `name` goes to all `seats`.

    Each seat gets it this many `times`; `declare` is sent once for each player.
    """

    def __init__(self, name: str, seats: Sequence[Seat], times: int = 1) -> None:
        self.name = name
        self.timed: set[Seat] = set()
        """The seats that have been sent the time they have left."""
        self._seats = seats
        self._times = times
        self._sent = dict.fromkeys(seats, 0)
        self._waiting = len(seats) * times

    def copy(self) -> Step:
        """A copy of the step that can go on without changing this one."""
        other = copy(self)
        other.timed, other._sent = set(self.timed), dict(self._sent)
        return other

    def expected(self, seat: Seat) -> tuple[str, ...]:
        """Return the commands that may go to a seat now, in order.

        `time_left` comes before a question, and may be left out.
        """
        if self._sent.get(seat, self._times) >= self._times:
            return ()
        asks = self.name in ASKING and seat not in self.timed
        return (CLOCK, self.name) if asks else (self.name,)

    def sent(self, seat: Seat, name: str) -> None:
        """Record that an expected command is sent to a seat."""
        if name == CLOCK:
            self.timed.add(seat)
        else:
            self._sent[seat] += 1
            self._waiting -= 1

    def sent_to(self, seat: Seat) -> int:
        """Return how many times the command has been sent to a seat."""
        return self._sent[seat]

    @property
    def is_first(self) -> bool:
        """Whether the command has been sent to only one seat, only once."""
        return self._waiting == len(self._seats) * self._times - 1

    @property
    def waiting(self) -> list[Seat]:
        """The seats still waiting for the command."""
        return [seat for seat in self._seats if self._sent[seat] < self._times]

    @property
    def complete(self) -> bool:
        """Whether the command has been sent to all seats."""
        return self._waiting == 0
