"""Games of Go played out at random, except that players do not fill their own eyes.

If there is a compiler, this file is compiled with the types in `playouts.pxd`.
"""

from __future__ import annotations

from ....replayer.beliefs.dice import Dice
from ....replayer.go.engine.engine import Table
from ....replayer.go.engine.numbers import BLACK, EDGE, EMPTY, LEGAL, NONE, WHITE

_LONGEST = 3
"""The maximum number of moves per point in a playout, as some kos would go on forever."""


def is_eye(table: Table, player: int, at: int) -> bool:
    """Return whether an empty place is an eye of a player: a point that should not be filled.

    The player has all neighbouring points, and enough of the diagonal ones.
    """
    board = table.board
    for side in range(4):
        there = board[at + table.steps[side]]
        if there != player + 1 and there != EDGE:
            return False
    wrong, edge, across = 0, 0, table.stride
    for corner in (across + 1, across - 1, -across + 1, -across - 1):
        there = board[at + corner]
        if there == 2 - player:
            wrong += 1
        elif there == EDGE:
            edge = 1
    return wrong + edge < 2


def candidates(table: Table) -> list[int]:
    """Return the legal moves of the player to move, except into that player's eyes, and a pass.

    Moves that some rules forbid are left out if the rules are unknown.
    """
    points, player = table.columns * table.rows, table.turn
    found: list[int] = []
    for move in range(points):
        at = table.at(move)
        empty = table.board[at] == EMPTY
        if empty and not is_eye(table, player, at) and table.breach(player, move) == LEGAL:
            found.append(move)
    found.append(points)
    return found


def finish(table: Table, dice: Dice, firsts: list[int]) -> int:
    """Play a game to its end at random, and return the number of moves.

    Players pass only if all other moves are illegal or fill their own eyes. In `firsts`, NONE is
    replaced by the first player to move at each point.
    """
    points = table.columns * table.rows
    empty = _empty(table)
    taken, most = 0, _LONGEST * points
    while table.passes < 2 and taken < most:
        player, left, move = table.turn, len(empty), points
        while left > 0:
            place = dice.below(left)
            move = empty[place]
            left -= 1
            empty[place] = empty[left]
            empty[left] = move
            if not is_eye(table, player, table.at(move)) and table.move(player, move):
                break
            move = points
        if move == points:
            table.act(player, points)
        else:
            if firsts[move] == NONE:
                firsts[move] = player
            if table.taken:
                empty = _empty(table)
            else:
                empty[left] = empty[len(empty) - 1]
                empty.pop()
        taken += 1
    return taken


def _empty(table: Table) -> list[int]:
    """Return the empty points."""
    found: list[int] = []
    for move in range(table.columns * table.rows):
        if table.board[table.at(move)] == EMPTY:
            found.append(move)
    return found


def owner(table: Table, at: int) -> int:
    """Return the owner of a place, or EMPTY if it is empty and borders on both players or none."""
    board = table.board
    if board[at] != EMPTY:
        return board[at]
    borders, seen, found = 0, {at}, [at]
    for place in found:
        for side in range(4):
            near = place + table.steps[side]
            there = board[near]
            if there == BLACK or there == WHITE:  # noqa: SIM109  # a set is slow when compiled
                borders |= there
            elif there == EMPTY and near not in seen:
                seen.add(near)
                found.append(near)
    return borders if borders == BLACK or borders == WHITE else EMPTY  # noqa: SIM109
