"""The encoding of Go for programs that learn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..encoding.encoding import Encoding, Segment
from ..encoding.fields import Field, Layout
from ..replay.round import most_plies
from ..rules import CHANCE, Action
from .check.check import wrong_size
from .engine.encoder import Change, GoEncoder
from .points import COLOURS
from .record import Record
from .rules import GoRules, move_words, numbers
from .state import State

if TYPE_CHECKING:
    from ..game import Game


class GoEncoding(Encoding[Record, State]):
    """Ids are the points, row by row from the top left, and then a pass."""

    rules: GoRules
    utility_sum = 0
    max_chance_outcomes = 0

    def __init__(self, game: Game[Record, State], rules: GoRules) -> None:
        super().__init__(game, rules)
        columns, rows = rules.columns, rules.rows
        self.names = tuple(word.split(" ")[1] for word in move_words(columns, rows)[0])
        self.groups = (("points, row by row from the top left", columns * rows), ("pass", 1))
        board = (rows, columns)
        self.observation = Layout(
            (
                Field("own", board, about="the stones of the seat"),
                Field("other", board, about="the stones of the other player"),
                Field("last", board, about="the last move"),
                Field("taken", board, about="the stone that the last move took, if it took one"),
                Field("seat", (1,), about="0 for Black, 1 for White"),
                Field("passes", (1,), 2, "the passes in a row"),
            )
        )
        self.max_game_length = most_plies(rules)
        self.max_utility = float(columns * rows + abs(rules.komi))
        self.min_utility = -self.max_utility

    def encode(self, state: State, player: int, action: Action) -> tuple[int, ...]:
        """Return the id of a move."""
        return (self.numbers[action.split(" ")[1]],)

    def decode(self, state: State, player: int, ids: Sequence[int]) -> Action:
        """Return a player's move."""
        return f"{COLOURS[player]} {self.names[ids[0]]}"

    def encoder(self, state: State) -> GoEncoder:
        """Return a game that begins in a state."""
        return GoEncoder(state.table, self.rules.komi)

    def segments(self, record: Record) -> Iterator[Segment]:
        """Yield the game of a record."""
        wrong = wrong_size(record)
        if wrong is not None:
            raise wrong
        for played in record.rounds:
            start, left = self.rules.start(played.setup), played.actions
            changes, found, seats = list[Change](), list[int](), list[int]()
            while left:
                players, moves = numbers(start.table, left)
                found += moves
                seats += players
                left = left[len(moves) :]
                if left:  # an arbiter changes the position
                    self.rules.verify(start, CHANCE, left[0])
                    changes.append(self.rules.change(start.table, left[0]))
                    found.append(-len(changes))
                    left = left[1:]
            encoder = GoEncoder(start.table, self.rules.komi, changes)
            yield Segment(encoder, found, range(1, len(seats) + 1), bytes(seats))


def encoding(game: Game[Record, State], rules: GoRules) -> GoEncoding:
    """Return the encoding for a board and its rules."""
    return GoEncoding(game, rules)
