"""Duplicate deals: seats rotate, and confidence intervals have the coverage they claim."""

from random import Random

import pytest

from kifu.arena.players.duplicate import Edge, differences, edge, rotations
from kifu.arena.players.levels import player
from kifu.replayer import game, new_record


@pytest.mark.parametrize("seats", range(2, 7))
def test_both_sit_everywhere_equally_often(seats: int) -> None:
    found = rotations(seats)
    own = {sum(sitting[seat] for sitting in found) for seat in range(seats)}
    assert len(own) == 1
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("name", ["leduc", "mighty", "planowanie"])
def test_equal_players_are_equal(name: str) -> None:
    """With the same deals and deterministic players, seats make no difference."""
    both = player(name, "rules"), player(name, "rules")
    found = list(differences(game(name), new_record(name), both, "seed", rounds=2))
    assert found == pytest.approx([0.0, 0.0])


def test_an_interval_holds_the_true_mean_as_often_as_it_says() -> None:
    rng = Random(1)
    samples = ([rng.gauss(3, 5) for _ in range(200)] for _ in range(400))
    held = sum(abs(each.mean - 3) <= each.margin for each in map(edge, samples))
    assert 0.92 < held / 400 < 0.98


def test_an_edge_is_certain_beyond_its_margin() -> None:
    assert [Edge(10, mean, 1.0).certain for mean in (1.5, 0.5, -1.5)] == [True, False, False]
