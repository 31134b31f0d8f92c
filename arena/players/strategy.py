"""Strategies: what programs know about a game beyond its rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Generic, TypeVar

from ...replayer.beliefs.dice import Dice
from ...replayer.beliefs.playouts import PlayedOut, play_out
from ...replayer.choices import some
from ...replayer.discovery import descriptors, load_attribute
from ...replayer.replay.round import Step
from ...replayer.rules import Action, Decision, Rules
from .descriptor import StrategyDescriptor

StateT = TypeVar("StateT")
RulesT = TypeVar("RulesT", bound=Rules[Any])


class Strategy(ABC, Generic[RulesT, StateT]):
    """A strategy for a game; its module has an instance as `STRATEGY`."""

    @abstractmethod
    def choose(self, rules: RulesT, state: StateT, player: int, dice: Dice) -> Action:
        """Return a sensible action of a player, judged only by what the player was shown."""

    def worth_trying(self, rules: RulesT, state: StateT, player: int) -> Sequence[Action]:
        """Return the legal actions that are worth trying; by default all, and some of a range."""
        return some(rules.legal_actions(state, player))

    def play_out(self, rules: RulesT, state: StateT, times: int, dice: Dice) -> PlayedOut:
        """Play a round out sensibly a number of times; by default, at random.

        Nothing is hidden in the state, and the round is not over.
        """
        return play_out(rules, state, times, dice)

    def likelihood(self, steps: Sequence[Step[StateT]], player: int, dealt: StateT) -> float:
        """Return how well a deal agrees with the actions of the others that a player saw.

        `dealt` is a state after the steps in which nothing is hidden. Drawn deals are weighted by
        the result; by default, all have the same weight.
        """
        return 1.0


class NoStrategy(Strategy[Rules[Any], Any]):
    """A strategy for games without one: play at random."""

    def choose(self, rules: Rules[Any], state: Any, player: int, dice: Dice) -> Action:
        """Draw a legal action."""
        legal = rules.legal_actions(state, player)
        return legal[dice.below(len(legal))]


@cache
def strategies() -> Mapping[str, StrategyDescriptor]:
    """Return the descriptors of strategies by the names of their games.

    The folder of a game has a descriptor `STRATEGY` in its `__init__.py`; a package may have one
    beside its `GAME`. Not every game has a strategy.
    """
    package = __package__ or ""
    return descriptors(package, "STRATEGY", StrategyDescriptor, attrgetter("game"), required=False)


def strategy(game: str) -> Strategy[Any, Any] | None:
    """Return the strategy of a game, or None."""
    if game not in strategies():
        return None
    module = strategies()[game].module
    found: Strategy[Any, Any] = load_attribute("STRATEGY", module, game, Strategy)
    return found


def with_others(
    known: Strategy[Any, StateT],
    rules: Rules[StateT],
    state: StateT,
    chosen: Mapping[int, Action],
    dice: Dice,
) -> StateT:
    """Return the next state, with `chosen` actions and sensible ones of other players who act.

    Nothing is hidden in the state.
    """
    node = rules.node(state)
    assert isinstance(node, Decision)
    actions = {
        player: chosen[player] if player in chosen else known.choose(rules, state, player, dice)
        for player in node.players
    }
    return rules.apply(state, actions).state
