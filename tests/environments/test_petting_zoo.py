"""kifu's games in PettingZoo pass its tests, and play by the rules."""

import sys
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import kifu

from ..games import SMALL
from .plugins import PLUGINS, said

pettingzoo: Any = pytest.importorskip("pettingzoo", reason="PettingZoo cannot be installed here")
checks: Any = import_module("pettingzoo.test")
spaces: Any = import_module("gymnasium.spaces")
petting_zoo: Any = import_module("kifu.environments.petting_zoo")

# It expects arrays; kifu's observations are dictionaries of arrays.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def sampled(env: Any, agent: str, seen: Any) -> int:
    return int(env.action_space(agent).sample(seen["action_mask"]))


def is_svg(found: str) -> bool:
    return found.startswith("<svg")


@pytest.mark.parametrize("name", SMALL)
def test_it_passes_the_tests_of_petting_zoo(name: str) -> None:
    def env(**more: Any) -> Any:
        return petting_zoo.env(name, SMALL[name], **more)

    def parallel() -> Any:
        return petting_zoo.parallel_env(name, SMALL[name])

    checks.api_test(env(), 50)
    checks.seed_test(env, 50)
    checks.render_test(env, {"svg": is_svg})
    checks.parallel_api_test(parallel(), 50)
    checks.parallel_seed_test(parallel, 50)


@pytest.mark.parametrize("name", SMALL)
def test_both_kinds_play_the_same_round(name: str) -> None:
    one, all_at_once = (
        make(name, SMALL[name]) for make in (petting_zoo.env, petting_zoo.parallel_env)
    )
    one.reset(seed=8)
    seen, _ = all_at_once.reset(seed=8)
    points: dict[str, float] = {}
    while all_at_once.agents:
        acting = [agent for agent in seen if seen[agent]["action_mask"].any()]
        actions = {agent: sampled(all_at_once, agent, seen[agent]) for agent in acting}
        for agent in acting:
            assert one.agent_selection == agent
            same, *_ = one.last()
            assert (same["action_mask"] == seen[agent]["action_mask"]).all()
            for part, found in same["observation"].items():
                assert (found == seen[agent]["observation"][part]).all()
            one.step(actions[agent])
        seen, points, *_ = all_at_once.step(actions)
        assert one.rewards == points
    assert all(one.terminations.values())


@pytest.mark.parametrize("name", SMALL)
def test_a_copy_is_played_independently(name: str) -> None:
    """Searches copy an environment in order to try actions."""
    env = petting_zoo.env(name, SMALL[name], render_mode="ansi")
    env.reset(seed=2)
    before, copy = env.render(), deepcopy(env)
    for agent in copy.agent_iter(20):
        seen, _, over, *_ = copy.last()
        copy.step(None if over else sampled(copy, agent, seen))
    assert copy.render() != before
    assert env.render() == before


def test_players_declare_at_the_same_time() -> None:
    env = petting_zoo.parallel_env("planowanie", SMALL["planowanie"])
    seen, _ = env.reset(seed=1)
    assert all(each["action_mask"][-6:].all() for each in seen.values())
    with pytest.raises(KeyError, match="player_3"):
        env.step({f"player_{seat}": 52 for seat in range(3)})
    seen, *_ = env.step({f"player_{seat}": 52 + seat for seat in range(4)})
    assert seen["player_2"]["observation"]["declared"].tolist() == [3, 4, 1, 2]
    assert sum(each["action_mask"].any() for each in seen.values()) == 1


def test_an_illegal_action_ends_the_round() -> None:
    env = petting_zoo.env("leduc")
    env.reset(seed=1)
    env.step(0)
    assert env.rewards == {"player_0": -13, "player_1": 0}
    assert all(env.terminations.values())
    at_once = petting_zoo.parallel_env("leduc")
    for wrong in (0, -1, 3):
        at_once.reset(seed=1)
        _, points, over, *_ = at_once.step({"player_0": wrong})
        assert points == {"player_0": -13, "player_1": 0}
        assert all(over.values())
        assert not at_once.agents
        with pytest.raises(ValueError, match="reset"):
            at_once.step({"player_0": 1, "player_1": 1})
    alone = petting_zoo.raw_env("leduc")
    alone.reset()
    for nothing in (0, None):
        with pytest.raises(ValueError, match=r"is not legal|player_0 has to act"):
            alone.step(nothing)


def test_endless_rounds_are_cut_off() -> None:
    env = petting_zoo.env("go", {"size": 5})
    env.unwrapped.encoding.max_game_length = 3
    env.reset()
    for number in range(3):
        assert not any(env.truncations.values())
        env.step(number)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_the_board_is_the_one_of_the_position() -> None:
    env = petting_zoo.env("leduc", render_mode="ansi")
    env.reset(seed=3)
    assert "P0 may:  call  raise" in env.render()
    env.step(2)
    assert "P1 may:  fold  call  raise" in env.render()
    silent = petting_zoo.env("leduc")
    silent.reset()
    assert silent.render() is None


def test_spaces_are_the_fields_of_the_encoding() -> None:
    env, encoding = petting_zoo.env("mighty"), kifu.encoding("mighty")
    space = env.observation_space("player_4")
    assert env.action_space("player_4").n == encoding.num_distinct_actions
    for each in encoding.observation.fields:
        found = space["observation"][each.name]
        assert (found.shape, found.high.max()) == (each.shape, each.high)


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="render_mode"):
        petting_zoo.env("leduc", render_mode="rgb_array")
    with pytest.raises(ValueError, match="no option"):
        petting_zoo.env("leduc", {"size": 9})
    with pytest.raises(KeyError):
        petting_zoo.env("chess")


def test_a_step_needs_a_round_in_progress() -> None:
    with pytest.raises(ValueError, match="reset"):
        petting_zoo.raw_env("leduc", render_mode="ansi").render()
    env = petting_zoo.parallel_env("leduc")
    with pytest.raises(ValueError, match="reset"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(KeyError, match="player_0"):
        env.step({"player_1": 1})
    env.step({"player_0": 0})  # there is no bet to fold to
    assert env.agents == []
    with pytest.raises(ValueError, match="reset"):
        env.step({"player_0": 1})
    env.reset()
    env.step({"player_0": 1})


def test_without_it_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "kifu.environments.petting_zoo")
    with pytest.raises(ImportError, match=r"^this needs .* pip install 'kifu\[pettingzoo\]'.*$"):
        import_module("kifu.environments.petting_zoo")


IN_A_PLUGIN = """
import sys, warnings
from pettingzoo.test import api_test, parallel_api_test
from kifu.environments import petting_zoo

warnings.simplefilter("ignore")
api_test(petting_zoo.env(sys.argv[1]), 50)
parallel_api_test(petting_zoo.parallel_env(sys.argv[1]), 50)
"""


@PLUGINS
def test_plug_ins_are_played(tmp_path: Path, name: str, folder: str) -> None:
    said(tmp_path, name, folder, IN_A_PLUGIN)
