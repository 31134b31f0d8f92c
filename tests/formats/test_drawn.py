"""Terminals draw scenes for games that have no text board of their own."""

import json
from typing import Any

import pytest

import kifu
from kifu import formats, replayer
from kifu.formats.interface.drawn import drawn, written
from kifu.replayer.replay.trajectory import Trajectory, trajectories
from kifu.replayer.scene.scene import Grid, Mark, Scene, Seat
from kifu.replayer.scene.scenes import Looks, Scenes, Speaker
from kifu.replayer.scene.shapes import Stone

from ..imports import ROOT

EXAMPLES = ("goita/match.json", "leduc/match.json", "mighty/deal.json", "planowanie/game.json")


@pytest.mark.parametrize("name", EXAMPLES)
def test_hands_and_legal_actions_are_written(name: str) -> None:
    record = kifu.load(ROOT / "examples" / name)
    game = replayer.game_of(record)
    scenes = replayer.scenes(game.name)
    assert scenes is not None
    board, speaker = drawn(game.name, scenes), Speaker(scenes, None)
    for line in trajectories(game, record):
        assert isinstance(line, Trajectory)
        for step in line.steps[::5]:
            text = "\n".join(board.position(line, step))
            for seat in scenes.scene(step.position).seats:
                assert " ".join(map(speaker.thing, seat.hand or ())) in text
            for actions in step.legal.values():
                acts = [scenes.act(scenes.scene(step.position).mode, each) for each in actions[:3]]
                assert all(speaker.text(each.said) in text for each in acts)


class Stones(Scenes[str]):
    looks = Looks(shapes=(("b", Stone("black")), ("w", Stone("white", white=True))))


def test_grids_have_their_labels_and_marks() -> None:
    grid = Grid(
        rows=("b..", ".w.", "..."),
        columns=("A", "B", "C"),
        lines=("10", "9", "8"),
        points=True,
        stars=("C8",),
        marks=(Mark("circle", ("B9",)),),
    )
    scene = Scene(seats=(Seat(), Seat()), grid=grid)
    lines = list(written(scene, Speaker(Stones(), ("Ana", "Bo")), [1]))
    assert lines == [
        "player",
        "Ana",
        "Bo      to act",
        "10 ● · ·",
        " 9 ·(○)·",
        " 8 · · +",
        "   A B C",
    ]


def test_a_round_that_stops_says_where() -> None:
    deal = {"cards": ["Ks", "Jh"], "returns": None}
    for actions, ending in (
        (["raise"], "the record stops here: P1 to act"),
        (["raise", "call"], "the record stops here"),
        (["fold"], "  L102 leduc-nothing-to-fold-to"),
        (["raise", "fold"], "Player 0: 1 point"),
    ):
        hands = [deal | {"actions": actions}]
        text = json.dumps({"format": "leduc/json", "version": 1, "hands": hands})
        (outcome,) = kifu.outcomes(text)
        record: Any = outcome.record
        (line,) = trajectories(replayer.game("leduc"), record)
        assert isinstance(line, Trajectory)
        found = [each for each in formats.board("leduc").whole(line) if each]
        assert found[-1].startswith(ending), actions


def test_the_head_names_the_match_the_players_and_the_viewer() -> None:
    record = kifu.load(ROOT / "examples/leduc/match.json")
    head = [*formats.board("leduc").head(kifu.view(record, 1))]
    assert (head[0], head[-2:]) == ("Four hands", ["players:  P0 Ada  P1 Bo", "as Bo knew it"])
