"""Whether all stones on a board are certain to live, using integers.

If there is a compiler, this file is compiled with the types in `life.pxd`.
"""

from __future__ import annotations

from .engine import Table
from .numbers import BLACK, EDGE, EMPTY, WHITE

_STACK = [0] * 2704
"""Connected places."""

_CHAINS = [0] * 2862
"""The number of the chain at each place."""

_EYES, _NEAR, _LAST = [0] * 2705, [0] * 2705, [0] * 2705
"""For each chain, by its number: how many vital regions it has, how many points of the current
region are beside it, and the place of the last of these.
"""


def lives(table: Table) -> bool:
    """Return whether there are stones, and none can ever be taken.

    Each chain then has two vital regions. A vital region of a chain is a set of connected points
    without stones of its player, in which each empty point is beside the chain (Benson, "Life in
    the game of Go", 1976).
    """
    some = table.board.count(BLACK) + table.board.count(WHITE) > 0
    return some and _live(table, BLACK) and _live(table, WHITE)


def _live(table: Table, own: int) -> bool:
    """Return whether all chains of a player's stones live."""
    board, chains, size = table.board, 0, table.columns * table.rows
    for start in range(size):
        _CHAINS[table.at(start)] = 0
    for start in range(size):
        at = table.at(start)
        if board[at] == own and _CHAINS[at] == 0:
            chains += 1
            _EYES[chains] = _NEAR[chains] = _LAST[chains] = 0
            _connect(table, at, own, chains)
    for start in range(size):
        at = table.at(start)
        if _CHAINS[at] == 0:
            _count_eyes(table, own, _connect(table, at, own, -1))
    chain = 1
    while chain <= chains and _EYES[chain] > 1:
        chain += 1
    return chain > chains


def _connect(table: Table, at: int, own: int, number: int) -> int:
    """Number connected places: a player's chain or, with -1, points without the player's stones.

    Return the number of places, which are then in `_STACK`.
    """
    board, count, index = table.board, 1, 0
    _STACK[0], _CHAINS[at] = at, number
    while index < count:
        place = _STACK[index]
        index += 1
        for side in range(4):
            near = place + table.steps[side]
            there = board[near]
            if there != EDGE and _CHAINS[near] == 0 and (there == own) == (number > 0):
                _CHAINS[near] = number
                _STACK[count] = near
                count += 1
    return count


def _count_eyes(table: Table, own: int, count: int) -> None:
    """Count the region in `_STACK` for each chain to which it is vital."""
    board, empty = table.board, 0
    for index in range(count):
        place = _STACK[index]
        if board[place] == EMPTY:
            empty += 1
            for side in range(4):
                near = place + table.steps[side]
                if board[near] == own and _LAST[_CHAINS[near]] != place:
                    _LAST[_CHAINS[near]] = place
                    _NEAR[_CHAINS[near]] += 1
    for index in range(count):
        for side in range(4):
            near = _STACK[index] + table.steps[side]
            if board[near] == own:
                _EYES[_CHAINS[near]] += empty > 0 and _NEAR[_CHAINS[near]] == empty
                _NEAR[_CHAINS[near]] = 0
