"""kifu's games in OpenSpiel: importing this module registers them with `pyspiel`.

Each game that kifu finds, including plug-ins, is registered as `kifu_` and its name. A game is one
round of a match, from the start of the match. Options of the rules are its parameter `options`,
written `name:value` and separated by semicolons, as `options_text` does.

>>> import pyspiel
>>> import kifu.environments.open_spiel
>>> pyspiel.load_game("kifu_go(options=size:9;komi:6.5)").num_distinct_actions()
82
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import compress
from random import Random
from typing import Any
from urllib.parse import quote, unquote
from warnings import warn

from .. import replayer
from ..api.learning import encoding as encoding_of
from ..replayer.discovery import BrokenPlugin, failed
from ..replayer.encoding.encoding import Encoding
from ..replayer.game import Unsupported
from ..replayer.rules import CHANCE
from .rounds import Round

try:
    pyspiel: Any = import_module("pyspiel")  # it has no type annotations
    numpy: Any = import_module("numpy")  # comes with it
except ImportError as error:
    why = "this needs open_spiel: pip install 'kifu[openspiel]' (the extra `openspiel`)"
    raise ImportError(why) from error

PREFIX = "kifu_"


def options_text(options: Mapping[str, Any]) -> str:
    """Return options of a match as the parameter `options` of a game.

    Characters that have a meaning in the names of OpenSpiel's games are percent-encoded.

    >>> options_text({"size": [9, 7], "preset": "aga"})
    'size:[9%2C7];preset:aga'
    """
    texts = (
        (name, each if isinstance(each, str) else json.dumps(each, separators=(",", ":")))
        for name, each in options.items()
    )
    return ";".join(f"{name}:{quote(each, safe=' :[]{}')}" for name, each in texts)


def _options(text: str) -> dict[str, Any]:
    """Return the options that `options_text` wrote. Raises ValueError if it is not such a text."""
    found: dict[str, Any] = {}
    for each in filter(None, text.split(";")):
        name, colon, value = each.partition(":")
        if not colon:
            raise ValueError(f"expected `name:value` in options, not {each!r}")
        try:
            found[name] = json.loads(unquote(value))
        except ValueError:  # a word
            found[name] = unquote(value)
    return found


class Play(Round):
    """A round that OpenSpiel can copy and store.

    It is `simultaneous` if it begins with players who act at the same time.
    """

    def __init__(self, game: str, options: str) -> None:
        super().__init__(encoding_of(game, _options(options)))
        self.game, self.options = game, options
        first, rng = self.copy(), Random(0)
        while first.seat < 0 and not first.over:
            first.step(rng.choice([*first.outcomes()]))
        self.simultaneous = bool(first.together())

    def __deepcopy__(self, memo: object) -> Round:
        return self.copy() if self.numbers else self

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (self.game, self.options, self.numbers)


@cache
def _start(game: str, options: str) -> Play:
    """Return the start of a round, which all states share."""
    return Play(game, options)


def _played(game: str, options: str, numbers: Sequence[int]) -> Round:
    play = _start(game, options).copy()
    for each in numbers:
        play.step(each)
    return play


def _kind(start: Play) -> Any:
    """Return the type of a game, as OpenSpiel describes it."""
    made, kinds, modes = start.encoding, pyspiel.GameType, pyspiel.GameType.ChanceMode
    at_once, chance, hides = start.simultaneous, made.max_chance_outcomes, made.perfect.fields
    sums: dict[float | None, Any] = {None: kinds.Utility.GENERAL_SUM, 0: kinds.Utility.ZERO_SUM}
    known = kinds.Information
    return kinds(
        short_name=PREFIX + start.game,
        long_name=replayer.games()[start.game].title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if at_once else kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=known.IMPERFECT_INFORMATION if hides else known.PERFECT_INFORMATION,
        utility=sums.get(made.utility_sum, kinds.Utility.CONSTANT_SUM),
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=made.rules.players,
        max_num_players=made.rules.players,
        provides_information_state_string=True,
        provides_information_state_tensor=made.perfect_recall,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": ""},
    )


class KifuGame(pyspiel.Game):
    """A round of a match with given options; a subclass has the `name` of its game."""

    name: str

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        options = options_text(_options(parameters.get("options", "")))
        self.start = _start(self.name, options)
        encoding = self.start.encoding
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.num_distinct_actions,
            max_chance_outcomes=self.start.width,
            num_players=encoding.rules.players,
            min_utility=float(encoding.min_utility),
            max_utility=float(encoding.max_utility),
            utility_sum=encoding.utility_sum,
            max_game_length=encoding.max_game_length,
        )
        pyspiel.Game.__init__(self, _kind(self.start), info, {"options": options})

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.name, _options(self.start.options))

    def new_initial_state(self) -> KifuState:
        """Return the start of a round."""
        return KifuState(self)

    def make_py_observer(self, kind: Any = None, parameters: object = None) -> KifuObserver:
        """Return an observer. Raises ValueError for one that sees less or more than a player."""
        alone = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if parameters or (kind and (kind.private_info != alone or not kind.public_info)):
            raise ValueError("kifu's observers see what a player sees, and have no parameters")
        return KifuObserver(self.start.encoding, bool(kind and kind.perfect_recall))


class KifuState(pyspiel.State):
    """A round in progress."""

    def __init__(self, game: KifuGame) -> None:
        pyspiel.State.__init__(self, game)
        self.round: Round = game.start
        self.simultaneous = game.start.simultaneous

    def current_player(self) -> int:
        """Return the player who acts, or the number for chance, several at once, or the end."""
        if self.round.seat >= 0:
            together = self.simultaneous and self.round.together()
            return pyspiel.PlayerId.SIMULTANEOUS if together else self.round.seat
        return pyspiel.PlayerId.TERMINAL if self.round.over else pyspiel.PlayerId.CHANCE

    def is_terminal(self) -> bool:
        """Return whether the round is over."""
        return self.round.over

    def _legal_actions(self, player: int) -> list[int]:
        mask = self.round.mask(player)
        return list(compress(range(len(mask)), mask))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return list(self.round.outcomes().items())

    def _apply_action(self, action: int) -> None:
        self._step([action])

    def _apply_actions(self, actions: list[int]) -> None:
        acting = self.round.together() or (self.round.seat,)
        self._step([actions[player] for player in acting])

    def _step(self, numbers: list[int]) -> None:
        if not self.round.numbers:  # all states share the start
            self.round = self.round.copy()
        for each in numbers:
            self.round.step(each)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.round.name(CHANCE if player < 0 else player, action)

    def returns(self) -> list[float]:
        """Return the points of each player in the round, 0 until it is over."""
        return list(self.round.returns())

    def __str__(self) -> str:
        return " ".join(self.round.words)


class KifuObserver:
    """A player's observation as arrays, and everything that the player was shown, as a string.

    Without perfect recall, there are no arrays if they would have to show everything.
    """

    def __init__(self, encoding: Encoding[Any, Any], recall: bool) -> None:
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if encoding.perfect_recall or not recall:
            self.tensor = numpy.zeros(encoding.observation.size, numpy.float32)
            for each, at in encoding.observation.places():
                self.dict[each.name] = self.tensor[at : at + each.size].reshape(each.shape)

    def set_from(self, state: KifuState, player: int) -> None:
        """Fill the arrays with a player's observation."""
        if self.tensor is not None:
            self.tensor[:] = numpy.frombuffer(state.round.observe(player), numpy.uint8)

    def string_from(self, state: KifuState, player: int) -> str:
        """Return everything that a player was shown and did."""
        return state.round.known(player)


def load(game: str, options: Mapping[str, Any] | None = None) -> Any:
    """Return a game with options of a match (JSON values), as `pyspiel.load_game` does.

    Raises KeyError if there is no such game, and ValueError if it has no such option or no
    encoding.
    """
    text = options_text(options or {})
    _start(game, text)  # which raises them
    return pyspiel.load_game(PREFIX + game, {"options": text})


def _register() -> None:
    for name in replayer.games():
        try:
            kind = _kind(_start(name, ""))
        except Unsupported:
            continue
        except Exception as error:  # a broken plug-in must not hide other games
            known = isinstance(error, BrokenPlugin)
            warn(str(error if known else failed(name, "its encoding fails", error)), stacklevel=1)
            continue
        # A function would be freed after Python has ended, and fail; a class is never freed.
        pyspiel.register_game(kind, type(f"{name}Game", (KifuGame,), {"name": name}))


_register()
