"""Games of Go played to the end at random.

If there is a compiler, this file is compiled with the types in `playout.pxd`.
"""

from __future__ import annotations

from ...beliefs.dice import Dice
from .engine import Table
from .numbers import LEGAL


def play_outs(start: Table, times: int, most: int, dice: Dice) -> tuple[int, list[int]]:
    """Play out a game from this position, `times` times.

    Return the number of moves, and Black's area minus White's each time. Raises OverflowError if a
    game does not end within `most` moves.
    """
    moves = 0
    areas: list[int] = []
    count = start.columns * start.rows + 1
    legal = [0] * count
    for _ in range(times):
        table = start.copy()
        taken = 0
        while table.passes < 2:
            found = 0
            for move in range(count):
                if table.breach(table.turn, move) == LEGAL:
                    legal[found] = move
                    found += 1
            table.act(table.turn, legal[dice.below(found)])
            taken += 1
            if taken > most:
                raise OverflowError("the game does not end")
        moves += taken
        areas.append(table.area())
    return moves, areas
