"""kifu's rules as an open_spiel game, so that its algorithms can run on them.

An open_spiel state is a `History`; a player's knowledge is what kifu says the player was shown.
Needs open_spiel.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from typing import Any

from kifu.replayer.replay.round import Step, seen
from kifu.replayer.rules import CHANCE, Decision, Rules, Terminal

pyspiel: Any = import_module("pyspiel")
"""The module has no type annotations."""


class History:
    """A state under kifu's rules, and the steps that led to it. Each is created only once."""

    def __init__(self, rules: Rules[Any], state: Any, steps: tuple[Step[Any], ...] = ()) -> None:
        self.rules = rules
        self.state = state
        self.steps = steps
        self.node = rules.node(state)
        self.over = isinstance(self.node, Terminal)
        self.player = self.node.players[0] if isinstance(self.node, Decision) else CHANCE
        self.child = cache(self._child)
        self.known = cache(self._known)
        self.states = dict[int, KifuState]()

    def __deepcopy__(self, memo: object) -> "History":
        return self  # open_spiel copies a state in order to go on from it

    def _child(self, action: str) -> "History":
        actions = {self.player: action}
        transition = self.rules.apply(self.state, actions)
        step = Step(0, self.state, self.node, actions, transition)
        return History(self.rules, transition.state, (*self.steps, step))

    def _known(self, player: int) -> str:
        """Return everything a player was shown."""
        return f"player {player}: {seen(self.steps, player)}"

    @cached_property
    def legal(self) -> Sequence[str]:
        return self.rules.legal_actions(self.state, self.player)

    @cached_property
    def outcomes(self) -> Mapping[str, Fraction]:
        return self.rules.chance_outcomes(self.state) or {}


class KifuGame(pyspiel.Game):
    """A two-player game under kifu's rules, with the names of its actions and chance outcomes.

    Their numbers are their positions in these lists.
    """

    def __init__(
        self, rules: Rules[Any], actions: Sequence[str], outcomes: Sequence[str], most: int
    ) -> None:
        kind = pyspiel.GameType(
            short_name="kifu",
            long_name="A game under kifu's rules",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(actions),
            max_chance_outcomes=len(outcomes),
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=100,
        )
        pyspiel.Game.__init__(self, kind, info, {})
        self.actions = actions
        self.outcomes = outcomes
        self.root = History(rules, rules.initial_state())

    def new_initial_state(self) -> "KifuState":
        return KifuState(self)

    def make_py_observer(self, kind: object = None, parameters: object = None) -> "Knowledge":
        return Knowledge()


class Knowledge:
    """The observer that tells open_spiel what a player knows, as a string."""

    tensor = None
    dict: Mapping[str, Any] = {}

    def set_from(self, state: "KifuState", player: int) -> None:
        """Do nothing, as there is no tensor."""

    def string_from(self, state: "KifuState", player: int) -> str:
        return state.at.known(player)


class KifuState(pyspiel.State):
    """An open_spiel state at a history of kifu's."""

    def __init__(self, game: KifuGame) -> None:
        pyspiel.State.__init__(self, game)
        self.at = game.root

    def child(self, action: int) -> "KifuState":
        """Return the state after an action, cached because no algorithm here modifies it."""
        found = self.at.states.get(action)
        if found is None:
            found = self.at.states[action] = pyspiel.State.child(self, action)
        return found

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.at.over else self.at.player

    def is_terminal(self) -> bool:
        return self.at.over

    def _legal_actions(self, player: int) -> list[int]:
        return [self.get_game().actions.index(each) for each in self.at.legal]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        numbers = self.get_game().outcomes
        return [(numbers.index(each), float(p)) for each, p in self.at.outcomes.items()]

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        names = game.outcomes if self.at.player == CHANCE else game.actions
        self.at = self.at.child(names[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return (self.get_game().outcomes if player == CHANCE else self.get_game().actions)[action]

    def returns(self) -> list[float]:
        return list(map(float, self.at.rules.returns(self.at.state)))

    def __str__(self) -> str:
        return " ".join(name for step in self.at.steps for name in (step.actions or {}).values())
