"""Leduc poker matches `leduc_poker` of open_spiel: in every history, and in computed strategies."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from kifu.replayer.leduc.cards import ACTIONS, DECK

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel cannot be installed here")
import_module("kifu.environments.open_spiel")

from ...campaign import in_a_campaign, sample  # noqa: E402

HISTORIES = 9457
INFORMATION_SETS = 936
UNIFORM = 2.373611
"""The exploitability of the uniformly random player."""
VALUE = -0.085606
"""The value of the game to player 0."""
ITERATIONS = sample(6)
NEAR = 1.3
"""An upper bound on CFR+'s exploitability after 6 iterations (measured: 1.2; 0.17 after 20)."""


def histories(here: Any, there: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every history of both games, including chance and terminal nodes."""
    yield here, there
    for number in there.legal_actions():
        yield from histories(here.child(number), there.child(number))


@pytest.fixture(scope="module")
def both() -> list[tuple[Any, Any]]:
    games = (pyspiel.load_game("kifu_leduc"), pyspiel.load_game("leduc_poker"))
    return list(histories(*(each.new_initial_state() for each in games)))


def test_every_history_has_the_same_nodes_and_actions(both: list[tuple[Any, Any]]) -> None:
    assert len(both) == HISTORIES
    for here, there in both:
        assert here.current_player() == there.current_player()
        assert here.legal_actions() == there.legal_actions()
        names = DECK if there.is_chance_node() else ACTIONS
        for each in here.legal_actions():
            assert here.action_to_string(each) == names[each]


def test_chance_deals_as_probably(both: list[tuple[Any, Any]]) -> None:
    for here, there in both:
        if there.is_chance_node():
            assert dict(here.chance_outcomes()) == pytest.approx(dict(there.chance_outcomes()))
            assert sum(here.round.outcomes().values()) == pytest.approx(1)


def test_the_returns_are_the_same(both: list[tuple[Any, Any]]) -> None:
    for here, there in both:
        if there.is_terminal():
            assert here.returns() == there.returns()


def test_players_tell_the_same_histories_apart(both: list[tuple[Any, Any]]) -> None:
    decisions = [each for each in both if each[1].current_player() >= 0]
    ours = {here.information_state_string() for here, _ in decisions}
    assert len(ours) == INFORMATION_SETS
    for player in (0, 1):
        pairs = {
            tuple(each.information_state_string(player) for each in states) for states in decisions
        }
        assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})


@in_a_campaign
def test_how_far_the_uniform_policy_is_exploitable() -> None:
    game = pyspiel.load_game("kifu_leduc")
    found = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    assert found == pytest.approx(UNIFORM, abs=1e-6)


@in_a_campaign
def test_cfr_plus_comes_near_the_value() -> None:
    """Best responses to the computed strategy bound the value; `campaign.py` goes further."""
    game = pyspiel.load_game("kifu_leduc")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    found, root = solver.average_policy(), game.new_initial_state()
    most, least = (
        pyspiel.TabularBestResponse(game, player, found).value_from_state(root) * sign
        for player, sign in ((0, 1), (1, -1))
    )
    assert least < VALUE < most
    assert (most - least) / 2 < NEAR
