"""Payoffs and the next dealer.

If a compiler is available, this file is compiled with the types in `settling.pxd`.

Source: the paper, III.4.1 (deal) and III.4.5 (scoring).
"""

from __future__ import annotations

from ..cards import PLAYERS


def share(player: int, president: int, friend: int) -> int:
    """Return a player's gain as a multiple of the score; without a friend, `friend` is negative.

    >>> [share(player, 0, 3) for player in range(5)], share(0, 0, -1)
    ([2, -1, -1, 1, -1], 4)
    """
    if player == friend:
        return 1
    if player == president:
        return PLAYERS - 1 if friend < 0 else 2
    return -1


def next_dealer(dealer: int, president: int, friend: int) -> int:
    """Return who deals next: the friend, the president if alone, or the same dealer again.

    Negative numbers mean nobody.
    """
    if president < 0:
        return dealer
    return president if friend < 0 else friend
