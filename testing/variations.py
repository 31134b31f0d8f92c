"""Laws of variations: each is a course of play of its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from .. import formats, replayer, validate
from ..findings import Finding
from ..formats import Text
from ..replayer.game import Game
from ..replayer.play.branch import branch
from ..replayer.play.variations import Variation
from ..replayer.replay.match import replay, replay_round
from ..replayer.replay.round import RoundReplay, Step, replay_variation
from ..replayer.replay.view import view
from ..replayer.rules import CHANCE, Action, Decision, Rules, Terminal
from .laws import Laws, require_views
from .samples import record

SEEDS = range(12)
MATCHES = 5
"""The records with variations that laws look at."""
PLACES = 4
"""The variations of each of them of which the text is read again."""
MOST = 30
"""The most nodes that a random variation goes on for."""
WRONG = "!"
"""An action of no game."""


class VariationLaws(Laws):
    """Laws of variations, which the records of every game can hold."""

    def test_legal_variations_are_right(self, game: Game[Any, Any]) -> None:
        """`check` finds nothing wrong with variations that are played by the rules."""
        for each in varied_records(game):
            found = game.check(each).findings
            assert found == [], (
                f"`check` finds {found[0].code} ({found[0].message}) in a legal variation: "
                f"check variations by `replayer.check.check_variations`"
            )

    def test_variations_are_read_as_they_were_written(self, game: Game[Any, Any]) -> None:
        """The canonical notation holds variations."""
        notation = formats.canonical_notation(game.name)
        for each in varied_records(game):
            for text in notation.texts([each, each]):
                (reading,) = notation.read(Text(text))
                assert (reading.record, reading.findings) == (each, []), (
                    f"{notation.id} does not read the variations that it wrote: {text}"
                )
            assert formats.lost(each, notation) == []

    def test_other_notations_lose_variations_and_name_them(self, game: Game[Any, Any]) -> None:
        """A notation that is not the canonical one says that it lacks variations."""
        first, *others = formats.notations(game.name)
        assert "variations" not in first.unsupported
        each = varied_records(game)[0]
        for notation in others:
            meaning = notation.unsupported.get("variations")
            assert meaning, f"{notation.id} does not name `variations` as `unsupported`"
            # What holds only parts of a record is written of views, which have no variations.
            if notation.parts is None:
                assert f"variations: {meaning}" in formats.lost(each, notation)

    def test_views_have_none(self, game: Game[Any, Any]) -> None:
        """A view leaves variations out: they are what somebody thought, not what was shown."""
        require_views(game)
        for seed in SEEDS:
            for player in range(game.rules(record(game.name, seed)).players):
                seen = view(game, varied(game.name, seed), player)
                assert seen == view(game, record(game.name, seed), player), (
                    f"the view of player {player} depends on variations: leave them out"
                )

    def test_a_variation_is_played_as_if_it_were_the_only_one(self, game: Game[Any, Any]) -> None:
        """At each ply of a variation the state is that of a play that takes the same actions."""
        for each in varied_records(game):
            rules = game.rules(each)
            for main in replay(game, each):
                for replayed in main.tree():
                    assert replayed.breach is None, (
                        f"{replayed.label} breaks a rule: {replayed.breach}"
                    )
                    _is_played_alone(rules, replayed)

    def test_leaving_the_main_line_and_coming_back(self, game: Game[Any, Any]) -> None:
        """Variations leave the main line as it is, at the state in which they begin."""
        for seed in SEEDS:
            full, bare = varied(game.name, seed), record(game.name, seed)
            for main, alone in zip(replay(game, full), replay(game, bare), strict=True):
                assert main.steps == alone.steps, f"variations change {main.label}"
                for replayed in main.variations:
                    leaves = replayed.ply
                    assert leaves is not None
                    assert replayed.at(leaves).state is main.at(leaves).state
                    assert replayed.at(leaves).actions != main.at(leaves).actions

    def test_variations_are_added_one_by_one(self, game: Game[Any, Any]) -> None:
        """Variations that are added one after the other make the same record."""
        for seed in SEEDS:
            full, built = varied(game.name, seed), record(game.name, seed)
            for number, path, each in places(game, full):
                built = branch(game, built, number, path[:-1], replace(each, variations=()))
            assert built == full, "`with_rounds` does not keep the variations of a round"

    # What is wrong with one

    def test_a_wrong_action_is_found_where_it_stands(self, game: Game[Any, Any]) -> None:
        """An illegal action in a variation is one finding, with a pointer to that action."""
        rng = Random(1)
        for each in varied_records(game):
            for number, path, variation in places(game, each):
                at = rng.randrange(len(variation.actions))
                finding = _only(game, _spoilt(game, each, number, path, at))
                assert finding.round == number
                _points(finding, f"{_below(path)}/actions/{at}")

    def test_nobody_is_blamed_for_chance(self, game: Game[Any, Any]) -> None:
        """The finding of a wrong outcome of chance names no player."""
        for each in varied_records(game):
            for number, path, _ in places(game, each):
                taken = 0
                for step in replay_round(game, each, number).variation(path).own:
                    if CHANCE in (step.actions or {}):
                        finding = _only(game, _spoilt(game, each, number, path, taken))
                        assert finding.player is None, f"{finding.code} names {finding.player}"
                    taken += len(step.actions or ())

    def test_a_ply_that_is_not_there_is_found(self, game: Game[Any, Any]) -> None:
        """A variation that leaves at no ply is one finding, V001."""
        for each in varied_records(game):
            for number, path, _ in places(game, each):
                finding = _only(game, _spoilt(game, each, number, path, None))
                assert (finding.code, finding.round) == ("V001", number)
                _points(finding, f"{_below(path)}/ply")

    def test_what_goes_on_after_the_end_is_found(self, game: Game[Any, Any]) -> None:
        """A variation with actions after the end of its round is one finding, V002."""
        found = 0
        for each in varied_records(game):
            for number, path, variation in places(game, each):
                if replay_round(game, each, number).variation(path).steps[-1].over:
                    longer = (*variation.actions, variation.actions[0])
                    changed = replace(variation, actions=longer)
                    finding = _only(game, _put(game, each, number, path, changed))
                    assert finding.code == "V002"
                    _points(finding, f"{_below(path)}/actions/{len(variation.actions)}")
                    found += 1
        assert found, "no random variation comes to the end of its round"

    def test_findings_about_variations_have_their_place_in_the_text(
        self, game: Game[Any, Any]
    ) -> None:
        """The finding of an illegal action underlines that action in the text."""
        notation, rng = formats.canonical_notation(game.name), Random(1)
        for each in varied_records(game):
            some = list(places(game, each))
            for number, path, variation in rng.sample(some, min(PLACES, len(some))):
                wrong = _spoilt(game, each, number, path, len(variation.actions) - 1)
                (finding,) = validate(notation.write(wrong))
                assert finding.excerpt is not None, f"{finding.code} has no place in the text"
                start = finding.excerpt.start
                marked = finding.excerpt.text[start : start + finding.excerpt.length]
                assert marked.strip('"') == WRONG, f"{finding.code} underlines {marked}"


# Random variations


@cache
def varied(name: str, seed: int) -> Any:
    """A random record with variations of some rounds."""
    game, rng = replayer.game(name), Random(seed)
    full = record(name, seed)
    rules = game.rules(full)
    for replayed in replay(game, full):
        if rng.random() < 0.5:
            full = game.with_variations(
                full, replayed.number, tuple(_invented(rules, replayed, rng))
            )
    return full


def varied_records(game: Game[Any, Any]) -> list[Any]:
    """Random records with variations, some of which have variations themselves."""
    depths = [(_depth(game, each := varied(game.name, seed)), each) for seed in SEEDS]
    depths.sort(key=lambda pair: pair[0], reverse=True)
    assert depths[0][0] > 1, (
        "no random record has a variation of a variation: are there decisions in its rounds?"
    )
    return [each for depth, each in depths[:MATCHES] if depth]


def _depth(game: Game[Any, Any], full: Any) -> int:
    return max((len(path) for _, path, _ in places(game, full)), default=0)


def _invented(
    rules: Rules[Any], replayed: RoundReplay[Any], rng: Random, depth: int = 0
) -> list[Variation]:
    """Random variations of a replay, and of those."""
    plies = {step.ply: step for step in reversed(replayed.own) if isinstance(step.node, Decision)}
    found: list[Variation] = []
    for ply in rng.sample(sorted(plies), min(len(plies), rng.randrange(4 - depth))):
        actions = list(_otherwise(rules, plies[ply], rng))
        if actions:
            new = Variation(ply=ply, actions=tuple(actions), name=rng.choice([None, "變化"]))
            below = replay_variation(rules, replayed, len(found) + 1, new)
            found.append(replace(new, variations=tuple(_invented(rules, below, rng, depth + 1))))
    return found


def _otherwise(rules: Rules[Any], step: Step[Any], rng: Random) -> Iterator[Action]:
    """Random actions from a step on; none where the first of them is what was done there."""
    state, node, done = step.state, step.node, step.actions
    for _ in range(rng.randrange(1, MOST)):
        if isinstance(node, Terminal):
            return
        if isinstance(node, Decision):
            legal = {player: rules.legal_actions(state, player) for player in node.players}
            taken = {player: rng.choice(some) for player, some in legal.items()}
        else:
            taken = {CHANCE: rules.sample(state, rng)}
        if taken == done:
            return
        yield from taken.values()
        state, done = rules.apply(state, taken).state, None
        node = rules.node(state)


def places(game: Game[Any, Any], full: Any) -> Iterator[tuple[int, tuple[int, ...], Variation]]:
    """Every variation of a record: its round, its path and itself, those that are left first."""
    for number in range(1, len(game.rounds(full)) + 1):
        yield from _places(number, (), game.variations(full, number))


def _places(
    number: int, path: tuple[int, ...], variations: tuple[Variation, ...]
) -> Iterator[tuple[int, tuple[int, ...], Variation]]:
    for index, each in enumerate(variations, start=1):
        yield number, (*path, index), each
        yield from _places(number, (*path, index), each.variations)


def _is_played_alone(rules: Rules[Any], replayed: RoundReplay[Any]) -> None:
    """Assert that the states of a replay follow one from the other."""
    state = replayed.steps[0].state
    for step in replayed.steps:
        assert (step.state, step.node) == (state, rules.node(state))
        assert not step.ply or replayed.at(step.ply) is step
        if step.actions is not None:
            state = rules.apply(state, step.actions).state
            assert step.transition is not None
            assert step.transition.state == state


# Variations with something wrong


def _only(game: Game[Any, Any], full: Any) -> Finding:
    findings = game.check(full).findings
    found = ", ".join(each.code for each in findings)
    assert len(findings) == 1, f"one thing is wrong with a variation, and `check` finds: {found}"
    return findings[0]


def _points(finding: Finding, where: str) -> None:
    assert (finding.pointer or "").endswith(where), (
        f"{finding.code} points to {finding.pointer}, and should point to …{where}"
    )


def _below(path: tuple[int, ...]) -> str:
    return "".join(f"/variations/{number - 1}" for number in path)


def _spoilt(
    game: Game[Any, Any], full: Any, number: int, path: tuple[int, ...], at: int | None
) -> Any:
    """The record with a wrong action in a variation, or leaving at no ply where `at` is None."""
    each = next(each for *where, each in places(game, full) if where == [number, path])
    if at is None:
        changed = replace(each, ply=9999)
    else:
        changed = replace(each, actions=(*each.actions[:at], WRONG, *each.actions[at + 1 :]))
    return _put(game, full, number, path, changed)


def _put(
    game: Game[Any, Any], full: Any, number: int, path: tuple[int, ...], new: Variation
) -> Any:
    """The record with a variation in place of the one that stands there."""
    return game.with_variations(full, number, _replaced(game.variations(full, number), path, new))


def _replaced(
    variations: tuple[Variation, ...], path: tuple[int, ...], new: Variation
) -> tuple[Variation, ...]:
    first, *deeper = path
    old = variations[first - 1]
    below = _replaced(old.variations, tuple(deeper), new) if deeper else ()
    here = replace(old, variations=below) if deeper else new
    return (*variations[: first - 1], here, *variations[first:])
