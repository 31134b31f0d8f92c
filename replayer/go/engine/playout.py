"""Games of Go played to the end at random.

If there is a compiler, this file is compiled with the types in `playout.pxd`.
"""

from __future__ import annotations

from ...beliefs.dice import Dice
from .engine import Table


def play_outs(start: Table, times: int, most: int, dice: Dice) -> tuple[int, list[int]]:
    """Play out a game from this position, `times` times.

    Return the number of moves, and Black's area minus White's each time. Raises OverflowError if a
    game does not end within `most` moves.
    """
    moves = 0
    areas: list[int] = []
    for _ in range(times):
        table = start.copy()
        taken = 0
        while table.passes < 2:
            legal = table.legal(table.turn)
            table.act(table.turn, legal[dice.below(len(legal))])
            taken += 1
            if taken > most:
                raise OverflowError("the game does not end")
        moves += taken
        areas.append(table.area())
    return moves, areas
