"""Laws of trajectories: they fit their schema, boards show them, and nothing leaks early."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias, cast

import jsonschema_rs
import pytest
from msgspec import to_builtins

from .. import replayer
from ..formats.interface.replay_schema import replay_schema
from ..replayer.choices import some
from ..replayer.game import Game
from ..replayer.play.variations import Variation
from ..replayer.replay.match import replay
from ..replayer.replay.round import RecordedRound, RoundReplay, Step, first_breach, seen, walk
from ..replayer.replay.trajectory import Trajectory, header_values, trajectories
from ..replayer.replay.trajectory_step import TrajectoryStep
from ..replayer.replay.view import masked, view
from ..replayer.rules import CHANCE, Action, Chance, Decision, Node, Rules
from ..replayer.scene.scene import seen_by
from ..replayer.scene.scenes import Act, Scenes
from .laws import Laws, require_views
from .samples import enough, record, records, seats
from .variations import WRONG
from .varied import varied

Line: TypeAlias = Trajectory[Any, Any]

TWINS = 10
"""How many records to find look-alikes for, from a player's viewpoint."""
TRIES = 40
"""How many replacements to try for a deal to others, or for a hidden action, in a round."""
ALL_TRIES = 800
"""How many to try in total, so that fewer are tried at each step of a long round."""


class TrajectoryLaws(Laws):
    """Laws of records' steps, positions and boards, and of players' knowledge."""

    def test_steps_are_those_of_the_replay(self, game: Game[Any, Any]) -> None:
        """A trajectory has the replay's steps; the last step of a complete round is terminal."""
        for each in _varied(game):
            for found, replayed in zip(trajectories(game, each), replay(game, each), strict=True):
                assert isinstance(found, Trajectory), (
                    f"round {found.number} cannot be replayed ({found.breach.message}): "
                    "`recorded_round` may raise IllegalAction only if a round is not well-formed"
                )
                assert [step.actions for step in found.steps] == [
                    step.actions for step in replayed.steps
                ], (
                    f"two replays of {found.label} differ: `choose` of `recorded_round` must "
                    "depend on the state alone"
                )
                nodes = [step.choice()["node"] for step in found.steps]
                assert (nodes.count("terminal"), nodes[-1]) == (1, "terminal"), (
                    f"{found.label} passes through the nodes {nodes}: `node` must return Terminal "
                    "at the end and nowhere else, and `choose` of `recorded_round` must lead there"
                )

    def test_trajectories_fit_their_schema(self, game: Game[Any, Any]) -> None:
        """The JSON output of `kifu replay` conforms to the output of `kifu schema replay`.

        Positions are Structs of plain values, and `Positions.type` is their class.
        """
        schema = jsonschema_rs.Draft202012Validator(replay_schema([game.name]))
        seen = [view(game, record(game.name, 0), 0)] if game.has_views else []
        for full in _varied(game):
            for each in (full, _broken(game, full), *seen):
                for error in schema.iter_errors(_as_json(game, each)):
                    place = "/".join(map(str, error.instance_path))
                    pytest.fail(
                        f"{place} does not conform to the schema: {error.message}; set "
                        "`Positions.type` to the class of the positions, with exact types for its "
                        "fields"
                    )

    def test_scenes_can_be_shown(self, game: Game[Any, Any]) -> None:
        """Scenes are plain data with known words, and actions take only things in them."""
        scenes = replayer.scenes(game.name)
        for full in _varied(game):
            for line in trajectories(game, full):
                assert isinstance(line, Trajectory)
                for step in (step for each in line.tree() for step in each.own):
                    _check_scene(scenes, step)

    def test_scenes_hide_what_a_player_did_not_know(self, game: Game[Any, Any]) -> None:
        """A board for a seat hides what its player did not know at each step.

        A scene reduced to what a seat sees (`seen_by`) equals the scene of the position as that
        player knew it. The actions of others are shown as that player saw them.
        """
        require_views(game)
        for full in _varied(game):
            check_hidden(full)

    def test_a_player_follows_a_whole_record_as_the_own_view(self, game: Game[Any, Any]) -> None:
        """A player knows the same at each step according to the record and the player's view."""
        require_views(game)
        for each, player in seats(game, records(game, 3)):
            rules, seen_by = game.rules(each), view(game, each, player)
            own = [found.values()["steps"] for found in trajectories(game, seen_by)]
            for replayed, expected in zip(replay(game, each), own, strict=True):
                known = masked(game.positions, rules, replayed, player)
                found = Trajectory(game, rules, seen_by, known).values()["steps"]
                for left, right in zip(found, expected, strict=True):
                    differing = [key for key in right if left[key] != right[key]]
                    assert not differing, (
                        f"according to the complete record, player {player} knew the "
                        f"{differing[0]} {left[differing[0]]}, but {right[differing[0]]} according "
                        "to their view: `Positions.masked` must use only what was shown, and "
                        "nothing that `view` removes"
                    )
            for step in (step for steps in own for step in steps):
                assert set(step["private"] or ()) <= {str(player)}, (
                    f"player {player} is shown others' private observations: {step['private']}; "
                    "`apply` must key private observations by the player who is shown them"
                )

    def test_a_player_is_shown_all_that_is_shown(self, game: Game[Any, Any]) -> None:
        """The masked actions of a round show a player as much as the original actions."""
        require_views(game)
        for player, line, known in _known_lines(game):
            assert seen(known.steps, player) == seen(line.steps, player), (
                f"player {player} was shown something that `masked` hides or changes: `masked` "
                "must keep what is in its argument `shown`"
            )

    def test_players_know_what_they_did(self, game: Game[Any, Any]) -> None:
        """A player's own actions are not hidden from that player."""
        require_views(game)
        for player, line, known in _known_lines(game):
            for there, step in zip(known.steps, line.steps, strict=True):
                own, did = (there.actions or {}).get(player), (step.actions or {}).get(player)
                assert own == did, (
                    f"player {player} does {did!r}, but knows only {own!r} of it: show it in a "
                    "private observation of `apply`, and keep it in `masked`"
                )

    def test_the_own_legal_actions_are_not_hidden(self, game: Game[Any, Any]) -> None:
        """Legal actions are also listed for a player who knows less."""
        require_views(game)
        for full, player in seats(game, records(game, 3)):
            views = trajectories(game, full), trajectories(game, full, player=player)
            for everybody, alone in zip(*views, strict=True):
                assert isinstance(everybody, Trajectory)  # for type checkers
                assert isinstance(alone, Trajectory)
                for one, other in zip(everybody.steps, alone.steps, strict=True):
                    listed, legal = other.legal.get(player, ()), one.legal.get(player, ())
                    missing = {each for each in some(legal) if each not in listed}
                    assert not missing, (
                        f"{missing} is legal for player {player}, but not from what that player "
                        "knows: hide less in `masked`, or depend on less in `legal_actions`"
                    )

    def test_nothing_is_told_before_it_is_shown(self, game: Game[Any, Any]) -> None:
        """As long as two rounds look alike to a player, their masked states are the same."""
        require_views(game)
        some = enough(game, (record(game.name, seed) for seed in range(TWINS)))
        for seed, each in enumerate(some):
            rng = Random(seed)
            rules = game.rules(each)
            player = rng.randrange(rules.players)
            for one in replay(game, each):
                upto = rng.randrange(len(one.steps) - 1)
                other = RoundReplay(one.number, twin(rules, one.steps, player, upto, rng))
                known = [
                    masked(game.positions, rules, replayed, player).steps
                    for replayed in (one, other)
                ]
                for left, right in list(zip(*known, strict=False))[: upto + 1]:
                    assert (left.state, left.actions) == (right.state, right.actions), (
                        f"player {player} knows something too early: {left.state} and then "
                        f"{left.actions} differ from {right.state} and {right.actions}, although "
                        "nothing shown differs: `Positions.masked` must hide it"
                    )


def check_hidden(full: Any) -> None:
    """Check what boards hide from each player of a record."""
    game = replayer.game_of(full)
    rules, scenes = game.rules(full), replayer.scenes(game.name)
    for player in range(rules.players):
        known = view(game, full, player)
        for replayed in replay(game, full):
            mask = masked(game.positions, rules, replayed, player)
            whole: Line = Trajectory(game, rules, full, replayed)
            own: Line = Trajectory(game, rules, known, mask)
            for everybody, alone in zip(whole.tree(), own.tree(), strict=True):
                _check_hidden(scenes, everybody, alone, player)


def _check_hidden(scenes: Scenes[Any], everybody: Line, alone: Line, player: int) -> None:
    """Check that a board hides from a player what is not in the player's own view of a line."""
    for step, known in zip(everybody.own, alone.own, strict=True):
        shown = seen_by(scenes.scene(step.position), player)
        expected = scenes.scene(known.position)
        differing = [
            f"{name}: {getattr(shown, name)}, not {getattr(expected, name)}"
            for name in shown.__struct_fields__
            if getattr(shown, name) != getattr(expected, name)
        ]
        assert not differing, (
            f"in {everybody.label}, ply {step.ply}, a board shows player {player} {differing[0]}: "
            "`Scene.hidden`, `shown` and `known_to` of a scene must say what each seat knows"
        )
        if step.actors:
            others = {**(step.actions or {}), **everybody.shown(step)}
            seen_actions = {seat: others[seat] for seat in others if seat != player}
            known_actions = {
                key: each for key, each in (known.actions or {}).items() if key != player
            }
            assert seen_actions == known_actions, (
                f"in {everybody.label}, ply {step.ply}, player {player} sees {known_actions}, but "
                f"other players see {seen_actions}: if a part of an action is hidden, `apply` must "
                "return a private observation for those who see it"
            )


def _check_scene(scenes: Scenes[Any], step: TrajectoryStep[Any]) -> None:
    scene = scenes.scene(step.position)
    acts: list[Act] = []
    for player, legal in step.legal.items():
        found = {each: scenes.act(scene.mode, each) for each in some(legal)}
        acts += found.values()
        there = {*(scene.seats[player].hand or ()), *(scene.grid.places if scene.grid else ())}
        for action, act in found.items():
            missing = {*act.takes} - there
            assert not missing, f"`act` of {action!r} takes {missing}, which the scene lacks"
    for key in _keys(to_builtins([scene, *acts, scenes.looks.deck])):
        for language, words in scenes.words.items():
            assert key in words, f"the scene says {key!r}, which has no words in {language!r}"


def _keys(value: Any) -> Iterator[str]:
    """Yield the keys of the words in texts."""
    if isinstance(value, list | tuple):
        for each in cast(Iterable[Any], value):
            yield from _keys(each)
    elif isinstance(value, dict):
        values = cast(dict[str, Any], value)
        yield from ([values["say"]] if "say" in values else [])
        yield from _keys([*values.values()])


def _as_json(game: Game[Any, Any], each: Any) -> Any:
    rounds = [found.values() for found in trajectories(game, each)]
    return json.loads(json.dumps(header_values(game, each) | {"rounds": rounds}))


def _known_lines(
    game: Game[Any, Any],
) -> Iterator[tuple[int, RoundReplay[Any], RoundReplay[Any]]]:
    """Yield random rounds, each with a player and with the round as that player knows it."""
    for each, player in seats(game, records(game, 5)):
        for line in replay(game, each):
            yield player, line, masked(game.positions, game.rules(each), line, player)


def _varied(game: Game[Any, Any]) -> Iterator[Any]:
    """Yield several random records with variations."""
    return enough(game, (varied(game.name, seed) for seed in range(3)))


def _broken(game: Game[Any, Any], each: Any) -> Any:
    """Return a record whose variations are replaced by invalid ones."""
    below = Variation(ply=2, actions=(WRONG,))
    wrong = (
        Variation(ply=1, actions=(WRONG, WRONG), name="\x1b[31m", variations=(below,)),
        Variation(ply=9999, actions=(WRONG,)),
    )
    return game.with_variations(each, 1, wrong)


# Rounds that look alike to a player


class NoTwin(Exception):
    """Raised if no other round is found that looks the same to a player."""


def twin(
    rules: Rules[Any],
    steps: tuple[Step[Any], ...],
    player: int,
    upto: int,
    rng: Random,
    redealt: Callable[[Random], Action] | None = None,
) -> tuple[Step[Any], ...]:
    """Return a round that looks the same to a player up to a step, and differs after it.

    Up to that step, deals to other players and their actions are replaced by ones that look the
    same to the player. `redealt` returns other deals; without it, only deals with listed outcomes
    are replaced.
    """
    for attempt in range(TRIES):
        own = attempt == TRIES - 1
        try:
            return tuple(walk(rules, _otherwise(rules, steps, player, upto, rng, redealt, own)))
        except NoTwin:
            continue
    raise AssertionError("found no other round that looks the same")


def _otherwise(
    rules: Rules[Any],
    steps: tuple[Step[Any], ...],
    player: int,
    upto: int,
    rng: Random,
    redealt: Callable[[Random], Action] | None,
    own: bool,
) -> RecordedRound[Any]:
    """Return a round that differs after a step.

    `own`: whether it has the same actions up to that step. If not, it has other actions, which the
    player cannot tell apart from them.
    """
    remaining = iter(steps[: upto + 1])
    most = max(2, min(TRIES, ALL_TRIES // (upto + 1)))

    def choose(state: Any, node: Node) -> Mapping[int, Action]:
        step = next(remaining, None)
        if step is None or step.actions is None:
            if isinstance(node, Decision):
                return {each: rng.choice(rules.legal_actions(state, each)) for each in node.players}
            return {CHANCE: rules.sample(state, rng)}
        tries: list[Mapping[int, Action]] = [step.actions]
        if not own and isinstance(node, Chance) and redealt is not None:
            tries = [{CHANCE: redealt(rng)}]
        elif not own:
            others = _others(rules, state, step.actions, player)
            tries = [*rng.sample(others, min(len(others), most)), *tries]
        return _alike(rules, state, node, tries, step, player)

    return RecordedRound(steps[0].state, choose, {})


def _others(
    rules: Rules[Any], state: Any, actions: Mapping[int, Action], player: int
) -> list[Mapping[int, Action]]:
    """Return what chance or another player could do instead of these actions."""
    if len(actions) > 1 or player in actions:
        return []
    (actor,) = actions
    if actor == CHANCE:
        could: Iterable[Action] = rules.chance_outcomes(state) or ()
    else:
        could = some(rules.legal_actions(state, actor))
    return [{actor: each} for each in could]


def _alike(
    rules: Rules[Any],
    state: Any,
    node: Node,
    tries: list[Mapping[int, Action]],
    step: Step[Any],
    player: int,
) -> Mapping[int, Action]:
    """Return the first actions that are legal and look the same to the player as a step's."""
    shown = seen([step], player)
    for each in tries:
        if first_breach(rules, state, each) is None:
            taken = Step(0, state, node, each, rules.apply(state, each))
            if seen([taken], player) == shown:
                return each
    raise NoTwin
