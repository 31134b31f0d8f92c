"""A limited supply of random numbers, for rules whose rounds may never end."""

from __future__ import annotations

from random import Random

from ..discovery import fails

MOST_DRAWS = 100_000
"""The maximum number of random numbers to draw for one record."""


class Draws(Random):
    """`Random` with a limit on how many numbers it draws.

    Raises GameFails beyond the limit, since a game that keeps drawing would never return.
    """

    def __init__(self, game: str, seed: int | str) -> None:
        super().__init__(seed)
        self._game = game
        self._left = MOST_DRAWS

    def random(self) -> float:
        """Draw a number from 0 to 1."""
        self._count()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Draw some bits."""
        self._count()
        return super().getrandbits(k)

    def _count(self) -> None:
        if not self._left:
            why = f"a round does not end: `generate` draws more than {MOST_DRAWS} random numbers"
            raise fails(self._game, why)
        self._left -= 1
