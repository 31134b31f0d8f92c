"""What a program knows of a game besides its rules: what is sensible, and worth a thought."""

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
    """What is sensible in a game; its module has one as `STRATEGY`."""

    @abstractmethod
    def choose(self, rules: RulesT, state: StateT, player: int, dice: Dice) -> Action:
        """What a player sensibly does in a state, of which it may know only what it was shown."""

    def worth_trying(self, rules: RulesT, state: StateT, player: int) -> Sequence[Action]:
        """The legal actions that deserve a closer look; by default all, but few of each range."""
        return some(rules.legal_actions(state, player))

    def play_out(self, rules: RulesT, state: StateT, times: int, dice: Dice) -> PlayedOut:
        """Play a round out sensibly so many times; by default, at random.

        Nothing is hidden in the state, in which a player or chance acts.
        """
        return play_out(rules, state, times, dice)

    def likelihood(self, steps: Sequence[Step[StateT]], player: int, dealt: StateT) -> float:
        """How well a deal agrees with what the others did in these steps, as this player saw them.

        `dealt` is a state at their end in which nothing is hidden. The deals that a player thinks
        of count in proportion to it; by default, they are all alike.
        """
        return 1.0


class NoStrategy(Strategy[Rules[Any], Any]):
    """Knows nothing but the rules: what is sensible is drawn."""

    def choose(self, rules: Rules[Any], state: Any, player: int, dice: Dice) -> Action:
        """Any legal action."""
        legal = rules.legal_actions(state, player)
        return legal[dice.below(len(legal))]


@cache
def strategies() -> Mapping[str, StrategyDescriptor]:
    """The descriptors of strategies, by the names of their games: not every game has one.

    Each folder here that has a descriptor `STRATEGY` in its `__init__.py` is of a game; a package
    of its own may have one beside its `GAME`.
    """
    package = __package__ or ""
    return descriptors(package, "STRATEGY", StrategyDescriptor, attrgetter("game"), required=False)


def strategy(game: str) -> Strategy[Any, Any] | None:
    """The strategy of a game, None where it has none."""
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
    """What follows where players do what is `chosen`, and whoever acts with them what is sensible.

    Nothing is hidden in the state.
    """
    node = rules.node(state)
    assert isinstance(node, Decision)
    actions = {
        player: chosen[player] if player in chosen else known.choose(rules, state, player, dice)
        for player in node.players
    }
    return rules.apply(state, actions).state
