"""How fast positions are played out at random.

    python benchmarks/players/playouts.py

Rounds are played out by the engine, as in `kifu.playouts`, and by stepping through the states of
the readable rules.
"""

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

from kifu import replayer
from kifu.replayer.beliefs.dice import Dice
from kifu.replayer.beliefs.playouts import PlayedOut, play_out, walk_out
from kifu.replayer.rules import CHANCE, Decision

REPEATS, STARTS, TIMES, WALKS = 5, 10, 1000, 20


def starts(game: str) -> list[tuple[Any, Any]]:
    """Return the rules and a state after a random deal, several times."""
    found: list[tuple[Any, Any]] = []
    for seed in range(STARTS):
        rules = replayer.game(game).rules(replayer.generate(game, seed))
        state, rng = rules.initial_state(), Random(seed)
        while not isinstance(rules.node(state), Decision):
            state = rules.apply(state, {CHANCE: rules.sample(state, rng)}).state
        found.append((rules, state))
    return found


def speed(way: Callable[[Any, Any, int, Dice], PlayedOut], game: str, times: int) -> float:
    """Return how many decisions one of the ways makes per second of processor time."""
    prepared, decisions = starts(game), 0
    began = time.process_time()
    for seed, (rules, state) in enumerate(prepared):
        decisions += way(rules, state, times, Dice(seed)).decisions
    return decisions / (time.process_time() - began)


def main() -> None:
    """Print medians for all games."""
    print(f"{'decisions per second':20}{'engine':>14}{'walk':>10}{'ratio':>9}")
    for game in replayer.games():
        turns = [
            (speed(play_out, game, TIMES), speed(walk_out, game, WALKS)) for _ in range(REPEATS)
        ]
        engine, walk = (statistics.median(each) for each in zip(*turns, strict=True))
        print(f"{game:20}{engine:14,.0f}{walk:10,.0f}{engine / walk:7.0f} ×")


if __name__ == "__main__":
    main()
