"""kifu's games in OpenSpiel pass its tests, and its programs play and learn."""

import pickle
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kifu
from kifu import replayer

from ..imports import ROOT
from ..plugins.copies import Copy

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel cannot be installed here")
environment: Any = import_module("kifu.environments.open_spiel")
mcts: Any = import_module("open_spiel.python.algorithms.mcts")

GAMES = {
    **{name: {} for name in replayer.games() if (ROOT / "replayer" / name).is_dir()},
    "go": {"size": [4, 5], "superko": "situational"},  # other games may have no options
    "planowanie": {"plan": [[5, 2]]},
}


def game(name: str) -> Any:
    return environment.load(name, GAMES[name])


def played(some: Any, seed: int, plies: int = 1000) -> Any:
    """Return a state that random play leads to."""
    state, rng = some.new_initial_state(), Random(seed)
    while plies and not state.is_terminal():
        if state.is_simultaneous_node():
            each = [state.legal_actions(player) for player in range(some.num_players())]
            state.apply_actions([rng.choice(legal) for legal in each])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        plies -= 1
    return state


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_tests_of_open_spiel(name: str) -> None:
    some = game(name)
    pyspiel.random_sim_test(some, num_sims=3, serialize=True, verbose=False)
    if some.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        turns = pyspiel.convert_to_turn_based(some)
        pyspiel.random_sim_test(turns, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_states_can_be_stored(name: str) -> None:
    some = game(name)
    assert str(pickle.loads(pickle.dumps(some))) == str(some)
    for plies in (2, 5, 9, 1000):
        state = played(some, 1, plies)
        for copy in (
            pickle.loads(pickle.dumps(state)),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(some, state))[1],
            state.clone(),
        ):
            assert (str(copy), copy.history()) == (str(state), state.history())
            assert copy.returns() == state.returns()
            for player in range(some.num_players()):
                knows = state.information_state_string(player)
                assert copy.information_state_string(player) == knows
                assert copy.observation_tensor(player) == state.observation_tensor(player)


@pytest.mark.parametrize("name", GAMES)
def test_a_player_observes_what_the_encoding_says(name: str) -> None:
    some, encoding = game(name), kifu.encoding(name, GAMES[name])
    state = played(some, 2, 7)
    for player in range(some.num_players()):
        row = list(state.round.observe(player))
        assert state.observation_tensor(player) == row
        assert len(row) == encoding.observation.size
        if some.get_type().provides_information_state_tensor:
            assert state.information_state_tensor(player) == row
    if not state.is_simultaneous_node() and state.current_player() >= 0:
        legal: list[int] = state.legal_actions()
        for each in legal:
            assert state.action_to_string(each) == encoding.names[each]


def test_players_declare_at_the_same_time() -> None:
    some = game("planowanie")
    state = played(some, 3, 4)
    assert state.current_player() == pyspiel.PlayerId.SIMULTANEOUS
    declared = [state.legal_actions(player)[player] for player in range(4)]
    knew = [state.information_state_string(player) for player in range(4)]
    state.apply_actions(declared)
    assert state.current_player() == 2
    assert str(state).endswith("declare 0 declare 1 declare 2 declare 3")
    assert all(state.information_state_string(each) != knew[each] for each in range(4))


def test_a_deal_follows_from_the_choices_of_chance() -> None:
    some = environment.load("goita")
    states = [some.new_initial_state() for _ in range(2)]
    for state in states:
        for digit in (1, 2, 3, 255):
            assert state.chance_outcomes()[digit] == (digit, 1 / 256)
            state.apply_action(digit)
    assert str(states[0]) == str(states[1])
    assert states[0].current_player() >= 0


def test_options_are_parameters() -> None:
    options = {"size": [7, 5], "komi": 5.5, "preset": "aga"}
    text = environment.options_text(options)
    by_name = pyspiel.load_game(f"kifu_go(options={text})")
    assert str(by_name) == str(environment.load("go", options))
    assert str(pyspiel.load_game(str(by_name))) == str(by_name)
    assert by_name.num_distinct_actions() == 36
    spaced = pyspiel.load_game("kifu_go", {"options": "size:[7, 5];komi:5.5;preset:aga"})
    assert str(spaced) == str(by_name)
    for wrong, why in (
        ("handicaps:2", "no option 'handicaps'"),
        ("size", "name:value"),
        ("size:0", "0 lines"),
    ):
        with pytest.raises(ValueError, match=why):
            pyspiel.load_game("kifu_go", {"options": wrong})
    with pytest.raises(ValueError, match="expected"):
        environment.load("goita", {"target": "many"})
    with pytest.raises(KeyError, match="gouta"):
        environment.load("gouta")


def test_illegal_actions_are_refused() -> None:
    state = environment.load("leduc").new_initial_state()
    for wrong in (6, 100):
        with pytest.raises(ValueError, match="chance cannot take outcome"):
            state.apply_action(wrong)
    state.apply_action(3)
    with pytest.raises(ValueError, match="chance cannot take outcome 3"):
        state.apply_action(3)
    state.apply_action(4)
    for wrong in (0, 3, 100):
        with pytest.raises(ValueError, match=f"id {wrong} is not legal"):
            state.apply_action(wrong)


def test_its_programs_play() -> None:
    some = game("go")
    evaluator = mcts.RandomRolloutEvaluator(1, None)
    bot = mcts.MCTSBot(some, 2, 4, evaluator)
    state = played(some, 4, 20)
    assert bot.step(state) in state.legal_actions()


def test_without_open_spiel_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "kifu.environments.open_spiel")
    with pytest.raises(ImportError, match=r"^this needs .* pip install 'kifu\[openspiel\]'.*$"):
        import_module("kifu.environments.open_spiel")


def test_a_broken_plug_in_hides_no_game(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    copy.replace("encoding.py", "perfect_recall = True", "rules: int = unknown")
    (tmp_path / "script.py").write_text("from kifu.environments.open_spiel import load\nload('go')")
    done = copy.run("script")
    assert done.returncode == 0, done.stderr
    assert "the game 'kuhn': " in done.stderr
    assert "NameError: name 'unknown'" in done.stderr


IN_A_PLUGIN = """
import sys
import pyspiel
import kifu.environments.open_spiel

game = pyspiel.load_game("kifu_" + sys.argv[1])
pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
if sys.argv[1] == "kuhn":
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
    print(round(pyspiel.exploitability(game, policy), 2), round(value, 2))
"""


@pytest.mark.parametrize(
    ("name", "folder", "said"),
    [("kuhn", "examples/plugin", "0.0 -0.06\n"), ("raises", "tests/plugins/raises", "")],
)
def test_plug_ins_are_registered(tmp_path: Path, name: str, folder: str, said: str) -> None:
    copy = Copy(tmp_path, name, ROOT / folder)
    (tmp_path / "script.py").write_text(IN_A_PLUGIN)
    done = copy.run("script", name)
    assert (done.returncode, done.stdout) == (0, said), done.stderr
