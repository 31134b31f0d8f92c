"""Checks that totals add up from hand to hand."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import Finding
from ..check import Place
from . import codes
from .record import Hand
from .state import Pair


class Ledger:
    """The correct and the recorded totals of a match, which differ after a slip.

    Some people add to the wrong totals that they wrote, others correct them: either way, the slip
    is reported only once, and so are two hands in the wrong order. Both totals are None if they
    cannot be computed after an earlier hand.
    """

    def __init__(self) -> None:
        self._right: Pair | None = (0, 0)
        self._written: Pair | None = (0, 0)
        self._wrong: tuple[Pair, Pair] | None = None
        """If the last hand's totals are wrong: the correct totals before it, and the wrong ones."""

    def check(self, hand: Hand, returns: Pair | None, place: Place) -> Iterator[Finding]:
        """Check a hand's totals, given its correct returns (None if they are unknown)."""
        said = hand.totals
        if returns is None or self._right is None or self._written is None:
            self._right = self._written = said
            self._wrong = None
            return
        won = (returns, hand.returns or returns)
        sums = [_plus(before, each) for before in (self._right, self._written) for each in won]
        fits = said in (None, *sums) or self._is_swapped(said, returns)
        wrong = None if fits else said
        if wrong is not None:
            why = f"the totals are {show(wrong)}, but must be {show(sums[0])}"
            fix = place.right(sums[0], "/totals")
            yield place.finding(codes.WRONG_TOTALS, why, "/totals", fix=fix)
        self._wrong = None if wrong is None else (self._right, wrong)
        self._right, self._written = sums[0], said or sums[-1]

    def _is_swapped(self, said: Pair | None, returns: Pair) -> bool:
        """Return whether the totals are right if this hand was played before the previous one."""
        if self._wrong is None or self._right is None:
            return False
        before, written = self._wrong
        return said == _plus(before, returns) and written == _plus(self._right, returns)


def _plus(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]


def show(chips: Pair) -> str:
    """Return the chips of both players as written in the notation."""
    return f"[{chips[0]}, {chips[1]}]"
