"""One step of the conversation: a command that goes to some seats, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .words import ASKING, CLOCK

Seat: TypeAlias = int

OVER = "over"
"""The name of the step in which nothing is due any more."""


class Step:
    """A step, and what of it has been sent: the command `name` goes to all `seats`.

    It goes `times` times to each of them: declarations, one of each player.
    """

    def __init__(self, name: str, seats: Sequence[Seat], times: int = 1) -> None:
        self.name = name
        self.timed: set[Seat] = set()
        """The seats that were told how much time they have left."""
        self._seats = seats
        self._times = times
        self._sent = dict.fromkeys(seats, 0)
        self._waiting = len(seats) * times

    def due(self, seat: Seat) -> tuple[str, ...]:
        """The commands that may go to a seat now, in their order.

        The time that is left comes before a question. It may be left out.
        """
        if self._sent.get(seat, self._times) >= self._times:
            return ()
        asks = self.name in ASKING and seat not in self.timed
        return (CLOCK, self.name) if asks else (self.name,)

    def sent(self, seat: Seat, name: str) -> None:
        """A command that is due goes to a seat."""
        if name == CLOCK:
            self.timed.add(seat)
        else:
            self._sent[seat] += 1
            self._waiting -= 1

    def sent_to(self, seat: Seat) -> int:
        """How often the command has gone to a seat."""
        return self._sent[seat]

    @property
    def is_first(self) -> bool:
        """Whether the command has gone to one seat only, and once."""
        return self._waiting == len(self._seats) * self._times - 1

    @property
    def waiting(self) -> list[Seat]:
        """The seats to which the command is still due."""
        return [seat for seat in self._seats if self._sent[seat] < self._times]

    @property
    def complete(self) -> bool:
        """Whether the command has gone to all seats."""
        return self._waiting == 0
