"""kifu's games in PettingZoo: `env` for one player at a time, `parallel_env` for all at once.

>>> from kifu.environments import petting_zoo
>>> env = petting_zoo.env("leduc")
>>> env.reset(seed=1)
>>> while env.agents:
...     observation, reward, over, cut, _ = env.last()
...     mask = observation["action_mask"]
...     env.step(None if over or cut else mask.argmax())  # the first legal action
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from importlib import import_module
from itertools import count
from random import Random
from typing import Any

from ..api.learning import encoding as encoding_of
from ..browser.board import picture
from ..formats.interface.catalog import board
from ..formats.text.tones import plain
from ..replayer.encoding.encoding import Encoding
from ..replayer.encoding.numbers import NOBODY
from ..replayer.replay.round import RecordedRound, walk
from ..replayer.replay.trajectory import Trajectory, trajectories
from ..replayer.rules import Action
from ..validation.beginning import begun
from .rounds import DEALS, Round

try:
    numpy: Any = import_module("numpy")
    pettingzoo: Any = import_module("pettingzoo")  # its types are incomplete
    spaces: Any = import_module("gymnasium.spaces")
    wrappers: Any = import_module("pettingzoo.utils.wrappers")
except ImportError as error:
    why = "this needs PettingZoo: pip install 'kifu[pettingzoo]' (the extra `pettingzoo`)"
    raise ImportError(why) from error

HUMAN, ANSI, SVG = "human", "ansi", "svg"


def env(game: str, options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> Any:
    """Return a game as an `AECEnv`, in the wrappers of PettingZoo's own games.

    An illegal action ends the round: its player gets the lowest possible points, but at most -1,
    the others 0. Raises KeyError if there is no such game, and ValueError if it has no such option
    or no encoding, or cannot be rendered like this.
    """
    made: Any = raw_env(game, options, render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=made.illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class _Environment:
    """The common part of both kinds of environments: a round, its spaces, and pictures of it."""

    agents: list[str]

    def __init__(
        self, game: str, options: Mapping[str, Any] | None = None, render_mode: str | None = None
    ) -> None:
        if render_mode not in (None, HUMAN, ANSI, SVG):
            raise ValueError(f"render_mode must be human, ansi or svg, not {render_mode!r}")
        self.encoding: Encoding[Any, Any] = encoding_of(game, options)
        self._record, self.render_mode = begun(game, options or {}), render_mode
        self.metadata = {
            "name": f"kifu_{game}",
            "render_modes": [HUMAN, ANSI, SVG],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self._seats = self.encoding.rules.players
        self.possible_agents = [f"player_{seat}" for seat in range(self._seats)]
        self.agents = []
        self.illegal_reward = min(-1.0, float(self.encoding.min_utility))
        ids, layout = self.encoding.num_distinct_actions, self.encoding.observation
        boxes = {
            each.name: spaces.Box(0, each.high, each.shape, numpy.uint8) for each in layout.fields
        }
        mask = spaces.Box(0, 1, (ids,), numpy.int8)
        # Each agent has its own spaces, so that they can be seeded separately.
        seen = spaces.Dict(observation=spaces.Dict(boxes), action_mask=mask)
        self._observed = {agent: deepcopy(seen) for agent in self.possible_agents}
        self._acted = {agent: spaces.Discrete(ids) for agent in self.possible_agents}
        self._dice = Random()

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        """Return the fields of an agent's observation and its mask, as spaces."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the action ids."""
        return self._acted[agent]

    def close(self) -> None:
        """Do nothing: no window is open."""

    def _begin(self, seed: int | None) -> None:
        """Begin a round in which somebody acts."""
        if seed is not None:
            self._dice = Random(seed)
        self.agents = self.possible_agents[:]
        for _ in range(DEALS):
            self._play, self._left = _Play(self.encoding), self.encoding.max_game_length
            self._draw()
            if self._play.seat != NOBODY:
                return
        raise ValueError(f"nobody acts in rounds of {self.encoding.game.name}")

    def _draw(self) -> None:
        """Let chance act."""
        while self._play.seat == NOBODY and not self._play.over:
            outcomes = self._play.outcomes()
            self._play.step(self._dice.choices([*outcomes], [*map(float, outcomes.values())])[0])

    def _take(self, ids: Iterable[int]) -> bool:
        """Take ids, then let chance act; return whether the round is cut off."""
        for number in ids:
            self._play.step(number)
            self._left -= 1
        self._draw()
        return not self._play.over and self._left <= 0

    def _observation(self, seat: int, mask: bytearray) -> dict[str, Any]:
        row = self._play.observe(seat)
        fields = self.encoding.observation.split(row)
        return {
            "observation": {name: numpy.asarray(each) for name, each in fields.items()},
            "action_mask": numpy.frombuffer(mask, numpy.int8),
        }

    def render(self) -> str | None:
        """Return the board with all cards open, as `svg` or as text (`ansi`), which `human` prints.

        Raises ValueError before `reset`, or if the game cannot be drawn.
        """
        if self.render_mode is None:
            return None
        if not hasattr(self, "_play"):
            raise ValueError("reset has to be called before render")
        game = self.encoding.game
        record = game.written(self._record, [self._play.steps()])
        (line,) = trajectories(game, record, (1,))
        assert isinstance(line, Trajectory)
        if self.render_mode == SVG:
            return picture(record, 1, line.plies[-1]).svg
        text = plain("\n".join(board(game.name).position(line, line.last)))
        return text if self.render_mode == ANSI else print(text)


class raw_env(_Environment, pettingzoo.AECEnv):  # noqa: N801 (the name of PettingZoo's games)
    """A round of a game, in which one player acts at a time.

    Players who act at the same time act in the order of their numbers, without seeing what the
    others chose. An illegal action raises ValueError.
    """

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Begin a round. The same seed gives the same chance; without one, chance goes on."""
        self._begin(seed)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._play.seat]
        self._tell(False)

    def _tell(self, cut: bool) -> None:
        """Set the results of the last action."""
        self.rewards = dict(zip(self.agents, self._play.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, self._play.over)
        self.truncations = dict.fromkeys(self.agents, cut)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent observes; its mask is empty if it does not act now."""
        seat = self.possible_agents.index(agent)
        return self._observation(seat, self._play.mask(seat if seat == self._play.seat else NOBODY))

    def step(self, action: int | None) -> None:
        """Take an id for the agent that acts."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act")
        self._tell(self._take([int(action)]))
        self._cumulative_rewards[agent] = 0.0
        if self._play.seat != NOBODY:
            self.agent_selection = self.possible_agents[self._play.seat]
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == HUMAN:
            self.render()


class parallel_env(_Environment, pettingzoo.ParallelEnv):  # noqa: N801
    """A round of a game, in which each step takes the actions of all players who act.

    The masks say who acts: those of the others are empty, and their actions are ignored. An illegal
    action ends the round as in `env`.
    """

    def reset(
        self, seed: int | None = None, options: object = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a round. The same seed gives the same chance; without one, chance goes on."""
        self._begin(seed)
        return self._seen()

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        acting = () if self._play.over else self._acting()
        masks = [self._play.mask(seat if seat in acting else NOBODY) for seat in range(self._seats)]
        seen = zip(self.possible_agents, map(self._observation, count(), masks), strict=True)
        return dict(seen), {agent: {} for agent in self.possible_agents}

    def _acting(self) -> tuple[int, ...]:
        return self._play.together() or (self._play.seat,)

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Take an id for each agent that acts. Raises KeyError if one is missing.

        Raises ValueError after the end of a round, or before the first one.
        """
        if not self.agents:
            raise ValueError("reset has to be called before step")
        ids = {seat: int(actions[self.possible_agents[seat]]) for seat in self._acting()}
        every = range(self.encoding.num_distinct_actions)
        wrong = {
            seat
            for seat, number in ids.items()
            if number not in every or not self._play.mask(seat)[number]
        }
        cut = not wrong and self._take(ids.values())
        over, points = self._play.over or bool(wrong), self._play.returns()
        if wrong:
            points = [self.illegal_reward if seat in wrong else 0.0 for seat in range(self._seats)]
        agents, (seen, infos) = self.possible_agents, self._seen()
        rewards = dict(zip(agents, points, strict=True))
        if over or cut:
            self.agents = []
        if self.render_mode == HUMAN:
            self.render()
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos


class _Play(Round):
    """A round that keeps its actions, so that it can be drawn."""

    def __init__(self, encoding: Encoding[Any, Any]) -> None:
        self._actions: tuple[Mapping[int, Action], ...] = ()
        super().__init__(encoding)

    def _apply(self, actions: Mapping[int, Action]) -> None:
        self._actions += (dict(actions),)
        super()._apply(actions)

    def steps(self) -> tuple[Any, ...]:
        """Return the steps of the round so far."""
        self._follow()
        given = iter(self._actions)
        recorded = RecordedRound[Any](
            self.rules.initial_state(), lambda _, __: next(given, None), {}
        )
        return tuple(walk(self.rules, recorded))
