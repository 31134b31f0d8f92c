"""The scores of a match as numbers; each is calculated only once, when first needed.

If a compiler is available, this file is compiled with the types in `scores.pxd`.
"""

from __future__ import annotations

from functools import lru_cache

from .engine.numbers import NO_TRUMP, trump_word
from .options import Options
from .rules.scoring import ALL_POINTS, score
from .rules.state import Contract

_NOT_YET, _LOST, _WON, _HUGE = range(4)
_SIZE = ALL_POINTS + 1
_MOST = 1_000_000_000
_EMPTY = [0] * (4 * _SIZE * _SIZE)


class Scores:
    """The scores under the given options, each at its own index."""

    options: Options
    values: list[int]
    kinds: list[int]

    def __init__(self, options: Options) -> None:
        self.options = options
        self.values, self.kinds = list(_EMPTY), list(_EMPTY)

    def place(self, bid: int, trump: int, points: int, solo: bool) -> int:
        """Return the index of the score for a side with these points, under a contract for `bid`.

        The index is negative for impossible points and for scores above a billion.

        >>> scores = Scores(Options())
        >>> place = scores.place(15, 2, 17, False)
        >>> scores.value(place), scores.won(place)
        (1500, True)
        """
        if bid < 0 or bid >= _SIZE or points < 0 or points >= _SIZE:
            return -1
        at = 4 * (_SIZE * bid + points) + 2 * (trump == NO_TRUMP) + solo
        if self.kinds[at] == _NOT_YET:
            self._reckon(at, bid, trump, points, solo)
        return -1 if self.kinds[at] == _HUGE else at

    def value(self, place: int) -> int:
        """Return the score at an index."""
        return self.values[place]

    def won(self, place: int) -> bool:
        """Return whether the contract is made."""
        return self.kinds[place] == _WON

    def _reckon(self, at: int, bid: int, trump: int, points: int, solo: bool) -> None:
        found = score(self.options, Contract(bid, trump_word(trump)), points, solo)
        if abs(found.value) > _MOST:
            self.kinds[at] = _HUGE
        else:
            self.values[at], self.kinds[at] = found.value, _WON if found.won else _LOST


@lru_cache(maxsize=64)
def scores_of(options: Options) -> Scores:
    """Return the scores under the given options."""
    return Scores(options)
