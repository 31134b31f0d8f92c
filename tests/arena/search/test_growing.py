"""Growing-tree CFR: known values of small games, and exploitability that falls."""

from typing import Any

import pytest

from kifu.arena.annotate.exact.equilibrium import equilibrium
from kifu.arena.annotate.exact.tree import tree_of
from kifu.arena.players.strategy import NoStrategy
from kifu.arena.search.growing import Growing
from kifu.arena.search.leaves import Playouts
from kifu.arena.search.public import PublicState, PublicTree, Unsuitable
from kifu.arena.search.resolving import Budget, Resolver
from kifu.replayer import game
from kifu.replayer.leduc.rules import LeducRules
from kifu.replayer.rules import CHANCE, Rules
from kifu.validation.beginning import begun

from ..annotate.test_exact import UNIFORM, VALUE, kuhn

Policies = dict[tuple[int, bytes], list[float]]


def exploited(rules: Rules[Any], policies: Policies) -> tuple[float, float]:
    """Return the value for player 0 of a pair of strategies, and their exploitability."""
    tree, plans = tree_of(rules, rules.initial_state()), list[list[float]]()
    for player in (0, 1):
        plan = [1.0] * tree.sizes[player]
        for known, at in tree.sets[player].items():
            for each, chosen in zip(at.sequences, policies[player, known], strict=True):
                plan[each] = plan[at.before] * chosen
        plans.append(plan)
    found = equilibrium(tree, (plans[0], plans[1]))
    return found.value, found.exploitability


def add(policies: Policies, at: PublicState, policy: list[float]) -> None:
    for info, known in enumerate(at.known[at.player]):
        policies[at.player, known] = [policy[slot] for slot in at.slots_of(info)]


def decisions(tree: PublicTree) -> list[PublicState]:
    found, left = list[PublicState](), [tree.root]
    while left:
        at = left.pop(0)
        if at.player != CHANCE:
            found.append(at)
        left += [child.state for child in tree.branch(at).children]
    return found


def whole(rules: Rules[Any], updates: int) -> tuple[float, float]:
    """Solve the whole tree."""
    tree, policies = PublicTree(rules, rules.initial_state()), Policies()
    leaves = Playouts(NoStrategy(), 1, "0")
    found = Growing(tree, [tree.root], ([1.0], [1.0]), leaves, "0")
    found.grow_all()
    for _ in range(updates):
        found.update()
    for at in decisions(tree):
        add(policies, at, found.policy(found.places[at]))
    return exploited(rules, policies)


def resolved(rules: Rules[Any], simulations: int, seed: str) -> tuple[float, float]:
    """Re-solve at each public state, as a player would on its way there."""
    tree, policies = PublicTree(rules, rules.initial_state()), Policies()
    leaves, budget = Playouts(NoStrategy(), 1, seed), Budget(simulations)
    resolvers = [Resolver(tree, player, leaves, budget, seed) for player in (0, 1)]
    for at in decisions(tree):
        add(policies, at, resolvers[at.player].policy(at))
    return exploited(rules, policies)


def test_the_values_of_small_games() -> None:
    value, loss = whole(kuhn(), 1000)
    assert value == pytest.approx(-1 / 18, abs=loss)
    assert loss < 0.003
    value, loss = whole(LeducRules(), 100)
    assert value == pytest.approx(VALUE, abs=loss)
    assert loss < 0.06


def test_exploitability_falls_with_search() -> None:
    _, first = resolved(LeducRules(), 1, "a")
    assert first == pytest.approx(UNIFORM, abs=1e-6)
    assert resolved(LeducRules(), 30, "a")[1] < UNIFORM / 2
    assert resolved(kuhn(), 300, "a")[1] < 0.02


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
