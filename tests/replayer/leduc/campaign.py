"""Run open_spiel's CFR+ on kifu's rules, and watch it converge to the value of Leduc poker.

    python tests/replayer/leduc/campaign.py [ITERATIONS]

Under perfect play, player 0 loses 0.0856 chips per hand. A thousand iterations, the default, take a
few minutes.
"""

import sys
from importlib import import_module
from typing import Any

from adapter import KifuGame

from kifu.replayer.leduc.cards import ACTIONS, DECK
from kifu.replayer.leduc.rules import LeducRules

ALGORITHMS = "open_spiel.python.algorithms"
cfr: Any = import_module(f"{ALGORITHMS}.cfr")
expected_game_score: Any = import_module(f"{ALGORITHMS}.expected_game_score")
exploitability: Any = import_module(f"{ALGORITHMS}.exploitability")


def main(iterations: int) -> None:
    """Print a line now and then: iteration, value for player 0, exploitability."""
    game = KifuGame(LeducRules(), ACTIONS, DECK, most=13)
    solver = cfr.CFRPlusSolver(game)
    print("iteration     value  exploitability")
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % 50 == 0 or iteration == iterations:
            found = solver.average_policy()
            value, _ = expected_game_score.policy_value(game.new_initial_state(), [found, found])
            far = exploitability.exploitability(game, found)
            print(f"{iteration:9}  {value:+.5f}  {far:14.5f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
