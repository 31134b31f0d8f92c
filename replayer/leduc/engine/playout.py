"""Hands of Leduc poker played to the end at random, using small integers.

If a compiler is available, this file is compiled with the types in `playout.pxd`.
"""

from __future__ import annotations

from ...beliefs.dice import Dice
from .engine import Table


def play_outs(start: Table, times: int, dice: Dice) -> tuple[int, list[int]]:
    """Play out a fully visible hand from this point, `times` times.

    Return the number of decisions, and what player 0 gained each time.
    """
    decisions = 0
    ends: list[int] = []
    for _ in range(times):
        table = start.copy()
        table.written = False
        while not table.end:
            if table.deals:
                table.deal(dice.one_of(table.unseen()))
            else:
                table.act(table.turn, dice.one_of(table.legal()))
                decisions += 1
        ends.append(table.gain)
    return decisions, ends
