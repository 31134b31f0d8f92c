"""Go as simply as possible, to compare the engine with: sets of points, and every board kept."""

from collections.abc import Iterator
from typing import NamedTuple

Point = tuple[int, int]
Board = dict[Point, int]
Position = tuple[frozenset[tuple[Point, int]], int | None]


class Outcome(NamedTuple):
    """A board after a move: how many stones it took, and whether they were the player's own."""

    board: Board
    taken: frozenset[Point]
    own: bool


class Naive:
    """A game; `history` has each board, with the player to move."""

    def __init__(self, columns: int, rows: int) -> None:
        self.points = [(column, row) for row in range(rows) for column in range(columns)]
        self.board: Board = {}
        self.history = [(frozenset(self.board.items()), 0)]

    def around(self, at: Point) -> Iterator[Point]:
        x, y = at
        yield from {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & {*self.points}

    def chain(self, board: Board, at: Point) -> tuple[set[Point], bool]:
        """Return the stones connected with a stone, and whether they have a liberty."""
        found, left, free = {at}, [at], False
        while left:
            for near in self.around(left.pop()):
                free |= near not in board
                if board.get(near) == board[at] and near not in found:
                    found.add(near)
                    left.append(near)
        return found, free

    def after(self, player: int, at: Point) -> Outcome:
        """Return the board after a move on an empty point."""
        board = {**self.board, at: player}
        others = [near for near in self.around(at) if board.get(near) == 1 - player]
        dead = [stones for stones, free in (self.chain(board, near) for near in others) if not free]
        taken = frozenset(stone for stones in dead for stone in stones)
        own = False
        if not taken:
            stones, free = self.chain(board, at)
            own = not free
            taken = frozenset(stones) if own else taken
        return Outcome({key: board[key] for key in board if key not in taken}, taken, own)

    def is_legal(self, player: int, at: Point, suicide: str, superko: str) -> bool:
        """Return whether a move is legal under these options."""
        if at in self.board:
            return False
        found = self.after(player, at)
        allowed = {"forbidden": False, "several": len(found.taken) > 1, "allowed": True}
        if found.own and not allowed[suicide]:
            return False
        now = frozenset(found.board.items())
        boards = [board for board, _ in self.history]
        if len(boards) > 1 and now == boards[-2] and not found.own:
            return False  # the simple ko
        if superko == "positional":
            return now not in boards
        return superko != "situational" or (now, 1 - player) not in self.history

    def move(self, player: int, at: Point | None) -> None:
        if at is not None:
            self.board = self.after(player, at).board
        self.history.append((frozenset(self.board.items()), 1 - player))
