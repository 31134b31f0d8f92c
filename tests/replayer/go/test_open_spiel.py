"""Captures and simple ko agree with open_spiel's `go`, in random games."""

from random import Random
from typing import Any

import pytest

from kifu.replayer.go.engine.engine import Table

from ...campaign import sample

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel cannot be installed here")
GAMES = sample(12)


def moves(rng: Random, size: int) -> None:
    """Play a random game until open_spiel ends it, comparing the legal moves and the board."""
    state = pyspiel.load_game("go", {"board_size": size, "komi": 0.5}).new_initial_state()
    table = Table(size, size, 0, 0)
    while not state.is_terminal():
        # open_spiel numbers points from the bottom left
        legal = {own(each, size) for each in state.legal_actions()}
        player = state.current_player()
        found = {move for move in range(size * size + 1) if table.breach(player, move) == 0}
        assert found == legal
        action = rng.choice(state.legal_actions())
        table.act(player, own(action, size))
        state.apply_action(action)


def own(action: int, size: int) -> int:
    row, column = divmod(action, size)
    return action if row == size else (size - 1 - row) * size + column


def test_random_games_have_the_same_legal_moves() -> None:
    rng = Random(GAMES)
    for _ in range(GAMES):
        moves(rng, rng.choice([2, 3, 3, 5, 7]))
