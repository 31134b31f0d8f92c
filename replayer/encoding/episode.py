"""A round in progress for environments: an encoder with checked arguments and arrays of its own."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from .encoder import Encoder
from .numbers import NOBODY


class Sizes(Struct, frozen=True):
    """The number of ids, the bytes of both arrays, and the numbers of players and outcomes."""

    actions: int
    observation: int
    perfect: int
    players: int
    outcomes: int


class Episode:
    """A round in progress, from its first decision on.

    `seat` is the player who acts, or -1: the round is over, or chance acts. Players who act at the
    same time act in the order of their seats, without seeing what the others chose.
    """

    def __init__(self, encoder: Encoder, sizes: Sizes) -> None:
        self._encoder, self._sizes = encoder, sizes
        self._mask: bytearray | None = None

    @property
    def seat(self) -> int:
        """The player who acts, or -1."""
        return self._encoder.seat

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.seat == NOBODY and self._encoder.returns() is not None

    def copy(self) -> Episode:
        """Return a copy that can be played independently."""
        return Episode(self._encoder.copy(), self._sizes)

    def mask(self) -> bytearray:
        """Return a byte for each id, 1 if it is legal now."""
        return self._legal()[:]

    def _legal(self) -> bytearray:
        """Return the mask, which is made once and must not be changed."""
        if self._mask is None:
            self._mask = bytearray(self._sizes.actions)
            if self.seat != NOBODY:
                self._encoder.mask(self._mask, 0)
        return self._mask

    def observe(self, seat: int) -> bytearray:
        """Return what a seat observes. Raises ValueError if there is no such seat."""
        if seat not in range(self._sizes.players):
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self._sizes.players - 1}")
        row = bytearray(self._sizes.observation)
        self._encoder.observe(row, 0, seat)
        return row

    def reveal(self) -> bytearray:
        """Return what is hidden from some players."""
        row = bytearray(self._sizes.perfect)
        self._encoder.reveal(row, 0)
        return row

    def step(self, number: int) -> None:
        """Take an id for the seat that acts. Raises ValueError if it is not legal."""
        if number not in range(self._sizes.actions) or not self._legal()[number]:
            raise ValueError(f"id {number} is not legal")
        self._mask = None
        self._encoder.step(number)

    def draw(self, outcome: int) -> None:
        """Let chance take an outcome, by its number. Raises ValueError if that is impossible."""
        if self.seat != NOBODY or self.over or outcome not in range(self._sizes.outcomes):
            raise ValueError(f"chance cannot take outcome {outcome}")
        self._mask = None
        self._encoder.step(~outcome)

    def returns(self) -> Sequence[float] | None:
        """Return the points of each player in the round, or None until it is over."""
        return self._encoder.returns()
