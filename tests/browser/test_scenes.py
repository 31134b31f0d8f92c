"""Scenes: positions as plain data, for any game, and the boards that are drawn from them."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import kifu
from kifu import replayer
from kifu.browser.page import page
from kifu.browser.shapes import colour
from kifu.browser.svg import Drawing
from kifu.replayer.replay.trajectory import Trajectory, trajectories
from kifu.replayer.scene.scene import Grid, Mark, Scene, Seat
from kifu.replayer.scene.scenes import Looks, Scenes, Speaker
from kifu.replayer.scene.shapes import Piece, Stone
from kifu.replayer.scene.texts import Named, Player, Text, Thing, say

from ..imports import ROOT
from ..loops import all_of
from ..plugins.copies import TIC_TAC_TOE, Copy
from ..replayer.go.helpers import game
from .conftest import Open
from .documents import of_text

GAMES = ["goita", "leduc", "mighty", "planowanie"]
GOITA = ROOT / "examples/goita/match.json"
SVG = "{http://www.w3.org/2000/svg}"


@all_of("game", GAMES)
def test_the_words_are_the_same_in_every_language(game: str) -> None:
    scenes: Any = replayer.scenes(game)
    english, *others = scenes.words.values()
    for words in others:
        assert words.keys() == english.keys()
        for key, text in words.items():
            for part in ("{0}", "{1}"):
                assert (part in text) == (part in english[key]), key


@all_of("game", GAMES)
def test_actions_without_cards_are_written_in_the_language_of_the_reader(game: str) -> None:
    """Even rare ones, such as those that depend on an option."""
    rare: dict[str, list[tuple[str, list[str]]]] = {
        "goita": [("deciding", ["redeal", "play on"])],
        "leduc": [("", ["fold", "call", "raise"])],
        "mighty": [("auction", ["pass", "misdeal"]), ("friend", ["first", "last", "none", "P2"])],
    }
    scenes: Any = replayer.scenes(game)
    for mode, actions in rare.get(game, []):
        for action in actions:
            assert scenes.act(mode, action).match, action


def test_a_pass_is_called_by_the_word_of_the_game() -> None:
    names = {game: replayer.scenes(game) for game in ("go", "goita", "mighty")}
    found = {game: scenes and scenes.words["ja"]["pass"] for game, scenes in names.items()}
    assert found == {"go": "パス", "goita": "なし", "mighty": "パス"}


def test_a_scene_is_plain_data() -> None:
    (line, *_) = trajectories(replayer.game("goita"), kifu.load(GOITA), (1,))
    assert isinstance(line, Trajectory)
    scenes: Any = replayer.scenes("goita")
    scene = json.loads(msgspec.json.encode(scenes.scene(line.at(10).position)))
    held = {"hand": list("445777"), "laid": [{"things": ["8", "2"], "down": 1}], "places": 4}
    badges = [{"text": {"say": "dealer"}}, {"text": {"say": "pass"}}]
    assert scene["seats"][0] == {"badges": badges, **held}
    assert scene["middle"][0]["value"][0][0] == {"player": 0}


@pytest.mark.parametrize("path", ["mighty/won.gibo", "planowanie/game.json"])
def test_the_last_card_is_in_the_last_trick(path: str) -> None:
    game = replayer.game(path.partition("/")[0])
    scenes: Any = replayer.scenes(game.name)
    (*_, line) = trajectories(game, kifu.load(ROOT / "examples" / path))
    assert isinstance(line, Trajectory)
    for before, after in pairwise(line.steps[-8:]):
        (card,) = (before.actions or {}).values()
        assert scenes.scene(after.position).tricks[-1].plays[-1] == card


@pytest.mark.parametrize(
    ("path", "last"),
    [
        ("goita/match.json", ["P2: 40 points", "Match won by P0 · P2 (170 : 90)"]),
        ("go/game.json", ["Two passes have ended play", "Black wins by 9.5"]),
        ("mighty/won.gibo", ["President's side: won (20 : 0)"]),
        ("leduc/match.json", ["P1: 3 points"]),
        (
            "planowanie/game.json",
            ["Points: P0: 0 · P1: 2 · P2: 4", "Match won by P2 (P0: 4 · P1: 5 · P2: 8)"],
        ),
    ],
)
def test_the_end_of_a_round_in_words(path: str, last: list[str]) -> None:
    game = replayer.game(path.partition("/")[0])
    scenes: Any = replayer.scenes(game.name)
    (*_, line) = trajectories(game, kifu.load(ROOT / "examples" / path))
    assert isinstance(line, Trajectory)
    speaker = Speaker(scenes, [f"P{seat}" for seat in range(5)], "en")
    ending = scenes.scene(line.last.position).ending
    assert [speaker.text(each).replace("\u00a0", " ") for each in ending] == last


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (say("wonBy", Player(0), 3), {"en": "{1}: 3 points", "ja": "{1}: 3点"}),
        (say("player", 1), {"en": "Player 1", "pl": "Gracz 1"}),
        ((Thing("8"), " ", Player(1)), {"en": "し Player 1", "ko": "し 플레이어 1"}),
    ],
)
def test_texts_are_in_the_language_of_the_reader(text: Text, shown: dict[str, str]) -> None:
    """A name may contain whatever a sentence contains, too."""
    scenes: Any = replayer.scenes("goita")
    for language, due in shown.items():
        assert Speaker(scenes, ["{1}"], language).text(text) == due


def test_cards_are_named_in_words() -> None:
    scenes: Any = replayer.scenes("mighty")
    for language, due in {"en": ["ace of spades", "joker"], "pl": ["as pik", "joker"]}.items():
        assert [Speaker(scenes, [], language).text(Named(each)) for each in ("SA", "JK")] == due


class Toy(Scenes[Any]):
    """Stones or pieces on a grid."""

    looks = Looks(
        shapes=(
            ("O", Stone("{0}", white=True)),
            ("X", Stone("{0}")),
            ("(.)", Piece("{1}", "{1}", flipped=True)),
        )
    )


def drawn(grid: Grid) -> ElementTree.Element:
    toy, scene = Toy(), Scene(seats=(Seat(), Seat()), grid=grid)
    return ElementTree.fromstring(Drawing(scene, toy, Speaker(toy, None), 0, ()).svg("toy", ""))


def _is_wood(group: ElementTree.Element) -> bool:
    paper = group.find(f"{SVG}rect")
    return paper is not None and paper.get("fill") == colour("wood")


@all_of("size", [9, 19, 52])
def test_a_goban_has_stones_on_its_points_and_fits_the_picture(size: int) -> None:
    row, empty = "XO" + "." * (size - 2), "." * size
    columns = tuple(map(chr, range(0x100, 0x100 + size)))
    lines = tuple(map(str, range(size, 0, -1)))
    grid = Grid(
        (row, *[empty] * (size - 1)), columns, lines, points=True, stars=(columns[2] + "3",)
    )
    board = drawn(grid)
    circles = list(board.iter(f"{SVG}circle"))
    assert len(circles) == 2 + 1  # two stones and a star
    labels = {each.text for each in board.iter(f"{SVG}text")}
    assert {*columns, *lines} <= labels
    wood = next(each for each in board.iter(f"{SVG}g") if _is_wood(each))
    scale = float((wood.get("transform") or "").split("scale(")[1].rstrip(")"))
    assert 360 <= size * 40 * scale < 621


def test_marks_and_pieces_are_drawn_in_their_places() -> None:
    marks = (
        Mark("arrow", ("a1", "b2")),
        Mark("label", ("a2",), text="A"),
        Mark("circle", ("b1",), "red"),
        Mark("circle", ("z9",)),
    )
    board = drawn(
        Grid(("k.", "..", ".."), ("a", "b"), ("3", "2", "1"), checkered=True, marks=marks)
    )
    assert [each.text for each in board.iter(f"{SVG}text") if each.get("lang") == "ja"] == ["k"]
    assert [each.get("stroke") for each in board.iter(f"{SVG}circle")] == ["#b3161f"]
    assert "A" in {each.text for each in board.iter(f"{SVG}text")}


def test_a_game_in_a_package_is_drawn_and_played_on_its_grid(show: Open, tmp_path: Path) -> None:
    copy = Copy(tmp_path / "copy", "tictactoe", TIC_TAC_TOE)
    done = copy.kifu("board", str(TIC_TAC_TOE / "records/game.ttt"))
    shown = show(done.stdout.replace("<kifu-board", "<kifu-board playable"), "#round=1&step=1")
    shown.evaluate("addEventListener('kifu-action', e => (window.action ??= []).push(e.detail))")
    assert shown.locator(".place").count() == 9
    shown.get_by_role("button", name="b2, X, not legal", exact=True).click()
    assert "T001 A move is not an empty square" in shown.locator(".foot .reason").inner_text()
    square = shown.get_by_role("button", name="c1", exact=True)
    square.focus()
    square.press("Enter")
    assert [each["action"] for each in shown.evaluate("window.action")] == ["c1"]
    shown.get_by_role("button", name="Step forward").click()
    assert shown.locator(".grid .highlight").count() == 1


def test_a_move_between_two_places_is_made_by_clicking_both(show: Open) -> None:
    board = of_text(game())
    act = {"match": "(..)(..)", "said": "{1}–{2}", "takes": ["{1}", "{2}"]}
    board["games"]["go"] = board["games"]["go"] | {"acts": [act]}
    (step,) = board["records"][0]["replay"]["rounds"][0]["steps"]
    step["legal"] = {"0": ["aaab", "aaac", "bbbc"]}
    shown = show(page(board, "moves").replace("<kifu-board", "<kifu-board playable"))
    shown.evaluate("addEventListener('kifu-action', e => window.action = e.detail.action)")
    shown.get_by_role("button", name="A9", exact=True).click()
    assert shown.locator(".place.picked").count() == 1
    fill = "each => getComputedStyle(each).fill"
    is_open, is_shut = (shown.locator(f".place.{each}").first for each in ("open", "shut"))
    assert is_open.evaluate(fill) != is_shut.evaluate(fill)
    shown.get_by_role("button", name="A7", exact=True).click()
    assert shown.evaluate("window.action") == "aaac"


def test_marks_of_annotations_and_variations_are_drawn_on_the_grid(show: Open) -> None:
    noted = {"ply": 1, "marks": [{"shape": "arrow", "at": ["aa", "cc"], "colour": "red"}]}
    others = [{"ply": 1, "actions": ["B bb"]}]
    shown = show(page(of_text(game("B aa", variations=others, annotations=[noted])), "marked"))
    assert shown.locator(".grid .drawn.red").count() == 0
    assert shown.locator(".grid .ghost").count() == 1
    shown.get_by_role("button", name="Step forward").click()
    assert shown.locator(".grid .drawn.red").count() > 0
    assert shown.locator(".grid .ghost").count() == 0


GOBAN: dict[str, Any] = {
    "format": "go/json",
    "version": 1,
    "size": 19,
    "annotations": [{"after": ["A long story. " * 200]}],
    "rounds": [
        {
            "actions": ["B dd", "W pp", "B dp"],
            "variations": [
                {"ply": 3, "actions": ["B qq"]},
                {"ply": 2, "actions": ["W cc"], "variations": [{"ply": 3, "actions": ["B qd"]}]},
            ],
        }
    ],
}


def test_other_lines_are_ghosts_in_order_and_a_long_comment_hides_no_row(show: Open) -> None:
    shown = show(page(of_text(json.dumps(GOBAN)), "goban"), "#round=1&step=1&variation=2")
    box = "each => each.getBoundingClientRect()"
    assert (
        shown.locator(".grid").evaluate(box)["bottom"]
        <= shown.locator(".foot").evaluate(box)["top"]
    )
    ghosts = shown.locator(".grid .ghost")
    assert ghosts.count() == 1  # the main line's move
    lines = shown.get_by_label("Variation").locator("option").all_inner_texts()
    assert lines == ["Main line", "Variation 2", "Variation 2.1", "Variation 1"]
    board = shown.locator("kifu-board")
    board.evaluate("board => board.place = { path: [1], step: 1 }")
    assert ghosts.count() == 1  # where another variation leaves the main line
    board.evaluate("board => board.place = { path: [1], step: 2 }")
    assert ghosts.count() == 1
    board.evaluate("board => board.place = { path: [2], step: 2 }")
    assert ghosts.count() == 1


SOURCES = {path: path.read_text("utf-8") for path in (ROOT / "browser/component/src").rglob("*.ts")}


def test_the_component_has_no_circular_imports() -> None:
    graph = {path: {*_imported(path, text)} for path, text in SOURCES.items()}
    while free := {path for path, below in graph.items() if not below & graph.keys()}:
        graph = {path: below for path, below in graph.items() if path not in free}
    assert [path.name for path in graph] == []


def _imported(path: Path, text: str) -> Iterator[Path]:
    for name in re.findall(r'from "(\.[^"]+)"', text):
        found = (path.parent / name).resolve()
        yield found / "index.ts" if found.is_dir() else found.with_name(f"{found.name}.ts")


def test_players_and_set_ups_are_shown_in_the_words_of_the_game(show: Open) -> None:
    record = of_text(game("B aa", "setup W bb", "W pass"))
    shown = show(page(record, "changed"), "#round=1&step=3", "ja")
    moves = shown.locator(".moves").inner_text()
    assert "配置: W B8" in moves
    assert "白パス" in "".join(moves.split())
    assert shown.locator(".seat .name").all_inner_texts() == ["黒", "白"]
    assert shown.locator(".seat .badge:not(.turn)").all_inner_texts() == ["パス"]


ENDED = (
    "(;FF[4]GM[1]CA[UTF-8]SZ[5]EV[Cup]BR[4d];B[cb]BL[595];W[bd];B[cc];W[db]C[Where?];B[cd]"
    ";W[dd];B[ca];W[da];B[ce];W[de];B[tt];W[tt]TB[aa:ac][ba:bc][ad][ae][be][bd]TW[ea:ee][dc])"
)


def test_the_end_of_a_game_shows_territory_and_dead_stones(show: Open) -> None:
    """Properties that are about the file are not shown; others have names."""
    shown = show(page(of_text(ENDED), "ended"), "#round=1&step=99")
    grid = shown.locator(".grid")
    assert grid.locator(".drawn.area.black").count() == 10
    assert grid.locator(".drawn.area.white").count() == 6
    assert grid.locator(".faded").count() == 1
    assert shown.locator(".about").inner_text().split() == ["Black's", "rank", "4d"]
    assert shown.locator(".occasion").inner_text() == "Cup"
    assert shown.locator(".seat .clock").all_inner_texts() == ["time left: 9:55"]
    assert shown.locator(".notes:not(.about)").inner_text() == ""
    picture = kifu.picture(kifu.loads(ENDED), ply=13).svg
    assert (picture.count("M-7-7"), picture.count('opacity=".45"')) == (16, 1)


def test_a_board_says_what_a_click_would_do_or_why_it_may_not(show: Open) -> None:
    html = page(of_text(game("B cc")), "played").replace("<kifu-board", "<kifu-board playable")
    shown = show(html, "#round=1&step=1")
    shown.get_by_role("button", name="C7, Black, not legal").click()
    shown.get_by_text("O103", exact=True).wait_for()
    shown.get_by_role("button", name="E5", exact=True).hover()  # the stone that a click would put
    assert shown.locator(".preview .stone.white").count() == 1
    assert shown.locator(".preview").evaluate("each => getComputedStyle(each).opacity") == "0.6"


def test_many_variations_are_folded_except_along_the_current_line(show: Open) -> None:
    others = "".join(f"(;W[{column}a](;B[{column}b])(;B[{column}c]))" for column in "bcdefgh")
    shown = show(page(of_text(f"(;GM[1]SZ[9];B[aa](;W[ab];B[ac]){others})"), "tree"), "#round=1")
    moves = shown.locator(".moves")
    assert (moves.locator(".folded").count(), moves.locator(".branch").count()) == (7, 0)
    moves.locator(".folded button").first.click()
    assert (moves.locator(".folded").count(), moves.locator(".branch").count()) == (7, 1)
