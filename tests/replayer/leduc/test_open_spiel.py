"""Leduc poker matches `leduc_poker` of open_spiel: in every history, and in computed strategies."""

from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

from kifu.replayer.leduc.cards import ACTIONS, DECK
from kifu.replayer.leduc.rules import LeducRules

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel cannot be installed here")
policy: Any = import_module("open_spiel.python.policy")
best_response: Any = import_module("open_spiel.python.algorithms.best_response")
cfr: Any = import_module("open_spiel.python.algorithms.cfr")
exploitability: Any = import_module("open_spiel.python.algorithms.exploitability")

from ...campaign import in_a_campaign, sample  # noqa: E402
from .adapter import History, KifuGame  # noqa: E402

HISTORIES = 9457
INFORMATION_SETS = 936
UNIFORM = 2.373611
"""The exploitability of the uniformly random player."""
VALUE = -0.085606
"""The value of the game to player 0."""
ITERATIONS = sample(6)
NEAR = 1.3
"""An upper bound on CFR+'s exploitability after 6 iterations (measured: 1.2; 0.17 after 20)."""


@pytest.fixture(scope="module")
def game() -> Any:
    return KifuGame(LeducRules(), ACTIONS, DECK, most=13)


def histories(here: History, there: Any) -> Iterator[tuple[History, Any]]:
    """Yield every history of both games, including chance and terminal nodes."""
    yield here, there
    if here.over:
        return
    names = DECK if there.is_chance_node() else ACTIONS
    numbers: list[int] = there.legal_actions()
    for number in numbers:
        yield from histories(here.child(names[number]), there.child(number))


@pytest.fixture(scope="module")
def both(game: Any) -> list[tuple[History, Any]]:
    return list(histories(game.root, pyspiel.load_game("leduc_poker").new_initial_state()))


def test_every_history_has_the_same_nodes_and_actions(both: list[tuple[History, Any]]) -> None:
    assert len(both) == HISTORIES
    for here, there in both:
        assert here.over == there.is_terminal()
        if not here.over:
            assert here.player == there.current_player()
            names = DECK if there.is_chance_node() else ACTIONS
            offered = here.outcomes if there.is_chance_node() else here.legal
            assert list(offered) == [names[action] for action in there.legal_actions()]


def test_chance_deals_as_probably(both: list[tuple[History, Any]]) -> None:
    for here, there in both:
        if there.is_chance_node():
            assert sum(here.outcomes.values()) == 1
            for action, probability in there.chance_outcomes():
                ours = here.outcomes[DECK[action]]
                assert isinstance(ours, Fraction)
                assert float(ours) == pytest.approx(probability)


def test_the_returns_are_the_same(both: list[tuple[History, Any]]) -> None:
    for here, there in both:
        assert list(here.rules.returns(here.state)) == there.returns()


def test_players_tell_the_same_histories_apart(both: list[tuple[History, Any]]) -> None:
    decisions = [(here, there) for here, there in both if not here.over and here.player >= 0]
    ours = {here.known(here.player) for here, _ in decisions}
    assert len(ours) == INFORMATION_SETS
    for player in (0, 1):
        pairs = {
            (here.known(player), there.information_state_string(player))
            for here, there in decisions
        }
        assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})


@in_a_campaign
def test_how_far_the_uniform_policy_is_exploitable(game: Any) -> None:
    found = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert found == pytest.approx(UNIFORM, abs=1e-6)


@in_a_campaign
def test_cfr_plus_comes_near_the_value(game: Any) -> None:
    """Best responses to the computed strategy bound the value; `campaign.py` goes further."""
    solver = cfr.CFRPlusSolver(game)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    found, root = solver.average_policy(), game.new_initial_state()
    most, least = (
        best_response.BestResponsePolicy(game, player, found).value(root) * sign
        for player, sign in ((0, 1), (1, -1))
    )
    assert least < VALUE < most
    assert (most - least) / 2 < NEAR
