"""Whether the totals add up, from hand to hand."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import Finding
from ..check import Place
from . import codes
from .record import Hand
from .state import Pair


class Ledger:
    """The totals of a match: as they are right, and as they were written down.

    The two differ after a slip. Some people then add to what they wrote, others correct it: either
    way the slip is reported once. Both are None where a hand before cannot be added up.
    """

    def __init__(self) -> None:
        self._right: Pair | None = (0, 0)
        self._written: Pair | None = (0, 0)

    def check(self, hand: Hand, returns: Pair | None, place: Place) -> Iterator[Finding]:
        """Enter a hand, given its right returns: None where they are not known."""
        said = hand.totals
        if returns is None or self._right is None or self._written is None:
            self._right = self._written = said
            return
        won = (returns, hand.returns or returns)
        sums = [_plus(before, each) for before in (self._right, self._written) for each in won]
        if said is not None and said not in sums:
            why = f"the totals are given as {show(said)}, but they are {show(sums[0])}"
            yield place.finding(codes.WRONG_TOTALS, why, "/totals")
        self._right, self._written = sums[0], said or sums[-1]


def _plus(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]


def show(chips: Pair) -> str:
    """The chips of both players, as the notation writes them."""
    return f"[{chips[0]}, {chips[1]}]"
