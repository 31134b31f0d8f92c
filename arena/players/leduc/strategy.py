"""A strategy for Leduc poker: bet on a pair or a king, and fold a jack."""

from __future__ import annotations

from collections.abc import Sequence

from ....replayer.beliefs.dice import Dice
from ....replayer.beliefs.playouts import PlayedOut
from ....replayer.leduc.cards import NUMBERS, WORDS
from ....replayer.leduc.engine.engine import Table
from ....replayer.leduc.engine.numbers import CALL, FOLD, NONE, RAISE, UNKNOWN
from ....replayer.leduc.rules import LeducRules
from ....replayer.leduc.state import State
from ....replayer.replay.round import Step
from ....replayer.rules import Action, Decision
from ..strategy import Strategy

_KING, _QUEEN = 2, 1
_EXPECTED, _UNEXPECTED = 0.9, 0.05
"""The probabilities of the sensible action and of any other action."""


def sensible(table: Table) -> int:
    """Choose an action for the player to move, based on its own card and the public one.

    Raises ValueError if its own card is hidden.
    """
    if table.held[table.turn] == UNKNOWN:
        raise ValueError(f"player {table.turn}'s card is hidden")
    rank = table.held[table.turn] // 2
    bet = table.stakes[0] != table.stakes[1]
    paired = table.public != NONE and table.public // 2 == rank
    if paired or (rank == _KING and not (bet and table.public != NONE)):
        wanted = RAISE
    elif rank == _KING or (rank == _QUEEN and table.public == NONE):
        wanted = CALL
    else:
        wanted = FOLD if bet else CALL
    return wanted if table.legal() >> wanted & 1 else CALL


class LeducStrategy(Strategy[LeducRules, State]):
    """Makes sensible decisions in Leduc poker."""

    def choose(self, rules: LeducRules, state: State, player: int, dice: Dice) -> Action:
        """Bet on a strong hand, and fold a weak one."""
        return WORDS[sensible(state.table)]

    def play_out(self, rules: LeducRules, state: State, times: int, dice: Dice) -> PlayedOut:
        """Play out sensibly."""
        returns: list[tuple[int, int]] = []
        decisions = 0
        for _ in range(times):
            table = state.table.copy()
            table.written = False
            while not table.end:
                if table.deals:
                    table.deal(dice.one_of(table.unseen()))
                else:
                    table.act(table.turn, sensible(table))
                    decisions += 1
            first, second = state.totals
            returns.append((first + table.gain, second - table.gain))
        return PlayedOut(decisions, returns)

    def likelihood(self, steps: Sequence[Step[State]], player: int, dealt: State) -> float:
        """Return how well a deal agrees with sensible actions: players raise on strong hands."""
        found = 1.0
        for step in steps[:-1]:
            if not isinstance(step.node, Decision) or player in step.node.players:
                continue
            (action,) = (step.actions or {}).values()
            as_expected = sensible(step.state.knowing(dealt.cards).table) == NUMBERS[action]
            found *= _EXPECTED if as_expected else _UNEXPECTED
        return found


STRATEGY = LeducStrategy()
