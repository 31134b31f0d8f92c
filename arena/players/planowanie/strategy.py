"""What is sensible in Planowanie: to declare what a hand is worth, and then to take exactly that.

Who still needs tricks plays what can hardly be beaten; who has enough throws off what might win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from ....replayer.beliefs.dice import Dice
from ....replayer.beliefs.playouts import PlayedOut
from ....replayer.planowanie.engine.engine import Table, scores
from ....replayer.planowanie.engine.pack import BITS
from ....replayer.planowanie.rules import PlanowanieRules
from ....replayer.planowanie.state import State
from ....replayer.rules import Action
from ..strategy import Strategy
from .plays import play_on, sensible, worth

_SLIPS = 12
"""In a playout, one card of so many is drawn: others do not always do what is sensible."""

_NEAR = 3
"""Declarations that differ from the sensible one by so much at most are worth a closer look."""


class PlanowanieStrategy(Strategy[PlanowanieRules, State]):
    """What is sensible in Planowanie; in larger decks than the tournament's, what is legal."""

    def choose(self, rules: PlanowanieRules, state: State, player: int, dice: Dice) -> Action:
        """Declare what the hand is worth, or play towards it."""
        table = state.deal
        if not _is_small(table):
            legal = rules.legal_actions(state, player)
            return legal[dice.below(len(legal))]
        if not table.declarations:
            return str(worth(table, player))
        return table.pack.words[sensible(table)]

    def worth_trying(self, rules: PlanowanieRules, state: State, player: int) -> Sequence[Action]:
        """Declarations near the sensible one, and all cards."""
        legal, table = rules.legal_actions(state, player), state.deal
        if not _is_small(table) or table.declarations:
            return legal
        sensible = worth(table, player)
        return [each for each in legal if abs(int(each) - sensible) <= _NEAR]

    def play_out(self, rules: PlanowanieRules, state: State, times: int, dice: Dice) -> PlayedOut:
        """All play towards what they have declared, with a slip now and then."""
        start = state.deal
        if not _is_small(start):
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


def _is_small(table: Table | None) -> TypeGuard[Table]:
    """Whether the engine that is compiled plays this deal."""
    return isinstance(table, Table) and len(table.pack.words) <= BITS


STRATEGY = PlanowanieStrategy()
