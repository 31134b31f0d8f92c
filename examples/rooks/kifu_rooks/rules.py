"""The rules: kings and rooks on a five-by-five board, moving as in chess.

White has a king and two rooks, Black a king and one. Mate wins; stalemate and a board without rooks
are draws. There is no limit on the length of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random

from msgspec import Struct

from kifu.replayer.rules import Action, Decision, IllegalAction, Node, Terminal, Transition

from .codes import NO_MOVE

SIZE = 5
FILES, RANKS = "abcde", "12345"
NAMES = [file + rank for rank in RANKS for file in FILES]
SQUARES = {name: number for number, name in enumerate(NAMES)}
START = "R.K.R" + "....." * 3 + ".k.r."
KINGS, ROOKS = "Kk", "Rr"

_SPELLED = re.compile(r"([KR])([a-e]?)([1-5]?)(x?)([a-e][1-5])[+#]?")


def _ray(square: int, step: tuple[int, int], length: int) -> list[int]:
    found, file, rank = list[int](), square % SIZE, square // SIZE
    for _ in range(length):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < SIZE and 0 <= rank < SIZE):
            break
        found.append(rank * SIZE + file)
    return found


STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
AROUND = [(file, rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if file or rank]
RAYS = [[_ray(square, step, SIZE) for step in STRAIGHT] for square in range(SIZE * SIZE)]
STEPS = [[at for step in AROUND for at in _ray(square, step, 1)] for square in range(SIZE * SIZE)]


class State(Struct, frozen=True):
    """The squares from a1 to e5, the number of moves made so far, and the last move."""

    board: str = START
    ply: int = 0
    last: Action = ""

    @property
    def player(self) -> int:
        """The player to move."""
        return self.ply % 2


def is_attacked(board: str, square: int, player: int) -> bool:
    """Return whether a player attacks a square."""
    if any(board[at] == KINGS[player] for at in STEPS[square]):
        return True
    seen = (next((board[at] for at in ray if board[at] != "."), "") for ray in RAYS[square])
    return ROOKS[player] in seen


def in_check(board: str, player: int) -> bool:
    """Return whether a player's king is attacked."""
    return is_attacked(board, board.index(KINGS[player]), 1 - player)


def moved(board: str, start: int, end: int) -> str:
    """Return the board after a move."""
    squares = [*board]
    squares[end], squares[start] = squares[start], "."
    return "".join(squares)


def _reached(board: str, start: int) -> Iterator[int]:
    """Yield the squares that a piece can reach, even if they are occupied."""
    if board[start] in KINGS:
        yield from STEPS[start]
        return
    for ray in RAYS[start]:
        for at in ray:
            yield at
            if board[at] != ".":
                break


@lru_cache(4096)
def legal_moves(board: str, player: int) -> tuple[Action, ...]:
    """Return a player's legal moves."""
    own = KINGS[player] + ROOKS[player]
    return tuple(
        NAMES[start] + NAMES[end]
        for start in range(SIZE * SIZE)
        if board[start] in own
        for end in _reached(board, start)
        if board[end] not in own and board[end] not in KINGS
        if not in_check(moved(board, start, end), player)
    )


def illegal(board: str, player: int, action: Action) -> str:
    """Return why a move is illegal, without naming it: boards list moves by their reasons."""
    start, end = SQUARES.get(action[:2]), SQUARES.get(action[2:])
    own = KINGS[player] + ROOKS[player]
    if start is None or end is None:
        return "a move is two squares, such as a1a2"
    if board[start] not in own:
        return "the player has no piece on the first square"
    if board[end] in own:
        return "the player has a piece on the second square"
    if end not in _reached(board, start):
        return "kings move one square, and rooks in a line up to the next piece"
    if board[end] in KINGS:
        return "kings are never taken"
    if in_check(moved(board, start, end), player):
        return "the king would be in check"
    return "it is not this player's turn, or the game is over"


def halves(board: str, player: int) -> tuple[int, int] | None:
    """Return both players' half points if the game is over when `player` is to move, or None."""
    if not (set(board) & set(ROOKS)):
        return 1, 1
    if legal_moves(board, player):
        return None
    if not in_check(board, player):
        return 1, 1
    return (2 * player, 2 - 2 * player)


class Rules(Struct, frozen=True):
    """The rules of rooks."""

    players: int = 2
    most_plies: int = 1_000_000

    def initial_state(self) -> State:
        """Return the initial position."""
        return State()

    def next_round(self, end: State) -> None:
        """Return None: a match is a single game."""
        return None

    def node(self, state: State) -> Node:
        """Return the node: the players move in turn until the game is over."""
        over = halves(state.board, state.player) is not None
        return Terminal() if over else Decision((state.player,))

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Return the player's legal moves, or none if it is the other player's turn."""
        if player != state.player or halves(state.board, player) is not None:
            return ()
        return legal_moves(state.board, player)

    def chance_outcomes(self, state: State) -> None:
        """Never called: nothing is left to chance."""
        raise NotImplementedError

    def sample(self, state: State, rng: Random) -> Action:
        """Never called: nothing is left to chance."""
        raise NotImplementedError

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction if a move is not legal."""
        if action not in self.legal_actions(state, player):
            meant = self.parse(state, player, action)
            if meant == action:
                raise IllegalAction(NO_MOVE, illegal(state.board, player, action))
            raise IllegalAction(NO_MOVE, f"{action} should be written {meant}")

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Make a move."""
        ((player, action),) = actions.items()
        board = moved(state.board, SQUARES[action[:2]], SQUARES[action[2:]])
        after = State(board, state.ply + 1, action)
        return Transition(after, {"player": player, "move": action}, {})

    def returns(self, state: State) -> Sequence[Fraction]:
        """Return a point for mate, or half a point each for a draw."""
        return [Fraction(each, 2) for each in halves(state.board, state.player) or (0, 0)]

    def parse(self, state: State, player: int, spelled: str) -> Action:
        """Parse a chess-like move: `Rab1`, `R1b1`, `Kxb2+`; `+` and `#` are ignored."""
        found = _SPELLED.fullmatch(spelled)
        if found is None:
            return spelled
        piece, file, rank, takes, end = found.groups()
        own = (KINGS if piece == "K" else ROOKS)[player]
        meant = [
            each
            for each in self.legal_actions(state, player)
            if state.board[SQUARES[each[:2]]] == own and each[2:] == end
            if file in each[0] and rank in each[1]
            if not takes or state.board[SQUARES[end]] != "."
        ]
        if len(meant) != 1:
            why = f"may be {' or '.join(meant)}" if meant else "is not a legal move here"
            raise IllegalAction(NO_MOVE, f"{spelled} {why}")
        return meant[0]

    def spell(self, state: State, player: int, action: Action) -> str:
        """Spell a move as in chess, with a rook's file or rank if needed."""
        start, end = action[:2], action[2:]
        piece = state.board[SQUARES[start]]
        others = [
            each[:2]
            for each in self.legal_actions(state, player)
            if each[2:] == end and each != action and state.board[SQUARES[each[:2]]] == piece
        ]
        hint = ""
        if others:
            by_file = all(each[0] != start[0] for each in others)
            hint = start[0] if by_file else start[1]
        takes = "" if state.board[SQUARES[end]] == "." else "x"
        after = moved(state.board, SQUARES[start], SQUARES[end])
        check = "+" if in_check(after, 1 - player) else ""
        mates = check and not legal_moves(after, 1 - player)
        return f"{piece.upper()}{hint}{takes}{end}{'#' if mates else check}"


RULES = Rules()
