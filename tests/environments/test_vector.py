"""Rounds played at once are those of the rules, with the same numbers as an episode."""

import sys
from itertools import compress
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kifu
from kifu.environments.vector import VectorEnv
from kifu.replayer.encoding.states import StateEncoder
from kifu.replayer.rules import CHANCE, Chance

from ..games import SMALL
from .plugins import PLUGINS, said

np: Any = pytest.importorskip("numpy")


class ByTheRules:
    """A row of an environment as the rules play it."""

    def __init__(self, name: str, seed: int, row: int) -> None:
        self.encoding = kifu.encoding(name, SMALL[name])
        self.dice = Random(f"{seed}/{row}")
        self.begin()

    def begin(self) -> None:
        rules = self.encoding.rules
        state = rules.initial_state()
        while isinstance(rules.node(state), Chance):
            state = rules.apply(state, {CHANCE: rules.sample(state, self.dice)}).state
        self.follower, self.episode = StateEncoder(self.encoding, state), self.encoding.begin(state)

    def row(self) -> tuple[int, list[int], list[int]]:
        seat, at = self.episode.seat, self.follower
        mask = self.encoding.legal_actions_mask(at.state, at.seat, at.begun)
        return seat, list(mask), list(self.episode.observe(seat))

    def step(self, number: int) -> list[float] | None:
        self.follower.step(number)
        self.episode.step(number)
        while not self.episode.over and self.episode.seat < 0:
            word = self.encoding.rules.sample(self.follower.state, self.dice)
            outcome = self.encoding.outcome(self.follower.state, word)
            self.episode.draw(outcome)
            self.follower.step(~outcome)
        points = self.follower.returns()
        if points is not None:
            self.begin()
        return points


@pytest.mark.parametrize("name", SMALL)
def test_rows_are_rounds_by_the_rules(name: str) -> None:
    env, rng, over = VectorEnv(name, 3, 7, SMALL[name]), Random(1), 0
    rows = [ByTheRules(name, 7, row) for row in range(3)]
    arrays = env.reset()
    for _ in range(90):
        for at, each in enumerate(rows):
            found = (arrays[part][at].tolist() for part in ("seat", "mask", "observation"))
            assert tuple(found) == each.row()
        ids = [rng.choice(list(compress(range(len(m)), m))) for m in arrays["mask"]]
        arrays = env.step(np.array(ids))
        for at, (each, number) in enumerate(zip(rows, ids, strict=True)):
            points = each.step(number)
            assert arrays["done"][at] == (points is not None)
            assert arrays["reward"][at].tolist() == (points or [0] * env.players)
            over += points is not None
    assert over >= 3
    assert not arrays["truncated"].any()


def test_chance_depends_on_the_seed_and_the_row() -> None:
    few, many = VectorEnv("goita", 2, 5), VectorEnv("goita", 9, 5)
    hands = many.reset()["observation"][:, :8].copy()
    assert (few.reset()["observation"][:, :8] == hands[:2]).all()
    assert len({tuple(each) for each in hands.tolist()}) == 9
    assert (many.reset()["observation"][:, :8] == hands).all()
    assert not (many.reset(6)["observation"][:, :8] == hands).all()


def test_arrays_that_exist_are_filled() -> None:
    env = VectorEnv("leduc", 4)
    masks = np.zeros((2, 4, 3), np.float32)
    seen = env.reset()
    for each in masks:
        seen = env.step(seen["mask"].argmax(1), {"mask": each})
        assert (each == seen["mask"]).all()
    with pytest.raises(KeyError, match="masks"):
        env.step(seen["mask"].argmax(1), {"masks": masks[0]})


@pytest.mark.parametrize(
    ("out", "kind", "why"),
    [
        ({"masks": np.zeros((2, 3))}, KeyError, "masks"),
        ({"mask": [0, 0, 0]}, TypeError, "mask must be a NumPy array, not list"),
        (
            {"mask": np.zeros((2, 4))},
            ValueError,
            r"mask must have the shape \(2, 3\), not \(2, 4\)",
        ),
        ({"mask": np.zeros((9, 2, 3))}, ValueError, "mask must have the shape"),
        ({"reward": np.zeros((2, 2), int)}, TypeError, "reward cannot be of int64: its values are"),
        ({"mask": np.broadcast_to(np.zeros(3), (2, 3))}, ValueError, "mask is a read-only array"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_before_any_action_is_taken(
    out: dict[str, Any], kind: type[Exception], why: str
) -> None:
    env = VectorEnv("leduc", 2)
    before = {name: each.copy() for name, each in env.reset().items()}
    with pytest.raises(kind, match=why):
        env.step([1, 1], out)
    assert all((env.arrays[name] == each).all() for name, each in before.items())


def test_writing_to_the_mask_makes_no_action_legal() -> None:
    env = VectorEnv("planowanie", 2)
    seen = env.reset()
    legal = seen["mask"].argmax(1)
    seen["mask"][:] = 1
    with pytest.raises(ValueError, match="id 0 is not legal in row 0"):
        env.step([0, 0])
    assert env.step(legal)["mask"].sum() < seen["mask"].size


def test_endless_rounds_are_cut_off() -> None:
    env = VectorEnv("go", 2, options={"size": 5})
    env.encoding.max_game_length = 4
    seen = env.reset()
    for number in range(3):
        assert not env.step([number, number])["done"].any()
    seen = env.step([3, 3])
    assert seen["done"].all()
    assert seen["truncated"].all()
    assert not seen["reward"].any()
    assert seen["mask"].all()
    env.step([25, 0])
    seen = env.step([25, 1])
    assert (seen["done"].tolist(), seen["truncated"].tolist()) == ([True, False], [False, False])


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        ([1, 3], "id 3 is not legal in row 1"),
        ([-1, 0], "id -1 is not legal in row 0"),
        ([1], "actions must be 2 whole numbers"),
        ([1.0, 1.0], "actions must be 2 whole numbers"),
    ],
)
def test_illegal_actions_are_refused_before_any_is_taken(actions: list[Any], why: str) -> None:
    env = VectorEnv("leduc", 2)
    before = {name: each.copy() for name, each in env.reset().items()}
    with pytest.raises(ValueError, match=why):
        env.step(actions)
    assert all((env.arrays[name] == each).all() for name, each in before.items())


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        VectorEnv("leduc", 0)
    with pytest.raises(ValueError, match="no option"):
        VectorEnv("leduc", 1, options={"size": 9})
    with pytest.raises(ValueError, match="reset"):
        VectorEnv("leduc", 1).step([1])


def test_without_numpy_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match=r"^this needs .* pip install 'kifu\[tables\]'.*$"):
        VectorEnv("leduc", 1)


IN_A_PLUGIN = """
import sys
from kifu.environments.vector import VectorEnv

env = VectorEnv(sys.argv[1], 20, 3)
seen, over = env.reset(), 0
for _ in range(100):
    seen = env.step(seen["mask"].argmax(1))
    over += seen["done"].sum()
print(over > 50)
"""


@PLUGINS
def test_plug_ins_are_played(tmp_path: Path, name: str, folder: str) -> None:
    assert said(tmp_path, name, folder, IN_A_PLUGIN) == "True\n"
