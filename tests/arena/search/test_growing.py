"""Growing-tree CFR: known values of small games, and exploitability that falls."""

from typing import Any

import msgspec
import pytest

from kifu.arena.players.strategy import NoStrategy
from kifu.arena.search.equilibrium import Equilibrium, equilibrium, solved
from kifu.arena.search.exploitability import exploited
from kifu.arena.search.growing import Growing
from kifu.arena.search.leaves import Playouts
from kifu.arena.search.public import PublicTree, Unsuitable
from kifu.arena.search.regrets import CLOSED, Side, shared
from kifu.arena.search.resolving import Budget, Resolver
from kifu.arena.search.sequences import tree_of
from kifu.replayer import game
from kifu.replayer.leduc.rules import LeducRules
from kifu.replayer.rules import Rules
from kifu.validation.beginning import begun

from ..annotate.test_exact import UNIFORM, VALUE, kuhn


def whole(rules: Rules[Any], updates: int) -> Equilibrium:
    """Solve the whole tree."""
    tree = PublicTree(rules, rules.initial_state())
    leaves = Playouts(NoStrategy(), 1, "0")
    found = Growing(tree, [tree.root], ([1.0], [1.0]), leaves, "0")
    found.grow_all()
    for _ in range(updates):
        found.update()
    return exploited(tree, lambda at: found.policy(found.places[at]))


def resolved(rules: Rules[Any], simulations: int, seed: str) -> Equilibrium:
    """Re-solve at each public state, as a player would on its way there."""
    tree = PublicTree(rules, rules.initial_state())
    leaves, budget = Playouts(NoStrategy(), 1, seed), Budget(simulations)
    resolvers = [Resolver(tree, player, leaves, budget, seed) for player in (0, 1)]
    return exploited(tree, lambda at: resolvers[at.player].policy(at))


def test_equal_shares_are_fractions_also_if_compiled() -> None:
    assert shared([0.0, 0.0]) == [0.5, 0.5]
    side = Side()
    first = side.act(0, 3, CLOSED)
    side.open(first)
    side.open(first + 1)
    assert [*side.policy[first : first + 3]] == [0.5, 0.5, 0.0]


def test_the_values_of_small_games() -> None:
    found = whole(kuhn(), 1000)
    assert found.value == pytest.approx(-1 / 18, abs=found.exploitability)
    assert found.exploitability < 0.003
    found = whole(LeducRules(), 100)
    assert found.value == pytest.approx(VALUE, abs=found.exploitability)
    assert found.exploitability < 0.06


def test_exploitability_falls_with_search() -> None:
    one, more = (resolved(LeducRules(), simulations, "a") for simulations in (1, 30))
    assert one.exploitability == pytest.approx(UNIFORM, abs=1e-6)
    assert more.exploitability < UNIFORM / 2
    assert resolved(kuhn(), 300, "a").exploitability < 0.02
    # Against an equilibrium, the searches of both players lose at most as much in all.
    best = whole(LeducRules(), 100)
    first, second = (
        equilibrium(more.tree, plans).value
        for plans in ((more.plans[0], best.plans[1]), (best.plans[0], more.plans[1]))
    )
    lost = (best.value - first) + (second - best.value)
    assert -2 * best.exploitability < lost < 2 * (more.exploitability + best.exploitability)


def test_a_search_begins_where_the_earlier_one_has_values() -> None:
    """The last simulation may have added the current state, without values so far."""
    rules = LeducRules()
    tree = PublicTree(rules, rules.initial_state())
    at = tree.turn_of(0, tree.branch(tree.branch(tree.root).children[0].state).children[0].state)
    (after, *_) = tree.branch(at).children
    made = Resolver(tree, 1, Playouts(NoStrategy(), 1, "a"), Budget(1), "a")
    assert after.state in made.search(after.state).places
    gadget = made.search(after.state).gadget
    assert gadget is not None
    assert any(gadget.values)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("mighty", "it has 5 players, not two"),
        ("goita", "it has 4 players, not two"),
    ],
)
def test_games_that_do_not_meet_the_conditions(name: str, why: str) -> None:
    rules = game(name).rules(begun(name, {}))
    with pytest.raises(Unsuitable, match=why):
        PublicTree(rules, rules.initial_state())


def test_declarations_at_once_in_a_game_for_the_lead() -> None:
    for ranks, cards in (("JQK", 1), ("QK", 2)):
        options = {
            "deck": {"ranks": ranks, "suits": "CD"},
            "seats": 2,
            "plan": [[cards, 0]],
        }
        rules = game("planowanie").rules(begun("planowanie", options))
        tree = tree_of(PublicTree(rules, rules.initial_state()))
        exact = solved(msgspec.msgpack.encode(tree), exploitable=0.002)
        found = whole(rules, 30)
        assert found.exploitability < 0.01
        bound = 2 * (found.exploitability + exact.exploitability)
        assert found.value == pytest.approx(exact.value, abs=bound)
