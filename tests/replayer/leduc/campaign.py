"""Run open_spiel's CFR+ on Leduc poker, and watch it converge to the value of the game.

    python tests/replayer/leduc/campaign.py [ITERATIONS]

Under perfect play, player 0 loses 0.0856 chips per hand. A thousand iterations, the default, take a
few minutes.
"""

import sys
from importlib import import_module
from typing import Any

from kifu.environments.open_spiel import load

pyspiel: Any = import_module("pyspiel")


def main(iterations: int) -> None:
    """Print a line now and then: iteration, value for player 0, exploitability."""
    game = load("leduc")
    solver = pyspiel.CFRPlusSolver(game)
    print("iteration     value  exploitability")
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % 50 == 0 or iteration == iterations:
            found = solver.average_policy()
            value = pyspiel.expected_returns(game.new_initial_state(), found, -1, True)[0]
            far = pyspiel.exploitability(game, found)
            print(f"{iteration:9}  {value:+.5f}  {far:14.5f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
