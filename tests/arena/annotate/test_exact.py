"""Exact values: equilibria of small games, and the losses against them."""

import json
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

import kifu
from kifu import findings
from kifu.arena.annotate.annotating import choices, judged_round
from kifu.arena.annotate.evaluators import Playouts
from kifu.arena.annotate.exact.evaluators import Solved
from kifu.arena.search.equilibrium import Equilibrium, equilibrium, solved
from kifu.arena.search.public import PublicTree, Unsuitable, known
from kifu.arena.search.sequences import Tree, tree_of
from kifu.replayer import game, games
from kifu.replayer.leduc.cards import ACTIONS, DECK
from kifu.replayer.leduc.rules import LeducRules
from kifu.replayer.replay.round import Step
from kifu.replayer.rules import CHANCE, Decision, Rules, Terminal, Transition
from kifu.validation.beginning import begun

from ...campaign import TIMES, few, in_a_campaign
from ...command import Kifu
from ...imports import ROOT
from .test_annotating import FOLDED

VALUE = -0.085606
"""The value of Leduc poker to player 0."""
UNIFORM = 2.373611
"""The exploitability of the player who chooses all actions alike, in Leduc poker."""


@cache
def example(name: str, package: str) -> Any:
    """Return the module with the rules of an example, whose codes other tests must not see."""
    path = str(ROOT / "examples" / name)
    codes: dict[str, Any] = vars(findings)["_RULES"]
    before = dict(codes)
    sys.path.insert(0, path)
    try:
        return import_module(f"{package}.rules")
    finally:
        sys.path.remove(path)
        codes.clear()
        codes.update(before)


def kuhn() -> Any:
    return example("plugin", "kifu_kuhn").KuhnRules()


def scotland_yard() -> Any:
    return example("scotland-yard", "kifu_scotland_yard").ScotlandYardRules()


@cache
def solution(rules: Rules[Any], tight: bool = False) -> tuple[Tree, Equilibrium]:
    tree = tree_of(PublicTree(rules, rules.initial_state()))
    bounds = {"tremble": 1e-6, "exploitable": 2e-6} if tight else {}
    return tree, solved(msgspec.msgpack.encode(tree), **bounds)


def uniform(tree: Tree, player: int) -> list[float]:
    plan = [1.0] * tree.sizes[player]
    for at in tree.sets[player].values():
        for each in at.sequences:
            plan[each] = plan[at.before] / len(at.actions)
    return plan


def test_the_value_of_leduc_poker_and_the_exploitability_of_the_uniform_player() -> None:
    tree, found = solution(LeducRules(), TIMES > 1)
    assert [len(each) for each in tree.sets] == [468, 468]
    assert found.exploitability < (1e-4 if TIMES > 1 else 1e-3)
    assert found.value == pytest.approx(VALUE, abs=found.exploitability)
    alike = equilibrium(tree, (uniform(tree, 0), uniform(tree, 1)))
    assert alike.exploitability == pytest.approx(UNIFORM, abs=1e-6)


def test_the_value_of_kuhn_poker() -> None:
    _, found = solution(kuhn())
    assert found.exploitability < 1e-3
    assert found.value == pytest.approx(-1 / 18, abs=found.exploitability)


@pytest.mark.parametrize(("rules", "value"), [(kuhn, -1 / 18), (scotland_yard, 1 / 4)])
def test_a_linear_program_finds_the_value(rules: Callable[[], Rules[Any]], value: float) -> None:
    made = rules()
    tree = tree_of(PublicTree(made, made.initial_state()))
    assert linear_program(tree) == pytest.approx(value, abs=1e-6)


def linear_program(tree: Tree) -> float:
    """Return the value to player 0, by a program for the plan of player 0 (Koller et al., 1994).

    Its variables are this plan, and what player 1 concedes in each information set.
    """
    pytest.importorskip("scipy", reason="scipy comes with open_spiel")
    linprog: Any = import_module("scipy.optimize").linprog
    matrix: Any = import_module("scipy.sparse").coo_matrix
    (own, other), sets = tree.sizes, [[*each.values()] for each in tree.sets]
    plan, conceded = range(own), range(own, own + 1 + len(sets[1]))
    equal = [(0, 0, 1.0)]
    for row, at in enumerate(sets[0], start=1):
        equal += [(row, at.before, -1.0), *((row, each, 1.0) for each in at.sequences)]
    at_most = [(reply, plan[each], -points) for each, reply, _, points in tree.ends]
    at_most += [(0, conceded[0], 1.0)]
    for at, what in zip(sets[1], conceded[1:], strict=True):
        at_most += [(at.before, what, -1.0), *((each, what, 1.0) for each in at.sequences)]

    def filled(entries: list[tuple[int, int, float]], rows: int) -> Any:
        where, columns, values = zip(*entries, strict=True)
        return matrix((values, (where, columns)), (rows, conceded.stop))

    found = linprog(
        [-float(each == conceded[0]) for each in range(conceded.stop)],
        filled(at_most, other),
        [0] * other,
        filled(equal, 1 + len(sets[0])),
        [1, *[0] * len(sets[0])],
        [(0, None)] * own + [(None, None)] * len(conceded),
    )
    return -found.fun


@pytest.mark.parametrize("name", ["kuhn", pytest.param("leduc", marks=in_a_campaign)])
def test_values_are_those_of_open_spiels_best_replies(name: str) -> None:
    pytest.importorskip("pyspiel", reason="open_spiel cannot be installed here")
    pyspiel: Any = import_module("pyspiel")
    policy: Any = import_module("open_spiel.python.policy")
    best_response: Any = import_module("open_spiel.python.algorithms.best_response")
    rules: Rules[Any] = LeducRules() if name == "leduc" else kuhn()
    deck, actions = ([*DECK], [*ACTIONS]) if name == "leduc" else ([*"JQK"], [*"pb"])
    there: Any = pyspiel.load_game(f"{name}_poker")
    tree, found = solution(rules)

    def place(state: Any, player: int) -> bytes:
        """Return what a player knows in a state of OpenSpiel."""
        at, steps, dealt = rules.initial_state(), list[Step[Any]](), ""
        played: list[tuple[int, int]] = [(one.player, one.action) for one in state.full_history()]
        for seat, number in played:
            word = (deck if seat == CHANCE else actions)[number]
            if name == "kuhn" and seat == CHANCE:  # kifu deals both cards at once
                dealt += word
                if len(dealt) < 2:
                    continue
                word = dealt
            after = rules.apply(at, {seat: word})
            steps.append(Step(0, at, rules.node(at), {seat: word}, after))
            at = after.state
        return known(steps, player)

    class Found(policy.Policy):
        def action_probabilities(self, state: Any, player: int | None = None) -> dict[int, float]:
            seat: int = state.current_player()
            at = tree.sets[seat][place(state, seat)]
            plan = [found.plans[seat][each] for each in at.sequences]
            numbers = [actions.index(each) for each in at.actions]
            return {one: each / sum(plan) for one, each in zip(numbers, plan, strict=True)}

    strategy = Found(there, [0, 1])
    for player in (0, 1):
        reply = best_response.BestResponsePolicy(there, player, strategy)
        for states in reply.infosets.values():
            here = place(states[0][0], player)
            total = sum(probability for _, probability in states)
            for action, value in zip(
                tree.sets[player][here].actions, found.values(player, here)[0], strict=True
            ):
                number = actions.index(action)
                gain = sum(each * reply.q_value(state, number) for state, each in states)
                assert value == pytest.approx(gain / total, abs=1e-9)


def test_the_equilibrium_itself_loses_no_more_than_the_margin() -> None:
    tree, found = solution(LeducRules())
    wide = list[bool]()
    for player in (0, 1):
        sets = few(tree.sets[player].items(), 50)
        for place, at in sets:
            values, margin = found.values(player, place)
            plan = found.plans[player][at.first : at.last]
            loss = max(values) - sum(map(float.__mul__, values, plan)) / sum(plan)
            assert loss <= margin + 1e-9
            wide.append(margin > 0.25)
    assert sum(wide) <= len(wide) / 10, "in more than one place in ten, no loss would be certain"


def test_players_who_act_at_once_do_not_see_each_other() -> None:
    tree = tree_of(PublicTree(cast(Rules[Any], _Pennies()), ""))
    assert [len(each) for each in tree.sets] == [1, 1]
    found = solved(msgspec.msgpack.encode(tree))
    assert found.value == pytest.approx(0, abs=1e-3)
    for player in (0, 1):
        assert found.values(player, b"")[0] == pytest.approx([0, 0], abs=1e-2)


class _Pennies:
    """Matching pennies: player 0 wins if both show the same side."""

    players = 2

    def node(self, state: str) -> Any:
        return Terminal() if state else Decision((0, 1))

    def legal_actions(self, state: str, player: int) -> list[str]:
        return ["heads", "tails"]

    def apply(self, state: str, actions: Any) -> Any:
        return Transition(f"{actions[0]} {actions[1]}", {}, {})

    def returns(self, state: str) -> tuple[int, int]:
        if not state:
            return 0, 0
        first, second = state.split()
        return (1, -1) if first == second else (-1, 1)


@pytest.mark.parametrize("name", [each for each in games() if each != "leduc"])
def test_large_games_are_not_solved(name: str) -> None:
    rules = game(name).rules(begun(name, {}))
    with pytest.raises(Unsuitable):
        tree_of(PublicTree(rules, rules.initial_state()))


def test_small_games_are_annotated_with_exact_values(run: Kifu) -> None:
    result = run("annotate", "-", "-j", "1", stdin=json.dumps(FOLDED).encode())
    assert (result.status, result.err) == (0, "")
    hand = json.loads(result.out)["hands"][0]
    assert "(exact, strategies exploitable by 0.000" in hand["annotations"][-1]["after"][0]
    blunder = next(each for each in hand["annotations"] if each.get("ply") == 5)
    assert (blunder["glyphs"], blunder["evaluation"]["score"]) == ([4], -3)


def test_the_loss_depends_only_on_the_information_of_the_seat() -> None:
    judge = Solved(solution(LeducRules())[1], Playouts(20))
    other = json.loads(json.dumps(FOLDED))
    other["hands"][0]["cards"][1] = "Qh"
    found = [
        [each.judgement for each in judged_round(game("leduc"), record, 1, judge, "0")][::2]
        for record in map(kifu.loads, (json.dumps(FOLDED), json.dumps(other)))
    ]
    assert found[0] == found[1]
    assert found[0][2].loss == pytest.approx(10, abs=0.01)
    assert found[0][2].is_certain


def test_a_place_that_the_rules_do_not_know_is_estimated() -> None:
    """A foul that counted leads to one; here, the player was shown more than the rules show."""
    record: Any = kifu.loads(json.dumps(FOLDED))
    first = next(choices(game("leduc"), record, 1))
    steps = first.seen.steps
    shown = Transition(steps[1].state, {"peek": "Ks"}, {})
    seen = replace(first.seen, rounds=[[replace(steps[0], transition=shown), *steps[1:]]])
    found = Solved(solution(LeducRules())[1], Playouts(20)).judge(seen, first.action, "0")
    assert found == Playouts(20).judge(seen, first.action, "0")


def test_exact_values_are_refused_in_one_line_where_they_are_impossible(run: Kifu) -> None:
    record = kifu.dumps(game("goita").generate(Random(1))).encode()
    result = run("annotate", "-", "--evaluator", "exact", stdin=record)
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert "goita cannot be solved: it has 4 players" in result.err
