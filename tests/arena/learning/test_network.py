"""Networks in searches, and in files."""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kifu
from kifu.archive.questions.installed import NotInstalled, numpy
from kifu.arena.learning.checkpoint import Checkpoint, Progress, WrongNetwork, load, save
from kifu.arena.learning.network import Network
from kifu.arena.learning.training import Trainer, first_weights
from kifu.arena.search.exploitability import exploited
from kifu.arena.search.leaves import Ranges
from kifu.arena.search.public import PublicState, PublicTree
from kifu.arena.search.resolving import Budget, Resolver
from kifu.replayer import game
from kifu.replayer.replay.match import first_state
from kifu.replayer.rules import CHANCE
from kifu.validation.beginning import begun

from ...command import Kifu


def network(name: str, options: dict[str, Any]) -> Network:
    encoding = kifu.encoding(name, options)
    return Network(
        encoding, first_weights(encoding.observation.size, encoding.num_distinct_actions, 1)
    )


def tree_of(name: str, options: dict[str, Any]) -> PublicTree:
    record = begun(name, options)
    start = first_state(game(name), record)
    return PublicTree(game(name).rules(record), start, not game(name).has_views)


def at_random(tree: PublicTree, depth: int, seed: int) -> PublicState:
    rng, at = Random(seed), tree.root
    while at.player == CHANCE or len(at.path) < depth:
        at = rng.choice(tree.branch(at).children).state
    return at


def ranges(at: PublicState, seed: int) -> Ranges:
    rng = Random(seed)
    first, second = ([rng.random() ** 3 for _ in each] for each in at.known)
    return first, second


def test_values_add_up_to_zero_and_do_not_depend_on_the_batch() -> None:
    tree, net = tree_of("leduc", {}), network("leduc", {})
    asked = [(at := at_random(tree, 3 + seed, seed), ranges(at, seed)) for seed in range(5)]
    together = net.values(tree, asked)
    for (at, found), (first, second) in zip(asked, together, strict=True):
        ((one, other),) = net.values(tree, [(at, found)])
        assert first == pytest.approx(one, abs=1e-4)
        assert second == pytest.approx(other, abs=1e-4)
        met = [0.0] * len(first), [0.0] * len(second)
        for each in at.histories:
            met[0][each.infos[0]] += each.chance * found[1][each.infos[1]]
            met[1][each.infos[1]] += each.chance * found[0][each.infos[0]]
        totals = [
            sum(share * chance * value for share, chance, value in zip(*each, strict=True))
            for each in zip(found, met, (first, second), strict=True)
        ]
        assert totals[0] == pytest.approx(-totals[1], abs=1e-5)
        assert first != pytest.approx([0] * len(first), abs=1e-3)
        prior = net.prior(tree, at)
        for info in range(len(at.slots) - 1):
            assert sum(prior[slot] for slot in at.slots_of(info)) == pytest.approx(1)


def test_searches_with_a_network() -> None:
    tree, net = tree_of("leduc", {}), network("leduc", {})
    resolvers = [Resolver(tree, player, net, Budget(5), "a") for player in (0, 1)]
    found = exploited(tree, lambda at: resolvers[at.player].policy(at))
    assert 0 < found.exploitability < 2.3


def test_a_game_without_hidden_information() -> None:
    tree, net = tree_of("go", {"size": 5}), network("go", {"size": 5})
    resolver = Resolver(tree, 0, net, Budget(5), "a")
    assert sum(resolver.policy(tree.root)) == pytest.approx(1)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "network.npz"
    made = Checkpoint(network("leduc", {}), Progress(games=3), {})
    save(str(path), game("leduc"), begun("leduc", {}), made)
    return path


def test_a_network_in_a_file(saved: Path) -> None:
    found = load(str(saved), game("leduc"), begun("leduc", {}))
    tree = tree_of("leduc", {})
    at = at_random(tree, 4, 1)
    assert found.prior(tree, at) == network("leduc", {}).prior(tree, at)


def changed(path: Path, old: bytes, new: bytes) -> None:
    np = numpy()
    arrays = dict(np.load(path))
    header = arrays["header"].tobytes()
    assert old in header
    arrays["header"] = np.frombuffer(header.replace(old, new), np.uint8)
    np.savez(path, **arrays)


def refused(path: Path, name: str = "leduc", options: Any = None) -> str:
    with pytest.raises(WrongNetwork) as why:
        load(str(path), game(name), begun(name, options or {}))
    said = str(why.value)
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    return said


def test_wrong_networks(saved: Path) -> None:
    whole = saved.read_bytes()
    assert "for leduc, not go" in refused(saved, "go")
    changed(saved, b'"options":{}', b'"options":{"size":9}')
    assert '{"size":9}, not with {}' in refused(saved)
    saved.write_bytes(whole)
    changed(saved, b'"version":1', b'"version":2')
    assert "version 2; kifu reads kifu/network, version 1" in refused(saved)
    saved.write_bytes(whole)
    changed(saved, b'"raise"', b'"bet"')
    assert "other actions" in refused(saved)
    changed(saved, b'"width":64', b'"width":32')
    saved.write_bytes(whole)
    changed(saved, b'"width":64', b'"width":32')
    assert "shape" in refused(saved)


def test_headers_with_impossible_numbers(saved: Path) -> None:
    whole = saved.read_bytes()
    for old, new in (
        (b'"simulations":100', b'"simulations":0'),
        (b'"games":3', b'"games":-1'),
        (b'"width":64', b'"width":-64'),
        (b'"seconds":0.0', b'"seconds":-1.0'),
    ):
        saved.write_bytes(whole)
        changed(saved, old, new)
        assert "damaged" in refused(saved)


def test_arrays_that_no_training_leaves(saved: Path) -> None:
    """They must not raise exceptions in a search, or in learning that is continued."""
    np = numpy()
    arrays = dict(np.load(saved))
    ones = {
        f"{name}/{part}": np.ones_like(each)
        for name, each in arrays.items()
        if name != "header"
        for part in ("last", "exp_avg", "exp_avg_sq")
    }
    whole = {**arrays, **ones, "steps": np.array(1)}
    np.savez(saved, **whole)
    assert load(str(saved), game("leduc"), begun("leduc", {}))
    for name, wrong in (
        ("gain", whole["gain"] * 0 + np.float32(1e38)),
        ("gain", whole["gain"] * np.nan),
        ("in/exp_avg", None),
        ("in/exp_avg", whole["mid"]),
        ("act/last", whole["act"] * np.nan),
        ("act/exp_avg_sq", -whole["act/exp_avg_sq"]),
        ("steps", np.array([1, 2])),
        ("steps", np.array(-1)),
        ("steps", np.array("many")),
    ):
        np.savez(
            saved, **{key: each for key, each in {**whole, name: wrong}.items() if each is not None}
        )
        assert repr(name) in refused(saved)


def test_damaged_networks(saved: Path) -> None:
    whole = saved.read_bytes()
    places = [0, 10, len(whole) // 2, len(whole) - 1]
    for damaged in (
        *(whole[:place] for place in places),
        whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:],
        b"not a network",
    ):
        saved.write_bytes(damaged)
        assert "cut short or damaged" in refused(saved)


def test_learning_without_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(NotInstalled, match=r"^this needs PyTorch: pip install 'kifu\[learn\]'"):
        Trainer({}, {})


def test_playing_with_a_network(run: Kifu, saved: Path) -> None:
    play = ("play", "leduc", "--rounds", "2", "--playouts", "5", "--seed", "1")
    command = (*play, "--players", "search,random", "--network", saved.name)
    first, second = run(*command), run(*command)
    assert (first.status, first.out) == (0, second.out)
    assert json.loads(first.out)["hands"][1]["end"]
    for wrong in (
        (*play, "--network", saved.name),
        ("play", "go", "--players", "search", "--network", saved.name),
        (*command[:-1], "missing.npz"),
    ):
        found = run(*wrong)
        assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
