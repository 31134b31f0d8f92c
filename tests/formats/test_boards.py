"""Terminals draw scenes."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.formats import board
from kifu.formats.interface.board import Board, Done, in_columns
from kifu.formats.interface.drawn import Drawn, drawn
from kifu.formats.text.columns import visible
from kifu.formats.text.tones import Tone, marked, plain
from kifu.replayer.play.variations import Variation
from kifu.replayer.replay.trajectory import Trajectory, trajectories
from kifu.replayer.scene.scene import Grid, Mark, Scene, Seat
from kifu.replayer.scene.scenes import Looks, Scenes
from kifu.replayer.scene.shapes import Stone

from ..boards import position, trajectory, whole
from ..imports import ROOT

EXAMPLES = ("goita/match.json", "leduc/match.json", "mighty/deal.json", "planowanie/game.json")


@pytest.mark.parametrize("name", EXAMPLES)
def test_hands_and_legal_actions_are_written(name: str) -> None:
    record = kifu.load(ROOT / "examples" / name)
    game = replayer.game_of(record)
    shows = board(game.name)
    for line in trajectories(game, record):
        assert isinstance(line, Trajectory)
        for step in line.steps[::5]:
            text = " ".join("\n".join(shows.position(line, step)).split())
            here = drawn(shows.scenes, line, step)
            for seat in here.scene.seats:
                assert " ".join(map(here.speaker.thing, seat.hand or ())) in text
            for player, actions in step.legal.items():
                assert all(here.said(step, player, each, True) in text for each in actions[:3])


DEAL = """\
player          holds
P0      dealer  ♠K ♠5  ♦A  ♥A ♥K ♥Q ♥J ♥9  ♣5 ♣3
P1              ♠4 ♠3  ♦6 ♦5 ♦4  ♥3  ♣A ♣K ♣6  ☆
P2              ♠A  ♦T ♦8 ♦7  ♥T ♥5 ♥4  ♣9 ♣8 ♣7
P3              ♠Q ♠J ♠T ♠6  ♦K ♦Q  ♥7 ♥6  ♣Q ♣J
P4              ♠9 ♠8 ♠7  ♦J ♦9 ♦2  ♥8 ♥2  ♣T ♣4
Kitty:  ♠2  ♦3  ♣2

ply  P0             P1    P2    P3    P4
  1  15 ♥           pass  pass  pass  pass
  6  bury ♠2 ♦3 ♣2
  7  15 ♥
  8  ♠A
"""
TRICKS = """\
trick  P0    P1   P2   P3  P4    President: Player 0
1      (♦A*  ♦5   ♦T   ♦Q  ♦2    Trump: ♥ hearts
2      (♣5   ♣A*  ♣9   ♣Q  ♣4    Points: 15
3      ♠5    (☆♠  ♠A*  ♠6  ♠7    Friend: ♠A → Player 2
"""
PLAYS = """\
ply  Aki     Botan   Chiyo  Daichi
  1  [し]飛  王銀    pass   王香
  5  pass    pass    pass   [馬]し
  9  pass    し角    pass   pass
 13  pass    [飛]角  pass   pass
 17  pass    [し]し
"""


def test_a_round_begins_with_the_deal_and_has_a_column_for_each_player() -> None:
    deal = whole(board("mighty"), kifu.load(ROOT / "examples/mighty/deal.json"))
    assert DEAL in deal
    assert TRICKS in deal
    assert PLAYS in whole(board("goita"), kifu.load(ROOT / "examples/goita/match.json"))


def test_things_still_in_play_are_counted_until_the_end() -> None:
    deal = kifu.load(ROOT / "examples/mighty/deal.json")
    assert "♦   7  ♦K ♦J ♦9 ♦8 ♦7 ♦6 ♦4\n" in position(board("mighty"), deal, 20)
    assert "still in play" not in whole(board("mighty"), deal)


def test_actions_that_do_not_fit_into_columns_are_listed() -> None:
    line = trajectory(kifu.load(ROOT / "examples/goita/match.json"))
    players = [f"{name}, a player with a long name" for name in "ABCD"]
    here = Drawn(board("goita").scenes, board("goita").scenes.scene(line.last.position), players)
    done = [Done(ply, ply % 4, "lays the pawn face-down and attacks") for ply in range(4)]
    assert "\n".join(in_columns(done, here)).startswith("plays:  0 ")


def test_a_result_that_does_not_follow_from_the_play_is_shown() -> None:
    deal = json.loads((ROOT / "examples/mighty/deal.json").read_text("utf-8"))
    for key in ("tricks", "variations"):
        del deal["deals"][0][key]
    deal["deals"][0]["result"] = {"end": "won", "points": 15, "score": 1100}
    shown = whole(board("mighty"), kifu.loads(json.dumps(deal)))
    assert "\nAs recorded: won · Points 15 · Score 1100\n" in shown


def test_the_winner_of_a_trick_and_badges_have_a_tone() -> None:
    deal = trajectory(kifu.load(ROOT / "examples/mighty/deal.json"))
    lines = "\n".join(board("mighty").whole(deal))
    assert marked("(♦A*", Tone.GOLD) in lines
    assert marked("President", Tone.RED) in lines
    assert marked("Friend", Tone.BLUE) in lines


def test_without_scenes_a_board_shows_actions() -> None:
    deal = trajectory(kifu.load(ROOT / "examples/leduc/match.json"))
    lines = [*Board("leduc", Scenes[Any]()).whole(deal)]
    assert lines[1].startswith("plays:  Ks is dealt  Jh is dealt  1 Ada raise  2 Bo call")


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
    lines = list(Drawn(Stones(), scene, ("Ana", "Bo")).lines([1]))
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
        found = [each for each in board("leduc").whole(line) if each]
        assert found[-1].startswith(ending), actions


def test_the_head_names_the_match_the_players_and_the_viewer() -> None:
    record = kifu.load(ROOT / "examples/leduc/match.json")
    head = [*board("leduc").head(kifu.view(record, 1))]
    assert (head[0], head[-2:]) == ("Four hands", ["players:  P0 Ada  P1 Bo", "as Bo knew it"])


@pytest.mark.parametrize("name", replayer.games())
def test_boards_show_all_records_without_control_characters(name: str) -> None:
    game, shows = replayer.game(name), board(name)
    below = Variation(ply=2, actions=("no such action",))
    wrong = (replace(below, ply=1, name="\x1b[31m", variations=(below,)), replace(below, ply=999))
    for seed in range(3):
        record = replayer.generate(name, seed)
        for each in (record, game.with_variations(record, 1, wrong)):
            lines = [*shows.head(each)]
            for main in trajectories(game, each, (1,)):
                for found in main.tree() if isinstance(main, Trajectory) else ():
                    if found.own:
                        lines += [*shows.whole(found), *shows.variation(found)]
                        lines += [row for step in found.own for row in shows.position(found, step)]
            assert [plain(line) for line in lines] == [visible(plain(line)) for line in lines]
