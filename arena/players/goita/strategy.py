"""A strategy for Goita: decisions about the deal, and playouts. The plays are in `plays.py`."""

from __future__ import annotations

from collections.abc import Sequence

from ....replayer.beliefs.dice import Dice
from ....replayer.beliefs.playouts import PlayedOut
from ....replayer.goita.rules import PASS, PLAY_ON, REDEAL, GoitaRules
from ....replayer.goita.state import State
from ....replayer.rules import Action
from ..strategy import Strategy
from .plays import any_play, plays_on, sensible, spares_partner, value_of

_SLIPS = 10
"""In a playout, one in _SLIPS plays is random: players do not always play sensibly."""


_TRIED = 10
"""How many plays to try, of up to 56."""


class GoitaStrategy(Strategy[GoitaRules, State]):
    """Makes sensible decisions in Goita."""

    def choose(self, rules: GoitaRules, state: State, player: int, dice: Dice) -> Action:
        """Decide about the deal, or choose a pass or play."""
        table = state.table
        assert table is not None
        if table.deciding:
            return PLAY_ON if table.may_play_on() and plays_on(table) else REDEAL
        return str(sensible(table))

    def worth_trying(self, rules: GoitaRules, state: State, player: int) -> Sequence[Action]:
        """Return the best plays by the rules of thumb and a pass, so that each is tried often.

        A partner's attack is left alone while the hand is large.
        """
        legal, table = rules.legal_actions(state, player), state.table
        if table is None or table.deciding:
            return legal
        if spares_partner(table):
            return [PASS]
        plays = [each for each in legal if each != PASS]
        best = sorted(plays, key=lambda each: value_of(table, int(each)), reverse=True)[:_TRIED]
        return [PASS, *best] if PASS in legal else best

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
