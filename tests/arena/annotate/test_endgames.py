"""Endgames are solved by search: with all cards open, or in deals that are possible."""

from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import pytest

from kifu.arena.annotate.annotating import Choice, choices
from kifu.arena.annotate.evaluators import Playouts
from kifu.arena.annotate.exact.evaluators import Endgames
from kifu.arena.annotate.exact.search import values
from kifu.arena.players.trials import compared
from kifu.arena.search.public import Unsuitable
from kifu.replayer import game
from kifu.replayer.leduc.rules import LeducRules
from kifu.replayer.rules import CHANCE, Chance, Decision, Rules, Terminal

from ...campaign import sample

ENDS = {"mighty": 9, "goita": 4}
"""How many decisions before the end of a round are solved in games with several players."""


def random_round(name: str, seed: int) -> tuple[Rules[Any], list[tuple[Any, int]]]:
    """Return the decisions of a random round: their states and players."""
    rng, match = Random(seed), game(name)
    rules = match.rules(match.generate(rng))
    state, found = rules.initial_state(), list[tuple[Any, int]]()
    while not isinstance(node := rules.node(state), Terminal):
        if isinstance(node, Chance):
            state = rules.apply(state, {CHANCE: rules.sample(state, rng)}).state
            continue
        (player,) = node.players
        found.append((state, player))
        state = rules.apply(state, {player: rng.choice(rules.legal_actions(state, player))}).state
    return rules, found


def brute_force(rules: Rules[Any], state: Any) -> list[Fraction]:
    """Return what all players gain if each one chooses what is best for itself."""
    node = rules.node(state)
    if isinstance(node, Terminal):
        returns = rules.returns(state)
        return [Fraction(compared(returns, each), len(returns)) for each in range(len(returns))]
    if isinstance(node, Chance):
        outcomes = rules.chance_outcomes(state) or {}
        after = [
            [chance * gain for gain in brute_force(rules, rules.apply(state, {CHANCE: each}).state)]
            for each, chance in outcomes.items()
        ]
        return [sum(each, Fraction()) for each in zip(*after, strict=True)]
    (player,) = node.players
    ends = [
        brute_force(rules, rules.apply(state, {player: action}).state)
        for action in rules.legal_actions(state, player)
    ]
    return max(ends, key=lambda gains: gains[player])


@pytest.mark.parametrize("name", ENDS)
def test_endgames_equal_brute_force(name: str) -> None:
    solved = 0
    for seed in range(sample(12)):
        rules, decisions = random_round(name, seed)
        for state, player in decisions[-ENDS[name] :]:
            legal = rules.legal_actions(state, player)
            try:
                found = values(rules, state, player, legal, 100)  # brute force visits more
            except Unsuitable:
                continue
            solved += 1
            for action, (value, _) in zip(legal, found, strict=True):
                expected = brute_force(rules, rules.apply(state, {player: action}).state)
                assert value == pytest.approx(float(expected[player]))
    assert solved > 10


def test_chance_is_averaged() -> None:
    """With both private cards open, before the public card."""
    rules = LeducRules()
    state: Any = rules.initial_state()
    for player, action in ((CHANCE, "Ks"), (CHANCE, "Qs"), (0, "raise")):
        state = rules.apply(state, {player: action}).state
    legal = rules.legal_actions(state, 1)
    found = values(rules, state, 1, legal, 5000)
    for action, (value, score) in zip(legal, found, strict=True):
        expected = brute_force(rules, rules.apply(state, {1: action}).state)
        assert (value, score) == pytest.approx((float(expected[1]), float(expected[0])))


def test_large_trees_are_left_alone() -> None:
    rules, decisions = random_round("mighty", 1)
    state, player = next(each for each in decisions if rules.legal_actions(*each)[0] != "pass")
    with pytest.raises(Unsuitable):
        values(rules, state, player, rules.legal_actions(state, player), 1000)


def last_choices(record: Any, sees_all: bool) -> list[Choice]:
    """Return the choices in the last two tricks of the first round."""
    every, plies = choices(game("mighty"), record, 1, sees_all), record.deals[0].plies
    return [each for each in every if each.ply > plies - 10]


def test_losses_in_endgames() -> None:
    """With open cards, they are exact; otherwise, they have an interval, as deals are drawn."""
    judge = Endgames(Playouts(200)), Endgames(Playouts(200, sees_all=True))
    records = (game("mighty").generate(Random(seed)) for seed in count())
    record: Any = next(each for each in records if each.deals[0].plies > 50)
    for each in last_choices(record, sees_all=True):
        found = judge[1].judge(each.seen, each.action, "0")
        rules, seat, state = each.seen.rules, each.seen.player, each.seen.state
        worth: dict[str, Fraction] = {
            action: brute_force(rules, rules.apply(state, {seat: action}).state)[seat]
            for action in each.seen.legal
        }
        assert found.margin == 0
        assert found.loss == pytest.approx(float(max(worth.values()) - worth[each.action]))
    for each in last_choices(record, sees_all=False):
        found = judge[0].judge(each.seen, each.action, "0")
        assert found == judge[0].judge(each.seen, each.action, "0")
        assert found.loss == 0 or found.margin > 0
    assert "endgames are solved" in judge[0].name


def test_a_round_without_two_sides_is_not_solved() -> None:
    class Alone:
        """Three players who all play for themselves."""

        players = 3

        def node(self, state: str) -> Any:
            return Decision((0,))

    rules: Any = Alone()
    with pytest.raises(Unsuitable, match="two sides"):
        values(rules, "", 0, ["a"], 100)
