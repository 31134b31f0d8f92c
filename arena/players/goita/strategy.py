"""A strategy for Goita: decisions about the deal, and playouts. The plays are in `plays.py`."""

from __future__ import annotations

from ....replayer.beliefs.dice import Dice
from ....replayer.beliefs.playouts import PlayedOut
from ....replayer.goita.rules import PLAY_ON, REDEAL, GoitaRules
from ....replayer.goita.state import State
from ....replayer.rules import Action
from ..strategy import Strategy
from .plays import any_play, plays_on, sensible

_SLIPS = 10
"""In a playout, one in _SLIPS plays is random: players do not always play sensibly."""


class GoitaStrategy(Strategy[GoitaRules, State]):
    """Makes sensible decisions in Goita."""

    def choose(self, rules: GoitaRules, state: State, player: int, dice: Dice) -> Action:
        """Decide about the deal, or choose a pass or play."""
        table = state.table
        assert table is not None
        if table.deciding:
            return PLAY_ON if table.may_play_on() and plays_on(table) else REDEAL
        return str(sensible(table))

    def play_out(self, rules: GoitaRules, state: State, times: int, dice: Dice) -> PlayedOut:
        """Play out sensibly, with a random play now and then."""
        assert state.table is not None
        decisions, returns = 0, list[tuple[int, ...]]()
        for _ in range(times):
            table = state.table.copy()
            if table.deciding:
                decisions += 1
                if table.may_play_on() and plays_on(table):
                    table.play_on()
                else:
                    table.redeal()
            while not table.ended:
                table.play(sensible(table) if dice.below(_SLIPS) else any_play(table, dice))
                decisions += 1
            won = [table.points * (table.side == side) for side in (0, 1)]
            returns.append((state.score[0] + won[0], state.score[1] + won[1]) * 2)
        return PlayedOut(decisions, returns)


STRATEGY = GoitaStrategy()
