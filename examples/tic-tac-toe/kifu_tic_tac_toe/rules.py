"""The rules: X and O take turns to mark an empty square, and three marks in a row win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct

from kifu.replayer.rules import Action, Decision, IllegalAction, Node, Terminal, Transition

from .codes import NO_MOVE

MARKS, EMPTY = "XO", "."
COLUMNS, LINES = "abc", "321"
SQUARES = tuple(column + line for line in LINES for column in COLUMNS)
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class State(Struct, frozen=True):
    """The squares from a3 to c1, line by line, and the last move."""

    board: str = EMPTY * len(SQUARES)
    last: Action = ""

    @property
    def ply(self) -> int:
        """The number of moves so far."""
        return len(SQUARES) - self.board.count(EMPTY)

    @property
    def player(self) -> int:
        """The player to move."""
        return self.ply % 2

    @property
    def rows(self) -> list[tuple[int, ...]]:
        """The rows with three equal marks."""
        own = MARKS[1 - self.player]
        return [row for row in ROWS if all(self.board[at] == own for at in row)]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.rows) or EMPTY not in self.board


class TicTacToeRules(Struct, frozen=True):
    """The rules of tic-tac-toe. X is player 0, and an action is the name of a square."""

    players: int = 2

    def initial_state(self) -> State:
        """Return the empty board."""
        return State()

    def next_round(self, end: State) -> None:
        """Return None: a match is a single game."""
        return None

    def node(self, state: State) -> Node:
        """Return the node: the players move in turn until the game is over."""
        return Terminal() if state.over else Decision((state.player,))

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Return the empty squares, or none if the player is not to move."""
        if player != state.player or state.over:
            return ()
        squares = zip(SQUARES, state.board, strict=True)
        return [square for square, mark in squares if mark == EMPTY]

    def chance_outcomes(self, state: State) -> None:
        """Never called: nothing is left to chance."""
        raise NotImplementedError

    def sample(self, state: State, rng: Random) -> Action:
        """Never called: nothing is left to chance."""
        raise NotImplementedError

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction if a move is not legal."""
        if action in self.legal_actions(state, player):
            return
        if action not in SQUARES:
            why = f"{action!r} is not a square: expected a1 to c3"
        elif state.board[SQUARES.index(action)] != EMPTY:
            why = f"{action} is not empty"
        else:
            why = f"it is not {MARKS[player]}'s turn, or the game is over"
        raise IllegalAction(NO_MOVE, why)

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Mark a square."""
        ((player, action),) = actions.items()
        at = SQUARES.index(action)
        board = state.board[:at] + MARKS[player] + state.board[at + 1 :]
        return Transition(State(board, action), {"player": player, "move": action}, {})

    def returns(self, state: State) -> Sequence[int]:
        """Return a point for the winner and a lost point for the loser, or zeros."""
        if not state.rows:
            return 0, 0
        return (-1, 1) if state.player == 0 else (1, -1)


RULES = TicTacToeRules()
