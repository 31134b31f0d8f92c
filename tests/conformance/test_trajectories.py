"""Laws of trajectories, whatever the game: they fit their schema, and every board shows them."""

import json
from random import Random
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from msgspec.structs import replace

from kifu import formats, replayer
from kifu.formats.columns import visible
from kifu.formats.replay_schema import replay_schema
from kifu.formats.roles import plain
from kifu.replayer.replay import replay
from kifu.replayer.trajectory import Malformed, Trajectory, header_values, trajectories
from kifu.replayer.variations import Variation
from kifu.replayer.view import view

from ..boards import shown_everywhere
from .test_variations import varied

SEEDS = range(6)


@pytest.fixture(params=sorted(replayer.games()))
def game(request: pytest.FixtureRequest) -> Any:
    return replayer.game(request.param)


def values(game: Any, record: Any, player: int | None = None) -> dict[str, Any]:
    """The JSON of a whole record, as a program reads it."""
    rounds = [each.values() for each in trajectories(game, record, player=player)]
    return json.loads(json.dumps(header_values(game, record) | {"rounds": rounds}))


def broken(game: Any, seed: int) -> Any:
    """A record whose variations break rules, leave nowhere, and go on after the end."""
    record = varied(game, seed)
    main = next(replay(game, record))
    wrong = [
        Variation(ply=1, actions=("nonsense",)),
        Variation(ply=main.plies + 50, actions=("nonsense",)),
        Variation(ply=1, actions=("nonsense",) * 2, variations=(Variation(ply=2, actions=("x",)),)),
    ]
    return game.with_variations(record, 1, tuple(wrong))


def validator(*games: str) -> Any:
    return jsonschema_rs.Draft202012Validator(replay_schema(games))


def test_the_schema_is_one(game: Any) -> None:
    jsonschema.Draft202012Validator.check_schema(replay_schema())
    jsonschema.Draft202012Validator.check_schema(replay_schema([game.name]))


def test_what_is_printed_fits_the_schema(game: Any) -> None:
    own, all_games = validator(game.name), validator()
    for seed in SEEDS:
        for record in (varied(game, seed), broken(game, seed)):
            found = values(game, record)
            own.validate(found)
            all_games.validate(found)
            for each in trajectories(game, record):
                ply = Random(seed).choice(each.plies)
                own.validate(found | {"rounds": [json.loads(json.dumps(each.values_at(ply)))]})


def test_views_fit_the_schema(game: Any) -> None:
    own = validator(game.name)
    for seed in range(2):
        record = game.generate(Random(seed))
        for player in range(game.rules(record).players):
            found = values(game, record, player)
            own.validate(found)
            assert found["rounds"] == values(game, view(game, record, player))["rounds"]
            for step in (step for each in found["rounds"] for step in each["steps"]):
                assert set(step["private"] or ()) <= {str(player)}


def test_the_schema_allows_nothing_else(game: Any) -> None:
    own = validator(game.name)
    found = values(game, game.generate(Random(1)))
    steps = found["rounds"][0]["steps"]
    steps[0]["position"]["colour"] = "red"
    assert game.position_type is None or not own.is_valid(found)
    del steps[0]["position"]["colour"], steps[0]["legal"]
    assert not own.is_valid(found)


def test_every_round_ends_in_a_terminal_node(game: Any) -> None:
    for seed in SEEDS:
        for each in trajectories(game, game.generate(Random(seed))):
            assert isinstance(each, Trajectory)
            nodes = [step.values()["node"] for step in each.steps]
            assert (nodes.count("terminal"), nodes[-1]) == (1, "terminal")
            assert each.last.legal == {}


def test_steps_agree_with_the_replay(game: Any) -> None:
    record = varied(game, 3)
    rules = game.rules(record)
    for found, replayed in zip(trajectories(game, record), replay(game, record), strict=True):
        assert not isinstance(found, Malformed)
        for one, other in zip(found.tree(), replayed.tree(), strict=True):
            assert (one.label, one.title, one.plies) == (other.label, other.title, other.positions)
            for step, state in zip(one.steps, other.steps, strict=True):
                assert step.actions == state.actions
                assert {**step.legal} == {
                    player: rules.legal_actions(state.state, player) for player in step.actors
                }
            for ply in one.plies:
                assert one.at(ply) is one.steps[other.steps.index(other.at(ply))]


def test_every_board_shows_everything(game: Any) -> None:
    board = formats.board(game.name)
    for seed in SEEDS:
        for record in (varied(game, seed), broken(game, seed)):
            for line in shown_everywhere(board, record):
                assert visible(plain(line)) == plain(line)


def test_strangers_forge_no_roles(game: Any) -> None:
    names = ("\ue000Ann\ue0ff", "\x1b[31m") * 4
    record = game.generate(Random(2))
    evil = replace(record, players=names[: game.rules(record).players], title="\ue002x\ue0ff")
    for line in shown_everywhere(formats.board(game.name), evil):
        assert "\\ue000Ann\\ue0ff" in line or "Ann" not in line
        assert "\\ue002x\\ue0ff" in line or "x\ue0ff" not in line
