"""Random numbers that come to an end, for rules that may have none."""

from __future__ import annotations

from random import Random

from ..discovery import fails

MOST_DRAWS = 100_000
"""More numbers than these are drawn for no record."""


class Draws(Random):
    """The numbers that `Random` gives for a seed, up to a bound.

    Raises GameFails behind it: a game that draws on and on would never answer.
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
            why = f"a round does not end: `generate` draws more than {MOST_DRAWS} times"
            raise fails(self._game, why)
        self._left -= 1
