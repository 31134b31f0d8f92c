"""Games by self-play and solved positions, which need no PyTorch."""

import json
from typing import Any

import pytest

import kifu
from kifu.arena.learning.network import Network
from kifu.arena.learning.positions import names, noted, read, written
from kifu.arena.learning.selfplay import Solved, play, solve
from kifu.arena.learning.training import first_weights
from kifu.arena.search.growing import Growing
from kifu.arena.search.public import PublicTree
from kifu.arena.search.resolving import Budget
from kifu.replayer import game
from kifu.replayer.replay.match import first_state
from kifu.validation.beginning import begun

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("leduc", {}),
    ("go", {"size": 3}),
    ("planowanie", {"seats": 2, "deck": {"ranks": "23", "suits": "CD"}, "plan": [[1, 0]]}),
]


def numbers(found: Solved) -> list[list[float]]:
    return [list(each) for each in (*found.ranges, found.policy, *found.values)]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_everything_learnt_from_is_a_record(name: str, options: dict[str, Any]) -> None:
    record, played = begun(name, options), game(name)
    tree = PublicTree(played.rules(record), first_state(played, record), not played.has_views)
    encoding = kifu.encoding(name, options)
    weights = first_weights(encoding.observation.size, encoding.num_distinct_actions, 1)
    network, budget = Network(encoding, weights), Budget(3)
    done = play(tree, network, budget, "a")
    again = play(tree, network, budget, "a")
    assert done.annotations == again.annotations
    texts = [noted(played, played.written(record, [done.steps]), done.annotations)]
    for each in done.searched:
        texts.append(written(played, record, tree, each))
        assert numbers(read(played, tree, texts[-1])) == numbers(each)
    for number, query in enumerate(done.queries[:10]):
        found, _ = solve(tree, network, query, budget, str(number))
        texts.append(written(played, record, tree, found))
        back = read(played, tree, texts[-1])
        assert (back.at, numbers(back)) == (query[0], numbers(found))
    for text in texts:
        assert not list(kifu.validate(text))


def test_information_states_have_names() -> None:
    record, leduc = begun("leduc", {}), game("leduc")
    tree = PublicTree(leduc.rules(record), first_state(leduc, record))
    at = tree.turn_of(0, tree.branch(tree.branch(tree.root).children[0].state).children[0].state)
    solved = Solved(at, ([1.0] * 6, [1.0] * 6), [0.5] * len(at.actions))
    (hand,) = json.loads(written(leduc, record, tree, solved))["hands"]
    said = {each["key"]: each["values"] for each in hand["annotations"][0]["properties"]}
    assert said["states 0"][:2] == ['{"card":"Js"}', '{"card":"Jh"}']
    assert [len({*said[f"states {player}"]}) for player in (0, 1)] == [6, 6]
    record = begun("planowanie", GAMES[2][1])
    tree = PublicTree(game("planowanie").rules(record), first_state(game("planowanie"), record))
    hidden = tree.turn_of(1, tree.branch(tree.root).children[0].state)
    assert names(tree, hidden, 0)[:2] == ['{"hand":["2C"]} "0"', '{"hand":["2C"]} "1"']


def test_solutions_are_values_of_information_states() -> None:
    """A solved query near the end has the values of the whole subtree."""
    tree = PublicTree(
        game("leduc").rules(begun("leduc", {})), first_state(game("leduc"), begun("leduc", {}))
    )
    encoding = kifu.encoding("leduc")
    network = Network(encoding, first_weights(encoding.observation.size, 3, 1))
    done = play(tree, network, Budget(3), "b")
    at, ranges = max(done.queries, key=lambda query: len(query[0].path))
    found, _ = solve(tree, network, (at, ranges), Budget(200), "c")
    whole = Growing(tree, [at], ranges, network, "d")
    whole.grow_all()
    for _ in range(1000):
        whole.update()
    for player, met in enumerate(whole.met(whole.focus)):
        for value, worth, chance in zip(
            found.values[player], whole.summary(whole.focus, player)[1], met, strict=True
        ):
            assert value * chance == pytest.approx(worth, abs=0.02)
