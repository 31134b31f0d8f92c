"""Many rounds of a game at once, as NumPy arrays, for programs that learn.

>>> env = VectorEnv("leduc", 1000, seed=1)
>>> seen = env.reset()
>>> seen["observation"].shape, seen["mask"].shape
((1000, 39), (1000, 3))
>>> seen = env.step(seen["mask"].argmax(axis=1))  # the first legal action in each round
>>> seen["reward"].shape, int(seen["done"].sum())
((1000, 2), 0)
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ..api.learning import encoding as encoding_of
from ..archive.questions.installed import numpy
from ..findings.arguments import integer
from ..replayer.encoding.encoder import Encoder, advance
from ..replayer.encoding.encoding import Encoding
from ..replayer.encoding.numbers import NOBODY
from ..replayer.encoding.states import StateEncoder
from ..replayer.rules import CHANCE, Chance, Decision
from .rounds import DEALS


class VectorEnv:
    """`count` rounds of a game at once; the next round begins as soon as one is over.

    Each row of `arrays` is a round: what the player in `seat` observes now, and the `mask` of legal
    ids. After a step, `done` says whether the round in that row has ended and another has begun,
    and `reward` has the points of each player in it. A round of the maximum length of the encoding
    is cut off, without points, and `truncated` says so. Each step overwrites the arrays.

    A round is the first one of a match with these options. The chance events of each round in a row
    depend only on the seed and the row's number.

    Raises KeyError if there is no such game, ValueError if it has no such option or no encoding,
    and NotInstalled (an ImportError) without NumPy, which the extra `tables` installs.
    """

    def __init__(
        self, game: str, count: int, seed: int = 0, options: Mapping[str, Any] | None = None
    ) -> None:
        self._np = np = numpy()
        self.encoding: Encoding[Any, Any] = encoding_of(game, options)
        self.count, self._seed = integer("count", count), integer("seed", seed)
        if count < 1:
            raise ValueError(f"count must be at least 1, not {count}")
        self.players = self.encoding.rules.players
        self._width, self._seen = self.encoding.num_distinct_actions, self.encoding.observation.size
        self._masks, self._seats = bytearray(count * self._width), bytearray(count)
        self._observations = bytearray(count * self._seen)
        self._lengths = np.zeros(count, np.int64)
        self.arrays: dict[str, Any] = {
            "observation": np.frombuffer(self._observations, np.uint8).reshape(count, -1),
            "mask": np.frombuffer(self._masks, np.uint8).reshape(count, -1),
            "seat": np.frombuffer(self._seats, np.uint8),
            "reward": np.zeros((count, self.players)),
            "done": np.zeros(count, bool),
            "truncated": np.zeros(count, bool),
        }
        # A caller may write to the arrays, but cannot make an action legal by that.
        self._legal = np.zeros((count, self._width), np.uint8)
        self._dice: list[Random] = []
        self._encoders: list[Encoder] = []
        self._starts: list[Any] = [None] * count
        # The ids so far, if a chance event can only be drawn by replaying them under the rules.
        follows = self.encoding.max_chance_outcomes > 1
        self._taken: list[list[int]] = [[] for _ in range(count if follows else 0)]

    def reset(self, seed: int | None = None) -> Mapping[str, Any]:
        """Begin all rounds, and return the arrays. Without a seed, the last one is used again."""
        self._seed = self._seed if seed is None else integer("seed", seed)
        self._dice = [Random(f"{self._seed}/{at}") for at in range(self.count)]
        self._encoders = [Encoder()] * self.count
        for name in ("observation", "mask", "reward", "done", "truncated"):
            self.arrays[name][:] = 0
        for at in range(self.count):
            self._begin(at)
            self._show(at)
        self._np.copyto(self._legal, self.arrays["mask"])
        return self.arrays

    def step(self, actions: Any, out: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Take an id in each round, and return the arrays, which are also copied to those in `out`.

        Raises ValueError for an id that is not legal, and KeyError, TypeError or ValueError for
        arrays that cannot be copied to, before any is taken.
        """
        np, arrays = self._np, self.arrays
        if not self._encoders:
            raise ValueError("reset has to be called before step")
        numbers = np.asarray(actions)
        if numbers.shape != (self.count,) or numbers.dtype.kind not in "iu":
            raise ValueError(f"actions must be {self.count} whole numbers")
        known = (numbers >= 0) & (numbers < self._width)
        legal = known & (self._legal[np.arange(self.count), np.where(known, numbers, 0)] == 1)
        if not legal.all():
            row = int(legal.argmin())
            raise ValueError(f"id {numbers[row]} is not legal in row {row}")
        for name, each in (out or {}).items():
            self._fits(name, each)
        for name in ("observation", "mask", "reward", "done", "truncated"):
            arrays[name][:] = 0
        taken: list[int] = numbers.tolist()
        for row, ids in enumerate(self._taken):
            ids.append(taken[row])
        stopped = advance(
            self._encoders,
            taken,
            self._masks,
            self._width,
            self._observations,
            self._seen,
            self._seats,
        )
        self._lengths += 1
        for at in stopped:
            self._settle(at)
        for at in np.flatnonzero(self._lengths >= self.encoding.max_game_length).tolist():
            arrays["done"][at] = arrays["truncated"][at] = True
            arrays["observation"][at] = arrays["mask"][at] = 0
            self._begin(at)
            self._show(at)
        np.copyto(self._legal, arrays["mask"])
        for name, each in (out or {}).items():
            np.copyto(each, arrays[name])
        return arrays

    def _fits(self, name: str, each: Any) -> None:
        """Raise an error unless an array can take the values of the one with this name."""
        own = self.arrays[name]
        if not isinstance(each, self._np.ndarray):
            raise TypeError(f"{name} must be a NumPy array, not {type(each).__name__}")
        if each.shape != own.shape:
            raise ValueError(f"{name} must have the shape {own.shape}, not {each.shape}")
        if not self._np.can_cast(own.dtype, each.dtype, "same_kind"):
            raise TypeError(f"{name} cannot be of {each.dtype}: its values are of {own.dtype}")
        if not each.flags.writeable:
            raise ValueError(f"{name} is a read-only array")

    def _settle(self, at: int) -> None:
        """Let chance act in a row, or end the round and begin another."""
        encoder = self._encoders[at]
        while encoder.seat == NOBODY:
            points = encoder.returns()
            if points is not None:
                self.arrays["reward"][at], self.arrays["done"][at] = points, True
                self._begin(at)
                break
            self._draw(at)
        self._show(at)

    def _begin(self, at: int) -> None:
        """Begin a round in which somebody acts."""
        rules = self.encoding.rules
        for _ in range(DEALS):
            state = rules.initial_state()
            while isinstance(rules.node(state), Chance):
                state = rules.apply(state, {CHANCE: rules.sample(state, self._dice[at])}).state
            if isinstance(rules.node(state), Decision):
                break
        else:
            raise ValueError(f"nobody acts in rounds of {self.encoding.game.name}")
        self._encoders[at], self._starts[at] = self.encoding.encoder(state), state
        self._lengths[at] = 0
        if self._taken:
            self._taken[at].clear()

    def _draw(self, at: int) -> None:
        """Draw an event during a round."""
        encoder, rules = self._encoders[at], self.encoding.rules
        if isinstance(encoder, StateEncoder):
            encoder.drawn.append(rules.sample(encoder.state, self._dice[at]))
            encoder.step(-len(encoder.drawn))
            return
        follower, taken = StateEncoder(self.encoding, self._starts[at]), self._taken[at]
        for number in taken:
            follower.step(number)
        word = rules.sample(follower.state, self._dice[at])
        taken.append(~self.encoding.outcome(follower.state, word))
        encoder.step(taken[-1])

    def _show(self, at: int) -> None:
        """Write the row of a round."""
        encoder = self._encoders[at]
        encoder.mask(self._masks, at * self._width)
        encoder.observe(self._observations, at * self._seen, encoder.seat)
        self._seats[at] = encoder.seat
