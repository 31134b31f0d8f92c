"""Laws of variations, whatever the game: each is a line of play of its own."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import formats, replayer
from kifu.findings import Finding
from kifu.formats import Text
from kifu.replayer.branch import branch
from kifu.replayer.game import CHANCE, Chance, Decision, Rules
from kifu.replayer.replay import RoundReplay, replay, replay_round, replay_variation
from kifu.replayer.variations import Variation
from kifu.replayer.view import view

SEEDS = range(20)
MOST = 30
"""The most nodes that a random variation goes on for."""


@pytest.fixture(params=sorted(replayer.games()))
def game(request: pytest.FixtureRequest) -> Any:
    return replayer.game(request.param)


def invented(
    rules: Rules[Any], line: RoundReplay[Any], rng: Random, depth: int = 0
) -> list[Variation]:
    """Random variations of a line, and of those."""
    plies = {step.ply: step for step in reversed(line.own) if isinstance(step.node, Decision)}
    found: list[Variation] = []
    for ply in rng.sample(sorted(plies), min(len(plies), rng.randrange(4 - depth))):
        actions = list(otherwise(rules, plies[ply], rng))
        if actions:
            new = Variation(ply=ply, actions=tuple(actions), name=rng.choice([None, "變化"]))
            below = replay_variation(rules, line, len(found) + 1, new)
            found.append(replace(new, variations=tuple(invented(rules, below, rng, depth + 1))))
    return found


def otherwise(rules: Rules[Any], step: Any, rng: Random) -> Iterator[str]:
    """Random actions from a step on, which differ from what is done there; none if they cannot."""
    state, node, done = step.state, step.node, step.actions
    for _ in range(rng.randrange(1, MOST)):
        if isinstance(node, Chance):
            outcome = rules.sample(state, rng)
            yield outcome
            state, done = rules.apply(state, {CHANCE: outcome}).state, None
            node = rules.node(state)
        if not isinstance(node, Decision):
            return
        choices = {player: rules.legal_actions(state, player) for player in node.players}
        taken = {player: rng.choice(list(some)) for player, some in choices.items()}
        if taken == done:
            return
        yield from taken.values()
        state, done = rules.apply(state, taken).state, None
        node = rules.node(state)


def varied(game: Any, seed: int) -> Any:
    """A random record with variations of some rounds."""
    record, rng = game.generate(Random(seed)), Random(seed)
    rules = game.rules(record)
    for line in replay(game, record):
        if rng.random() < 0.5:
            new = tuple(invented(rules, line, rng))
            record = game.with_variations(record, line.number, new)
    return record


def records(game: Any) -> list[Any]:
    found = [varied(game, seed) for seed in SEEDS]
    assert any(len(list(line.tree())) > 3 for each in found for line in replay(game, each))
    return [each for each in found if list(places(game, each))]


def places(game: Any, record: Any) -> Iterator[tuple[int, tuple[int, ...], Variation]]:
    """Every variation of a record: its round, its path and itself, those that are left first."""
    for number in range(1, len(game.rounds(record)) + 1):
        yield from _places(number, (), game.variations(record, number))


def _places(
    number: int, path: tuple[int, ...], variations: tuple[Variation, ...]
) -> Iterator[tuple[int, tuple[int, ...], Variation]]:
    for index, each in enumerate(variations, start=1):
        yield number, (*path, index), each
        yield from _places(number, (*path, index), each.variations)


def test_legal_variations_are_right(game: Any) -> None:
    for record in records(game):
        assert game.check(record, ()).findings == []


def test_variations_are_read_as_they_were_written(game: Any) -> None:
    notation = formats.canonical_notation(game.name)
    for record in records(game):
        for text in notation.texts([record, record]):
            (reading,) = notation.read(Text(text))
            assert (reading.record, reading.findings) == (record, [])
        assert formats.lost(record, notation) == []


def test_other_notations_lose_variations_and_name_them(game: Any) -> None:
    record = records(game)[0]
    for notation in formats.notations(game.name):
        if notation.id == formats.canonical_notation(game.name).id:
            continue
        assert "variations" in notation.unsupported
        # What holds only parts of a record is written of views, which have no variations.
        if notation.parts is None:
            assert f"variations: {notation.unsupported['variations']}" in formats.lost(
                record, notation
            )


def test_views_have_none(game: Any) -> None:
    for seed in SEEDS:
        record, bare = varied(game, seed), game.generate(Random(seed))
        for player in range(game.rules(record).players):
            assert view(game, record, player) == view(game, bare, player)


def test_a_line_is_played_as_if_it_were_the_only_one(game: Any) -> None:
    """At each ply of a variation the state is that of a play that takes the same actions."""
    for record in records(game):
        rules = game.rules(record)
        for main in replay(game, record):
            for line in main.tree():
                assert line.breach is None
                state = line.steps[0].state
                for step in line.steps:
                    assert (step.state, step.node) == (state, step.node)
                    assert not step.ply or line.at(step.ply) is step
                    if step.actions is not None:
                        state = rules.apply(state, step.actions).state
                        assert step.transition is not None
                        assert step.transition.state == state


def test_leaving_the_main_line_and_coming_back(game: Any) -> None:
    for seed in SEEDS:
        record, bare = varied(game, seed), game.generate(Random(seed))
        for main, alone in zip(replay(game, record), replay(game, bare), strict=True):
            assert main.steps == alone.steps
            for line in main.variations:
                leaves = line.ply
                assert leaves is not None
                assert line.at(leaves).state is main.at(leaves).state
                assert line.at(leaves).actions != main.at(leaves).actions


def test_variations_are_added_one_by_one(game: Any) -> None:
    for seed in SEEDS:
        record, built = varied(game, seed), game.generate(Random(seed))
        for number, path, each in places(game, record):
            built = branch(game, built, number, path[:-1], replace(each, variations=()))
        assert built == record


def test_a_wrong_action_is_found_where_it_stands(game: Any) -> None:
    rng = Random(1)
    for record in records(game):
        for number, path, each in places(game, record):
            at = rng.randrange(len(each.actions))
            finding = only(game, spoilt(game, record, number, path, at, "?"))
            assert finding.round == number
            assert finding.pointer is not None
            assert finding.pointer.endswith(f"{below(path)}/actions/{at}")


def test_a_ply_that_is_not_there_is_found(game: Any) -> None:
    for record in records(game):
        for number, path, _ in places(game, record):
            finding = only(game, spoilt(game, record, number, path, None, ""))
            assert (finding.code, finding.round) == ("V001", number)
            assert finding.pointer is not None
            assert finding.pointer.endswith(f"{below(path)}/ply")


def test_what_goes_on_after_the_end_is_found(game: Any) -> None:
    found = 0
    for record in records(game):
        for number, path, each in places(game, record):
            if replay_round(game, record, number).variation(path).steps[-1].over:
                longer = (*each.actions, each.actions[0])
                changed = replace(each, actions=longer)
                finding = only(game, put(game, record, number, path, changed))
                assert finding.code == "V002"
                assert (finding.pointer or "").endswith(f"/actions/{len(each.actions)}")
                found += 1
    assert found


def test_findings_about_variations_have_their_place_in_the_text(game: Any) -> None:
    notation = formats.canonical_notation(game.name)
    for record in records(game):
        for number, path, each in places(game, record):
            wrong = spoilt(game, record, number, path, len(each.actions) - 1, "?")
            (finding,) = kifu.validate(notation.write(wrong))
            assert finding.excerpt is not None
            start = finding.excerpt.start
            assert finding.excerpt.text[start : start + finding.excerpt.length].strip('"') == "?"


def only(game: Any, record: Any) -> Finding:
    (finding,) = game.check(record, ()).findings
    return finding


def below(path: tuple[int, ...]) -> str:
    return "".join(f"/variations/{number - 1}" for number in path)


def spoilt(
    game: Any, record: Any, number: int, path: tuple[int, ...], at: int | None, action: str
) -> Any:
    """The record with another action in a variation, or leaving at no ply where `at` is None."""
    each = next(each for *where, each in places(game, record) if where == [number, path])
    if at is None:
        changed = replace(each, ply=9999)
    else:
        actions = (*each.actions[:at], action, *each.actions[at + 1 :])
        changed = replace(each, actions=actions)
    return put(game, record, number, path, changed)


def put(game: Any, record: Any, number: int, path: tuple[int, ...], new: Variation) -> Any:
    """The record with a variation in place of the one that stands there."""
    return game.with_variations(record, number, _put(game.variations(record, number), path, new))


def _put(
    variations: tuple[Variation, ...], path: tuple[int, ...], new: Variation
) -> tuple[Variation, ...]:
    first, *deeper = path
    old = variations[first - 1]
    here = replace(old, variations=_put(old.variations, tuple(deeper), new)) if deeper else new
    return (*variations[: first - 1], here, *variations[first:])
