"""A strategy for Go: take stones in atari, do not fill eyes, and search for the best move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ....replayer.beliefs.dice import Dice
from ....replayer.beliefs.playouts import PlayedOut
from ....replayer.go.engine.numbers import NONE
from ....replayer.go.rules import GoRules, move_words
from ....replayer.go.state import State
from ....replayer.rules import Action
from ..strategy import Strategy
from ..thinking import think_on
from .gtp import Gtp
from .playouts import candidates, finish
from .search import Search


class GoStrategy(Strategy[GoRules, State]):
    """Makes sensible moves in Go, scored by area."""

    def choose(self, rules: GoRules, state: State, player: int, dice: Dice) -> Action:
        """Take as many stones as possible, or else move anywhere but into an eye."""
        best, most = list[int](), 0
        for move in candidates(state.table)[:-1]:
            table = state.table.copy()
            table.act(player, move)
            taken = table.prisoners[player] - state.table.prisoners[player]
            if taken > most:
                best, most = [], taken
            if taken == most:
                best.append(move)
        legal = _words(state, player)
        return legal[best[dice.below(len(best))]] if best else legal[-1]

    def worth_trying(self, rules: GoRules, state: State, player: int) -> Sequence[Action]:
        """Return the moves that do not fill an eye, and a pass."""
        legal = _words(state, player)
        return [legal[move] for move in candidates(state.table)]

    def play_out(self, rules: GoRules, state: State, times: int, dice: Dice) -> PlayedOut:
        """Play out at random without filling eyes."""
        decisions, margins = 0, list[Fraction]()
        for _ in range(times):
            table = state.table.copy()
            decisions += finish(table, dice, [NONE] * len(_words(state, 0)))
            margins.append(table.area() - rules.komi)
        return PlayedOut(decisions, [(each, -each) for each in margins])

    def search(
        self, rules: GoRules, state: State, player: int, numbers: Iterator[int], dice: Dice
    ) -> Action:
        """Search a tree of moves."""
        search = Search(state.table, float(rules.komi), dice)
        for _ in numbers:
            think_on()
            search.run()
        return _words(state, player)[search.found()]

    def engine(self, command: Sequence[str], seconds: float) -> Gtp:
        """Start a program that speaks GTP and estimates scores, such as GNU Go."""
        found = Gtp(command, seconds)
        found.introduce()
        return found


def _words(state: State, player: int) -> Sequence[Action]:
    """Return the moves of a player in the order of their numbers."""
    return move_words(state.table.columns, state.table.rows)[player]


STRATEGY = GoStrategy()
