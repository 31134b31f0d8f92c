"""Monte Carlo tree search for Go, with the values of moves made later in a playout (RAVE).

If there is a compiler, this file is compiled with the types in `search.pxd`.

Source: Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go"
(Artificial Intelligence 175, 2011).
"""

from __future__ import annotations

from ....replayer.beliefs.dice import Dice
from ....replayer.go.engine.engine import Table
from ....replayer.go.engine.numbers import BLACK, EMPTY, NONE, WHITE
from .playouts import candidates, finish, owner

_GROWS_AT = 3
"""How often a move is tried before the replies to it are searched."""

_EQUIVALENCE = 1000.0
"""The number of tries after which a move's own value counts as much as the value of playing it
later.
"""

_MARGIN = 0.1
"""The part of a value that depends on the margin, and not on who wins."""

_SURE = 0.9
"""A point's owner is certain if it is the same in this share of playouts."""


class Node:
    """A position in the tree: the moves to try there, and their results for the player to move."""

    player: int
    moves: list[int]
    tries: list[int]
    sums: list[float]
    later_tries: list[int]
    later_sums: list[float]
    children: list[Node | None]

    def __init__(self, table: Table, dice: Dice) -> None:
        self.player = table.turn
        found = candidates(table)
        first = dice.below(len(found))
        self.moves = found[first:] + found[:first]  # if moves are equal, the first one is tried
        count = len(found)
        self.tries, self.sums = [0] * count, [0.0] * count
        self.later_tries, self.later_sums = [1] * count, [0.5] * count
        self.children = [None] * count

    def best(self) -> int:
        """Return the index of the most promising move."""
        found, highest = 0, -1.0
        for index in range(len(self.moves)):
            tries, later = self.tries[index], self.later_tries[index]
            value = self.later_sums[index] / later
            if tries:
                share = later / (later + tries + later * tries / _EQUIVALENCE)
                value = share * value + (1.0 - share) * self.sums[index] / tries
            if value > highest:
                found, highest = index, value
        return found


class Search:
    """A search for the best move in a position; `komi` counts for White."""

    table: Table
    dice: Dice
    komi: float
    root: Node
    playouts: int
    owned: list[int]

    def __init__(self, table: Table, komi: float, dice: Dice) -> None:
        self.table, self.komi, self.dice = table, komi, dice
        self.root = Node(table, dice)
        self.playouts = 0
        self.owned = [0] * (table.columns * table.rows)
        """For each point, the number of playouts in which it went to Black, minus White's."""

    def run(self) -> None:
        """Play the game out once, and learn from the result."""
        table, node = self.table.copy(), self.root
        points = table.columns * table.rows
        firsts = [NONE] * (points + 1)
        nodes: list[Node] = []
        chosen: list[int] = []
        while True:
            index = node.best()
            move = node.moves[index]
            nodes.append(node)
            chosen.append(index)
            if firsts[move] == NONE:
                firsts[move] = node.player
            table.act(node.player, move)
            if table.passes > 1:
                break
            child = node.children[index]
            if child is None:
                if node.tries[index] < _GROWS_AT:
                    break
                child = Node(table, self.dice)
                node.children[index] = child
            node = child
        finish(table, self.dice, firsts)
        firsts[points] = NONE
        value = self._value(table)
        for place in range(len(nodes)):
            node, index = nodes[place], chosen[place]
            gain = 1.0 - value if node.player else value
            node.tries[index] += 1
            node.sums[index] += gain
            for other in range(len(node.moves)):
                if firsts[node.moves[other]] == node.player:
                    node.later_tries[other] += 1
                    node.later_sums[other] += gain
        self.playouts += 1
        for move in range(points):
            there = owner(table, table.at(move))
            if there == BLACK:
                self.owned[move] += 1
            elif there == WHITE:
                self.owned[move] -= 1

    def _value(self, table: Table) -> float:
        """Return how good the end of a game is for Black, from 0 to 1."""
        margin = table.area() - self.komi
        value = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
        share = margin / (2.0 * table.columns * table.rows) + 0.5
        return (1.0 - _MARGIN) * value + _MARGIN * min(1.0, max(0.0, share))

    def found(self) -> int:
        """Return the best move: the one tried most often, or a pass if the game is over."""
        table, pass_ = self.table, self.table.columns * self.table.rows
        margin = table.area() - self.komi
        if table.passes and (margin < 0 if table.turn else margin > 0):
            return pass_
        if self._is_settled():
            return pass_
        best = 0
        for index in range(len(self.root.moves)):
            if self.root.tries[index] > self.root.tries[best]:
                best = index
        return self.root.moves[best]

    def _is_settled(self) -> bool:
        """Return whether each point is certain to keep its present owner."""
        table = self.table
        needed = (2.0 * _SURE - 1.0) * self.playouts
        for move in range(table.columns * table.rows):
            stone = owner(table, table.at(move))
            mine = self.owned[move] if stone == BLACK else -self.owned[move]
            if stone == EMPTY or mine < needed:
                return False
        return True
