"""Strategies: what programs know about a game beyond its rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from .engine import Engine, EngineFailed

StateT = TypeVar("StateT")
RulesT = TypeVar("RulesT", bound=Rules[Any])


class Strategy(ABC, Generic[RulesT, StateT]):
    """A strategy for a game; its module provides an instance as `STRATEGY`."""

    @abstractmethod
    def choose(self, rules: RulesT, state: StateT, player: int, dice: Dice) -> Action:
        """Return a sensible action for a player, based only on what the player was shown.

        Raises ValueError if the state hides what the choice depends on, such as the player's hand.
        """

    def worth_trying(self, rules: RulesT, state: StateT, player: int) -> Sequence[Action]:
        """Return the legal actions worth trying: by default, all of them, or a few from a range."""
        return some(rules.legal_actions(state, player))

    def play_out(self, rules: RulesT, state: StateT, times: int, dice: Dice) -> PlayedOut:
        """Play out a round sensibly a number of times; by default, at random.

        Nothing is hidden in the state, and the round is not over.
        """
        return play_out(rules, state, times, dice)

    def search(
        self, rules: RulesT, state: StateT, player: int, numbers: Iterator[int], dice: Dice
    ) -> Action | None:
        """Return the best action found by a search, or None if the game has no search of its own.

        The search may play out once for each of the `numbers`, and calls `think_on` before. It is
        only used if the game hides nothing and leaves nothing to chance.
        """
        return None

    def engine(self, command: Sequence[str], seconds: float) -> Engine:
        """Start a program that judges positions; each of its answers may take some seconds.

        Raises EngineFailed, also if kifu does not know how to talk to programs for this game.
        """
        raise EngineFailed("kifu knows no protocol for programs that judge this game")

    def likelihood(self, steps: Sequence[Step[StateT]], player: int, dealt: StateT) -> float:
        """Return how well a deal agrees with the actions that a player saw others take.

        `dealt` is a fully visible state after the steps. Drawn deals are weighted by the result; by
        default, all have the same weight.
        """
        return 1.0

    def likelier(
        self, rules: RulesT, steps: Sequence[Step[StateT]], player: int
    ) -> Callable[[StateT, Dice], StateT] | None:
        """Return a function that changes a drawn deal to agree better with the actions of others.

        The new deal must agree with all that the player saw; None means that deals stay as drawn.
        """
        return None


class NoStrategy(Strategy[Rules[Any], Any]):
    """A substitute for games without a strategy: play at random."""

    def choose(self, rules: Rules[Any], state: Any, player: int, dice: Dice) -> Action:
        """Choose a legal action at random."""
        legal = rules.legal_actions(state, player)
        return legal[dice.below(len(legal))]


@cache
def strategies() -> Mapping[str, StrategyDescriptor]:
    """Return the strategy descriptors by game name.

    A game's folder has a descriptor `STRATEGY` in its `__init__.py`; a package may have one beside
    its `GAME`. Not every game has a strategy.
    """
    package = __package__ or ""
    return descriptors(package, "STRATEGY", StrategyDescriptor, attrgetter("game"), required=False)


def strategy(game: str) -> Strategy[Any, Any] | None:
    """Return a game's strategy, or None."""
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
    """Return the next state if some players take the `chosen` actions, and the others act sensibly.

    Nothing is hidden in the state.
    """
    node = rules.node(state)
    assert isinstance(node, Decision)
    actions = {
        player: chosen[player] if player in chosen else known.choose(rules, state, player, dice)
        for player in node.players
    }
    return rules.apply(state, actions).state
