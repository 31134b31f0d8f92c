"""The rules of Kuhn poker.

Two players put in one chip each, and are each dealt a J, Q or K. They take turns to pass or bet one
chip; after a bet, a pass folds and a bet calls. Unless a player folds, the higher card wins.

Source: Kuhn, "A simplified two-person poker" (Contributions to the Theory of Games, 1950).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from kifu.replayer.rules import (
    CHANCE,
    Action,
    Chance,
    Decision,
    IllegalAction,
    Node,
    Observation,
    Terminal,
    Transition,
)

from . import codes

DECK = "JQK"
HIDDEN = "?"
PASS, BET = "p", "b"
DEALS = tuple("".join(pair) for pair in permutations(DECK, 2))
ENDS = ("pp", "bp", "bb", "pbp", "pbb")


class State(Struct, frozen=True):
    """The state of a hand; `cards` is empty before the deal. `totals` are the points so far."""

    cards: str = ""
    bets: str = ""
    totals: tuple[int, int] = (0, 0)

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.bets in ENDS

    @property
    def shown(self) -> bool:
        """Whether both cards are shown: the hand is over, and nobody folded."""
        return self.over and not self.bets.endswith(BET + PASS)

    @property
    def points(self) -> tuple[int, int]:
        """The points of each player in a finished hand; 0 if they depend on a hidden card."""
        if not self.shown:
            gave_up = (len(self.bets) - 1) % 2
            return (-1, 1) if gave_up == 0 else (1, -1)
        if HIDDEN in self.cards:
            return 0, 0
        stake = 2 if BET in self.bets else 1
        first, second = map(DECK.index, self.cards)
        return (stake, -stake) if first > second else (-stake, stake)


class KuhnRules(Struct, frozen=True):
    """Kuhn poker. A deal consists of both cards (`JQ`); a player passes (`p`) or bets (`b`)."""

    players: int = 2

    def initial_state(self) -> State:
        """Return the state at the beginning of a match."""
        return State()

    def next_round(self, end: State) -> State:
        """Return the next hand, which keeps the points; a match never has to end."""
        return State(totals=end.totals)

    def node(self, state: State) -> Node:
        """Return the node: chance deals, and then the players take turns until the hand is over."""
        if not state.cards:
            return Chance()
        return Terminal() if state.over else Decision((len(state.bets) % 2,))

    def chance_outcomes(self, state: State) -> Mapping[Action, Fraction]:
        """Return the six deals, which are all equally likely."""
        return {deal: Fraction(1, len(DEALS)) for deal in DEALS}

    def sample(self, state: State, rng: Random) -> Action:
        """Return one of the six deals."""
        return rng.choice(DEALS)

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Return a pass and a bet if it is the player's turn, and nothing otherwise."""
        return [] if self._breach(state, player, PASS) else [PASS, BET]

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction if a rule forbids the action. A deal may have hidden cards."""
        breach = _deal_breach(action) if player == CHANCE else self._breach(state, player, action)
        if breach is not None:
            raise breach

    def _breach(self, state: State, player: int, action: Action) -> IllegalAction | None:
        node = self.node(state)
        if not isinstance(node, Decision) or player not in node.players:
            return IllegalAction(codes.NO_ACTION, f"it is not player {player}'s turn")
        if action not in (PASS, BET):
            why = f"{action!r} is neither a pass (`p`) nor a bet (`b`)"
            return IllegalAction(codes.NO_ACTION, why)
        return None

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out a deal, or a player's action."""
        ((player, action),) = actions.items()
        if player == CHANCE:
            private = {seat: {"card": card} for seat, card in enumerate(action)}
            return Transition(replace(state, cards=action), {}, private)
        after = replace(state, bets=state.bets + action)
        public: Observation = {"player": player, "bet": action}
        if after.over:
            totals = (state.totals[0] + after.points[0], state.totals[1] + after.points[1])
            after = replace(after, totals=totals)
        if after.shown:
            public = {**public, "cards": after.cards}
        return Transition(after, public, {})

    def returns(self, state: State) -> tuple[int, int]:
        """Return the points of each player in the match."""
        return state.totals


def _deal_breach(cards: Action) -> IllegalAction | None:
    known = cards.replace(HIDDEN, "")
    if len(cards) == 2 and set(known) <= set(DECK) and len(set(known)) == len(known):
        return None
    why = f"{cards!r} is not a deal: expected two cards out of {', '.join(DECK)}, such as `JQ`"
    return IllegalAction(codes.WRONG_DEAL, why)
