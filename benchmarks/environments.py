"""How many decisions per second environments of kifu's games play, compared with other games.

    pip install open_spiel 'pettingzoo[classic]' rlcard
    python benchmarks/environments.py

Random play under the default options: at each decision, the legal actions are listed, what the
player observes is made into an array, and an action is taken. The ratios compare different games,
unless the name is the same: they say what an environment costs a program that learns.
"""

import statistics
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, TypeAlias

from others import available

from kifu import replayer
from kifu.environments.vector import VectorEnv

REPEATS, SECONDS, COUNT = 5, 0.4, 1000
Way: TypeAlias = Callable[[float], float]
"""A function that plays for some seconds, and returns the decisions per second."""


def open_spiel(name: str) -> Way:
    """Play a game of OpenSpiel, one of its own or one that kifu registers."""
    spiel: Any = import_module("pyspiel")
    import_module("kifu.environments.open_spiel")
    import_module("open_spiel.python.games")
    game, rng = spiel.load_game(name), Random(0)

    def play(seconds: float) -> float:
        began, decisions, spent = time.process_time(), 0, 0.0
        state = game.new_initial_state()
        while spent < seconds:
            for _ in range(500):  # reading the clock takes long
                if state.is_terminal():
                    state = game.new_initial_state()
                elif state.is_chance_node():
                    state.apply_action(rng.choice(state.legal_actions()))
                else:
                    player = state.current_player()
                    acting = range(game.num_players()) if player < 0 else [player]
                    for each in acting:
                        state.observation_tensor(each)
                    chosen = [rng.choice(state.legal_actions(each)) for each in acting]
                    state.apply_actions(chosen) if player < 0 else state.apply_action(chosen[0])
                    decisions += len(acting)
            spent = time.process_time() - began
        return decisions / spent

    return play


def petting_zoo(make: Callable[[], Any]) -> Way:
    """Play a game of PettingZoo, one of its own or one of kifu's."""
    env, rng = make(), Random(0)

    def play(seconds: float) -> float:
        began, decisions, spent = time.process_time(), 0, 0.0
        env.reset(seed=1)
        while spent < seconds:
            for _ in range(100):
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.reset()
                    continue
                env.step(int(rng.choice(seen["action_mask"].nonzero()[0])))
                decisions += 1
            spent = time.process_time() - began
        return decisions / spent

    return play


def classic(name: str) -> Way:
    """Play a game of PettingZoo Classic."""
    return petting_zoo(import_module(f"pettingzoo.classic.{name}").env)


def kifu_in_petting_zoo(name: str) -> Way:
    """Play a game of kifu in PettingZoo."""
    return petting_zoo(lambda: import_module("kifu.environments.petting_zoo").env(name))


def rlcard(name: str) -> Way:
    """Play a game of RLCard."""
    env, rng = import_module("rlcard").make(name), Random(0)

    def play(seconds: float) -> float:
        began, decisions, spent = time.process_time(), 0, 0.0
        while spent < seconds:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                decisions += 1
            spent = time.process_time() - began
        return decisions / spent

    return play


def vector(name: str) -> Way:
    """Play a thousand rounds of a game of kifu at once."""
    np: Any = import_module("numpy")
    env, rng = VectorEnv(name, COUNT), np.random.default_rng(0)
    seen = env.reset()

    def play(seconds: float) -> float:
        began, steps, spent = time.process_time(), 0, 0.0
        while spent < seconds:
            # Choose a legal action by drawing a random number for each.
            env.step((rng.random(seen["mask"].shape, np.float32) * seen["mask"]).argmax(1))
            steps += 1
            spent = time.process_time() - began
        return steps * COUNT / spent

    return play


def ways() -> dict[str, Way]:
    """Return the ways to compare, as far as their packages are installed."""
    made: dict[str, Callable[[], Way]] = {
        "OpenSpiel, python_kuhn_poker": lambda: open_spiel("python_kuhn_poker"),
        "OpenSpiel, python_liars_poker": lambda: open_spiel("python_liars_poker"),
        "OpenSpiel, python_tic_tac_toe": lambda: open_spiel("python_tic_tac_toe"),
        "OpenSpiel in C++, leduc_poker": lambda: open_spiel("leduc_poker"),
        "OpenSpiel in C++, go": lambda: open_spiel("go"),
        "PettingZoo, connect_four_v3": lambda: classic("connect_four_v3"),
        "PettingZoo, leduc_holdem_v4": lambda: classic("leduc_holdem_v4"),
        "RLCard, leduc-holdem": lambda: rlcard("leduc-holdem"),
        "RLCard, doudizhu": lambda: rlcard("doudizhu"),
    }
    for game in replayer.games():
        made[f"kifu in OpenSpiel, {game}"] = lambda game=game: open_spiel(f"kifu_{game}")
        made[f"kifu in PettingZoo, {game}"] = lambda game=game: kifu_in_petting_zoo(game)
        made[f"kifu in NumPy, {game}"] = lambda game=game: vector(game)
    return available(made)


def main() -> None:
    """Time everything in turn, and print medians, with the ratios of kifu's to all others."""
    compared = ways()
    turns = [{name: way(SECONDS) for name, way in compared.items()} for _ in range(REPEATS)]
    speeds = {name: statistics.median(turn[name] for turn in turns) for name in compared}
    tables: dict[str, dict[str, float]] = {}
    for name, speed in speeds.items():
        library, _, game = name.partition(", ")
        tables.setdefault(library, {})[game] = speed
    for library in [each for each in tables if each.startswith("kifu ")]:
        ours = tables[library]
        print(f"{library:34}{'':10}" + "".join(f"{game:>12}" for game in ours))
        print(
            f"{'decisions/second':34}{'':10}" + "".join(f"{each:12,.0f}" for each in ours.values())
        )
        for name, speed in speeds.items():
            if not name.startswith("kifu "):
                ratios = "".join(f"{each / speed:10,.2f} ×" for each in ours.values())
                print(f"{name:34}{speed:10,.0f}{ratios}")


if __name__ == "__main__":
    main()
