"""Games of Go as text."""

from pathlib import Path

import kifu
from kifu import formats, replayer
from kifu.replayer.go.scene import SCENES
from kifu.replayer.replay.trajectory import trajectory

from ...replayer.go.helpers import game

EXAMPLE = Path(__file__).parents[3] / "examples/go/game.json"
BOARD = formats.board("go")


def shown(text: str, ply: int) -> list[str]:
    found = trajectory(replayer.game("go"), kifu.loads(text), 1)
    return list(BOARD.position(found, found.at(ply)))


def test_the_last_move_is_in_brackets() -> None:
    text = game("B aa", "W ca", size=[3, 2])
    board = ["2 ● ·(○)", "1 · · ·", "  A B C"]
    assert [each for each in shown(text, 3) if each[:1] in ("1", "2", " ")][-3:] == board


def test_an_illegal_move_is_shown_with_its_reason() -> None:
    last = shown(game("B ac", "W ac"), 2)[-1]
    assert "O103" in last
    assert "ac (A7)" in last  # as in the record, and as on the board


def test_a_change_of_the_position_is_not_a_deal() -> None:
    text = game("B aa", "setup W bb; empty aa", "W ca")
    found = trajectory(replayer.game("go"), kifu.loads(text), 1)
    change = "set-up: W B8; empty A9"
    assert f"1 Black A9  {change}  2 White C9" in "\n".join(BOARD.whole(found))
    assert f"done: {change}" in list(BOARD.position(found, found.steps[1]))


def test_players_without_names_are_called_by_their_colours() -> None:
    unnamed, named = shown(game("B aa"), 2), shown(game("B aa", players=["Ada", "Bo"]), 2)
    seats = [line.split()[0] for lines in (unnamed, named) for line in lines[3:5]]
    assert seats == ["Black", "White", "Ada", "Bo"]
    assert ["Black" in line for line in named[3:5]] == [True, False]
    assert any(line.startswith("White may:") for line in unnamed)


def test_a_game_as_a_whole() -> None:
    found = trajectory(replayer.game("go"), kifu.load(EXAMPLE), 1)
    lines = list(BOARD.whole(found))
    assert "9 ▫ ▫ ▫ ▫ ▫ ○ ▫ ▫ ○" in lines
    assert lines[-2:] == ["Two passes have ended play", "Black wins by 9.5"]
    assert next(iter(BOARD.variation(found.variations[0]))).startswith("plays:  10 Bo H6")


def test_a_scene_has_the_stones_the_last_move_and_the_prisoners() -> None:
    found = trajectory(replayer.game("go"), kifu.load(EXAMPLE), 1)
    scene = SCENES.scene(found.at(33).position)
    assert scene.grid is not None
    assert scene.grid.rows[0] == ".....W..W"
    assert [mark.at for mark in scene.grid.marks] == [("ib",)]
    assert [seat.facts[0].value for seat in scene.seats] == [0, 3]
    assert SCENES.act("", "B ee").takes == ("ee",)
