"""A strategy for Planowanie: declare the tricks that a hand should take, and take exactly that
many.

Players who still need tricks play cards that are hard to beat; players who have enough discard
cards that might win.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....replayer.beliefs.dice import Dice
from ....replayer.beliefs.playouts import PlayedOut
from ....replayer.planowanie.engine.engine import scores
from ....replayer.planowanie.engine.pack import is_small
from ....replayer.planowanie.rules import PlanowanieRules
from ....replayer.planowanie.state import State
from ....replayer.rules import Action
from ..strategy import Strategy
from .plays import play_on, sensible, worth

_SLIPS = 12
"""In a playout, one in _SLIPS cards is random: players do not always play sensibly."""

_NEAR = 3
"""Declarations that differ from the sensible one by at most this much are worth trying."""


class PlanowanieStrategy(Strategy[PlanowanieRules, State]):
    """Makes sensible decisions in Planowanie, or random ones in deals that are not `is_small`."""

    def choose(self, rules: PlanowanieRules, state: State, player: int, dice: Dice) -> Action:
        """Declare the tricks that the hand should take, or play to take them."""
        table = state.deal
        if not is_small(table):
            legal = rules.legal_actions(state, player)
            return legal[dice.below(len(legal))]
        if not table.declarations:
            return str(worth(table, player))
        return table.pack.words[sensible(table)]

    def worth_trying(self, rules: PlanowanieRules, state: State, player: int) -> Sequence[Action]:
        """Return declarations near the sensible one, or all cards."""
        legal, table = rules.legal_actions(state, player), state.deal
        if not is_small(table) or table.declarations:
            return legal
        sensible = worth(table, player)
        return [each for each in legal if abs(int(each) - sensible) <= _NEAR]

    def play_out(self, rules: PlanowanieRules, state: State, times: int, dice: Dice) -> PlayedOut:
        """Play out sensibly, with a random card now and then."""
        start = state.deal
        if not is_small(start):
            return super().play_out(rules, state, times, dice)
        decisions, returns = 0, list[tuple[int, ...]]()
        for _ in range(times):
            table = start.copy()
            table.written = False
            if not table.declarations:
                table.declare([worth(table, each) for each in range(table.players)])
            decisions += play_on(table, dice, _SLIPS)
            taken = [table.taken[seat] for seat in range(table.players)]
            points = scores(table.cards, taken, table.declarations)
            returns.append(tuple(map(sum, zip(state.totals, points, strict=True))))
        return PlayedOut(decisions, returns)


STRATEGY = PlanowanieStrategy()
