"""A round in progress as numbers for programs that learn.

If a compiler is available, this file is compiled with the types in `encoder.pxd`.
"""

from __future__ import annotations

from collections.abc import Sequence

from .numbers import MISSING, NOBODY


class Unencodable(ValueError):
    """A record breaks a rule, hides or leaves out something, or is not played in turn."""


class Encoder:
    """A round in progress, from its first decision on; `step` changes it.

    `seat` is the player who acts, or NOBODY: the round is over, or chance acts. Players who act at
    the same time act here in the order of their seats, and do not see what the others chose. All
    methods that write to `out` begin at `at`, and expect zeros there.
    """

    seat: int
    tricks: int
    players: int

    def __init__(self) -> None:
        self.seat = NOBODY
        self.tricks = NOBODY
        self.players = 0

    def copy(self) -> Encoder:
        """Return a copy that can be played independently."""
        raise NotImplementedError

    def mask(self, out: bytearray, at: int) -> None:
        """Write 1 for each id that is legal for the seat."""
        raise NotImplementedError

    def observe(self, out: bytearray, at: int, seat: int) -> None:
        """Write a seat's observation."""
        raise NotImplementedError

    def reveal(self, out: bytearray, at: int) -> None:
        """Write what is hidden from some players."""
        raise NotImplementedError

    def step(self, number: int) -> None:
        """Take a legal id, or a chance outcome, given the complement (`~`) of its number."""
        raise NotImplementedError

    def returns(self) -> Sequence[float] | None:
        """Return the points of each player in the round, or None until it is over."""
        raise NotImplementedError

    def run(
        self,
        numbers: Sequence[int],
        row: int,
        masks: bytearray,
        actions: int,
        observations: bytearray,
        seen: int,
        hidden: bytearray | None,
        unseen: int,
        seats: bytearray,
        ids: list[int],
    ) -> int:
        """Write a row for each decision until an illegal one; return how many numbers were taken.

        The rows begin at `row`; a row has `actions`, `seen` and `unseen` bytes. From the index
        `tricks` on, the numbers of each trick are in the order of the seats.
        """
        for at in range(len(numbers)):
            number = numbers[at]
            if self.tricks >= 0 and at >= self.tricks:
                if self.seat < 0:
                    return at
                number = numbers[at - (at - self.tricks) % self.players + self.seat]
            if number < 0 and number != MISSING:
                self.step(number)
                continue
            if self.seat < 0 or number < 0 or number >= actions:
                return at
            self.mask(masks, row * actions)
            if not masks[row * actions + number]:
                return at
            self.observe(observations, row * seen, self.seat)
            if hidden is not None:
                self.reveal(hidden, row * unseen)
            seats[row] = self.seat
            ids[row] = number
            self.step(number)
            row += 1
        return len(numbers)


def advance(
    encoders: list[Encoder],
    numbers: list[int],
    masks: bytearray,
    actions: int,
    observations: bytearray,
    seen: int,
    seats: bytearray,
) -> list[int]:
    """Take an id in each round, and write a row for the seat that acts next, where there are zeros.

    Return the indexes of the rounds in which nobody acts now; their rows are not written.
    """
    stopped: list[int] = []
    for at in range(len(encoders)):
        encoder = encoders[at]
        encoder.step(numbers[at])
        if encoder.seat < 0:
            stopped.append(at)
        else:
            encoder.mask(masks, at * actions)
            encoder.observe(observations, at * seen, encoder.seat)
            seats[at] = encoder.seat
    return stopped
