"""Deals of Planowanie played to the end at random, using small integers.

If a compiler is available, this file is compiled with the types in `playout.pxd`.
"""

from __future__ import annotations

from ...beliefs.dice import Dice
from .engine import Table, scores


def play_outs(start: Table, times: int, dice: Dice) -> tuple[int, list[tuple[int, ...]]]:
    """Play out a fully visible deal from this point, `times` times.

    Return the number of decisions, and each player's points for each playout.
    """
    decisions = 0
    ends: list[tuple[int, ...]] = []
    for _ in range(times):
        table = start.copy()
        table.written = False
        if not table.declarations:
            table.declare([dice.below(table.cards + 1) for _ in range(table.players)])
            decisions += table.players
        while not table.over:
            table.play(dice.one_of(table.legal()))
            decisions += 1
        taken = [table.taken[seat] for seat in range(table.players)]
        ends.append(scores(table.cards, taken, table.declarations))
    return decisions, ends
