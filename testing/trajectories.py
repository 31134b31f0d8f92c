"""Laws of trajectories: they fit their schema, boards show them, and nothing is shown too early."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from .. import formats
from ..formats.interface.replay_schema import replay_schema
from ..formats.text.columns import visible
from ..formats.text.roles import plain
from ..replayer.choices import some
from ..replayer.game import Game
from ..replayer.play.variations import Variation
from ..replayer.replay.match import replay
from ..replayer.replay.round import RecordedRound, RoundReplay, Step, first_breach, seen, walk
from ..replayer.replay.trajectory import Trajectory, header_values, trajectories
from ..replayer.replay.view import masked, view
from ..replayer.rules import CHANCE, Action, Chance, Decision, Node, Rules
from .laws import Laws, require_views
from .samples import enough, record, records, seats
from .variations import WRONG
from .varied import varied

TWINS = 10
"""The records of which a player is looked for who saw another one alike."""
TRIES = 40
"""The deals and hidden actions of others that are tried in place of one of a round."""
ALL_TRIES = 800
"""As many are tried in all of it, so that fewer are in each step of a long one."""


class TrajectoryLaws(Laws):
    """Laws of the steps, positions and boards of records, and of what players know of them."""

    def test_steps_are_those_of_the_replay(self, game: Game[Any, Any]) -> None:
        """A trajectory has the steps of the replay, and the last of a whole round is terminal."""
        for each in _varied(game):
            for found, replayed in zip(trajectories(game, each), replay(game, each), strict=True):
                assert isinstance(found, Trajectory), (
                    f"round {found.number} cannot be replayed ({found.breach.message}): let "
                    f"`recorded_round` raise IllegalAction only where a round is not well-formed"
                )
                assert [step.actions for step in found.steps] == [
                    step.actions for step in replayed.steps
                ], (
                    f"{found.label} is replayed in two ways: `choose` of `recorded_round` answers "
                    f"from the state alone, and counts nothing on the side"
                )
                nodes = [step.choice()["node"] for step in found.steps]
                assert (nodes.count("terminal"), nodes[-1]) == (1, "terminal"), (
                    f"{found.label} goes through the nodes {nodes}: let `node` give Terminal at "
                    f"its end, and nowhere else, and `choose` of `recorded_round` come to it"
                )

    def test_trajectories_fit_their_schema(self, game: Game[Any, Any]) -> None:
        """What `kifu replay` prints as JSON fits what `kifu schema replay` prints.

        Positions are Structs of plain values, and `Positions.type` is their class.
        """
        schema = jsonschema_rs.Draft202012Validator(replay_schema([game.name]))
        seen = [view(game, record(game.name, 0), 0)] if game.has_views else []
        for full in _varied(game):
            for each in (full, _broken(game, full), *seen):
                for error in schema.iter_errors(_as_json(game, each)):
                    place = "/".join(map(str, error.instance_path))
                    pytest.fail(
                        f"{place} does not fit the schema: {error.message}; let `Positions.type` "
                        f"be the class of the positions, with exact types for its fields"
                    )

    def test_the_board_shows_everything(self, game: Game[Any, Any]) -> None:
        """The board shows every round, variation and position, and nothing a terminal obeys.

        What strangers wrote goes through `formats.columns.visible`.
        """
        board = formats.board(game.name)
        for full in _varied(game):
            for each in (full, _broken(game, full)):
                for line in [*board.head(each), *_shown(game, each)]:
                    assert visible(plain(line)) == plain(line), (
                        f"the board shows characters that a terminal obeys: {line!r}; put what "
                        f"stands in a record (names, titles) through `formats.columns.visible`"
                    )

    def test_a_player_follows_a_whole_record_as_the_own_view(self, game: Game[Any, Any]) -> None:
        """What a player knew in each step is the same by the record and by the player's view."""
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
                        f"by the whole record, player {player} knew the {differing[0]} "
                        f"{left[differing[0]]}, by the own view {right[differing[0]]}: let "
                        f"`Positions.masked` make it of what was shown, and of nothing that "
                        f"`view` takes away"
                    )
            for step in (step for steps in own for step in steps):
                assert set(step["private"] or ()) <= {str(player)}, (
                    f"player {player} is shown what is private to others: {step['private']}; let "
                    f"`apply` key private observations by the player who is shown them"
                )

    def test_a_player_is_shown_all_that_is_shown(self, game: Game[Any, Any]) -> None:
        """The masked actions of a round show a player the same as the actions themselves."""
        require_views(game)
        for player, line, known in _known_lines(game):
            assert seen(known.steps, player) == seen(line.steps, player), (
                f"player {player} was shown something that `masked` hides, or another thing: let "
                f"`masked` keep what is in its argument `shown`"
            )

    def test_players_know_what_they_did(self, game: Game[Any, Any]) -> None:
        """What a player does is not hidden from that player."""
        require_views(game)
        for player, line, known in _known_lines(game):
            for there, step in zip(known.steps, line.steps, strict=True):
                own, did = (there.actions or {}).get(player), (step.actions or {}).get(player)
                assert own == did, (
                    f"player {player} does {did!r}, and knows only {own!r} of it: show it in a "
                    f"private observation of `apply`, and keep it in `masked`"
                )

    def test_the_own_legal_actions_are_not_hidden(self, game: Game[Any, Any]) -> None:
        """An action that is legal is also listed for a player who knows less."""
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
                        f"{missing} is legal for player {player}, but not as that player knows "
                        f"it: let `masked` hide less, or `legal_actions` use less"
                    )

    def test_nothing_is_told_before_it_is_shown(self, game: Game[Any, Any]) -> None:
        """Of two rounds that a player saw alike up to a step, the masked states agree so far."""
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
                        f"{left.actions} differ from {right.state} and {right.actions}, though "
                        f"nothing that was shown did: let `Positions.masked` hide it"
                    )


def _as_json(game: Game[Any, Any], each: Any) -> Any:
    rounds = [found.values() for found in trajectories(game, each)]
    return json.loads(json.dumps(header_values(game, each) | {"rounds": rounds}))


def _known_lines(
    game: Game[Any, Any],
) -> Iterator[tuple[int, RoundReplay[Any], RoundReplay[Any]]]:
    """Random rounds, each with a player and with what that player knows of it."""
    for each, player in seats(game, records(game, 5)):
        for line in replay(game, each):
            yield player, line, masked(game.positions, game.rules(each), line, player)


def _varied(game: Game[Any, Any]) -> Iterator[Any]:
    """Some random records with variations."""
    return enough(game, (varied(game.name, seed) for seed in range(3)))


def _broken(game: Game[Any, Any], each: Any) -> Any:
    """A record with variations that break rules, or leave nowhere, in place of its own."""
    below = Variation(ply=2, actions=(WRONG,))
    wrong = (
        Variation(ply=1, actions=(WRONG, WRONG), name="\x1b[31m", variations=(below,)),
        Variation(ply=9999, actions=(WRONG,)),
    )
    return game.with_variations(each, 1, wrong)


def _shown(game: Game[Any, Any], each: Any) -> Iterator[str]:
    board = formats.board(game.name)
    for main in trajectories(game, each):
        assert isinstance(main, Trajectory)
        for found in main.tree():
            if found.own:
                yield from board.whole(found)
                yield from board.variation(found)
                for step in found.own:
                    yield from board.position(found, step)


# Rounds that a player saw alike


class NoTwin(Exception):
    """No other round was found that shows a player the same."""


def twin(
    rules: Rules[Any],
    steps: tuple[Step[Any], ...],
    player: int,
    upto: int,
    rng: Random,
    redealt: Callable[[Random], Action] | None = None,
) -> tuple[Step[Any], ...]:
    """A round that goes on differently after a step, though the player saw the same up to there.

    Up to there, deals and actions of others are replaced by ones that show the player the same.
    `redealt` gives other deals; without it, only deals whose outcomes are listed are replaced.
    """
    for attempt in range(TRIES):
        own = attempt == TRIES - 1
        try:
            return tuple(walk(rules, _otherwise(rules, steps, player, upto, rng, redealt, own)))
        except NoTwin:
            continue
    raise AssertionError("a round cannot be played as it was played")


def _otherwise(
    rules: Rules[Any],
    steps: tuple[Step[Any], ...],
    player: int,
    upto: int,
    rng: Random,
    redealt: Callable[[Random], Action] | None,
    own: bool,
) -> RecordedRound[Any]:
    """A round that goes on differently after a step.

    If `own`, it has the same actions up to there, otherwise others that the player cannot tell
    from them.
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
    """What chance or another player could do in place of some actions."""
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
    """The first of some actions that is legal and shows the player the same as those of a step."""
    shown = seen([step], player)
    for each in tries:
        if first_breach(rules, state, each) is None:
            taken = Step(0, state, node, each, rules.apply(state, each))
            if seen([taken], player) == shown:
                return each
    raise NoTwin
