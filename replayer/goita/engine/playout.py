"""Rounds of Goita played to the end at random, using small integers.

If a compiler is available, this file is compiled with the types in `playout.pxd`.
"""

from __future__ import annotations

from ...beliefs.dice import Dice, size
from .engine import Table

_PASS, _HIDDEN = 0, 9
_ONE = 1


def draw(table: Table, dice: Dice) -> int:
    """Draw one of the legal actions of the player to act, uniformly at random."""
    attacks = [0, 0, 0, 0, 0, 0, 0, 0, 0]
    passes = 0 if table.leading else 1
    number = passes
    for first in range(1, _HIDDEN):
        attacks[first] = table.attacks(first)
        number += size(attacks[first])
    left = dice.below(number) - passes
    if left < 0:
        return _PASS
    first = 1
    while left >= size(attacks[first]):
        left -= size(attacks[first])
        first += 1
    for second in range(1, _HIDDEN):
        if attacks[first] & (_ONE << second):
            if left == 0:
                return 10 * first + second
            left -= 1
    return _PASS


def play_out(table: Table, dice: Dice) -> int:
    """Play a round with nothing hidden to the end; return the number of decisions."""
    decisions = 0
    if table.deciding:
        decisions = 1
        if table.may_play_on() and dice.below(2):
            table.play_on()
        else:
            table.redeal()
    while not table.ended:
        table.play(draw(table, dice))
        decisions += 1
    return decisions


def play_outs(start: Table, times: int, dice: Dice) -> tuple[int, list[tuple[int, int]]]:
    """Play out a round from this point, `times` times.

    Return the number of decisions, and the winning side and its points for each playout.
    """
    decisions = 0
    ends: list[tuple[int, int]] = []
    for _ in range(times):
        table = start.copy()
        decisions += play_out(table, dice)
        ends.append((table.side, table.points))
    return decisions, ends
