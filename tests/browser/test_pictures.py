"""Pictures of positions: SVG and PNG, from the command and in notebooks."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import kifu
from kifu.browser.board import picture
from kifu.browser.shapes import colour
from kifu.browser.svg import Drawing
from kifu.replayer import game_of
from kifu.replayer.replay.trajectory import Malformed, trajectories
from kifu.replayer.scene.scene import Scene, Seat
from kifu.replayer.scene.scenes import Scenes, Speaker

from ..campaign import few
from ..command import Kifu
from ..imports import ROOT
from .conftest import Open
from .documents import EXAMPLES

GOITA = ROOT / "examples/goita/match.json"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("path", few(EXAMPLES, 9), ids=lambda path: path.name)
def test_every_position_is_drawn(path: Path) -> None:
    for outcome in kifu.outcomes(path):
        record: Any = outcome.record
        for each in trajectories(game_of(record), record):
            assert not isinstance(each, Malformed)
            for ply in list(each.plies)[::5]:
                ElementTree.fromstring(picture(record, each.number, ply).svg)


def test_a_picture_shows_the_pieces_of_the_position() -> None:
    drawn = ElementTree.fromstring(picture(kifu.load(GOITA), 1, 10).svg)
    signs = [each.text for each in drawn.iter(f"{SVG}text") if each.get("lang") == "ja"]
    held, laid = "金金銀香香香", "し飛"  # of the first seat
    assert "".join(filter(None, signs)).startswith(f"{held}{laid}飛角角")
    assert len(signs) == 32 + 1  # all pieces, plus the attack


def test_hidden_pieces_are_not_in_a_picture_for_a_seat() -> None:
    seen = kifu.picture(kifu.load(GOITA), ply=1, player=2).svg
    drawn = ElementTree.fromstring(seen)
    signs = [each.text for each in drawn.iter(f"{SVG}text") if each.get("lang") == "ja"]
    assert sorted(filter(None, signs)) == sorted("金金銀馬馬ししし")


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("goita/match.json", 4),
        ("leduc/match.json", 1),
        ("mighty/deal.json", 1),
        ("planowanie/game.json", 3),
    ],
)
def test_a_picture_tells_nothing_of_what_comes(name: str, number: int, run: Kifu) -> None:
    """A picture neither depends on what comes next nor shows what is legal."""
    path = ROOT / "examples" / name
    record: Any = kifu.load(path)
    (line,) = trajectories(game_of(record), record, (number,))
    assert not isinstance(line, Malformed)
    steps = [step for step in line.steps if step.ply and len(step.actors) == 1]
    for step in steps[:: 1 if len(steps) < 20 else 4]:
        (legal,), (done,) = step.legal.values(), (step.actions or {}).values()
        other = next((each for each in legal if each != done), None)
        if other is not None:
            branched, added = (
                kifu.branch(record, step.ply, [other], number),
                len(line.variations) + 1,
            )
            here = picture(branched, number, step.ply).svg
            there = picture(branched, number, step.ply, variation=[added]).svg
            assert there.replace(f", variation {added}", "") == here
    told = run("board", str(path), "--svg", f"{number}:{steps[-1].ply}").out
    assert not re.search(r"<desc>.*\b(legal|done|played)\b.*</desc>", told, re.DOTALL)


def test_a_picture_describes_what_it_draws(run: Kifu) -> None:
    drawn = ElementTree.fromstring(run("board", str(GOITA), "--svg", "4:5", "--player", "1").out)
    told = drawn.findtext(f"{SVG}desc") or ""
    assert told.splitlines()[1:5] == [
        "Botan: holds 角 金 し し し し; has laid 王 王",
        "Chiyo: dealer; to act; holds 裏 裏 裏 裏 裏 裏; has laid 裏 (face-down) 馬",
        "Daichi: holds 裏 裏 裏 裏 裏 裏; has laid 馬 角",
        "Botan attacks with king: 王",
    ]


MIGHTY = ROOT / "examples/mighty/deal.json"
PLANOWANIE = ROOT / "examples/planowanie/game.json"


def corners(drawn: str) -> dict[str, tuple[float, float]]:
    """Return the position of each seat's box, by the name in it."""
    found: dict[str, tuple[float, float]] = {}
    for box in ElementTree.fromstring(drawn).findall(f"{SVG}g"):
        name = box.find(f"{SVG}text[@font-weight='700']")
        if name is not None:
            x, y = map(float, re.findall(r"[\d.]+", box.get("transform", "")))
            found["".join(name.itertext()).removeprefix("▶ ")] = x, y
    return found


def test_the_seats_are_around_the_table() -> None:
    """The viewer's seat or the first is at the bottom; seats go right in Goita, left otherwise."""
    at = corners(kifu.picture(kifu.load(GOITA), ply=1).svg)
    assert at["Aki"][1] > at["Botan"][1] == at["Daichi"][1] > at["Chiyo"][1]
    assert at["Botan"][0] > at["Aki"][0] > at["Daichi"][0]
    at = corners(kifu.picture(kifu.load(GOITA), ply=1, player=2).svg)
    assert at["Chiyo"][1] > at["Daichi"][1] > at["Aki"][1]
    assert at["Daichi"][0] > at["Botan"][0]
    at = corners(kifu.picture(kifu.load(MIGHTY), ply=31).svg)
    clockwise = ["Player 0", "Player 1", "Player 2", "Player 3", "Player 4"]
    assert list(at) == clockwise
    assert at["Player 1"][0] == at["Player 2"][0] < at["Player 3"][0] < at["Player 4"][0]
    assert at["Player 0"][1] > at["Player 1"][1] == at["Player 4"][1] > at["Player 2"][1]


def test_a_trick_lies_in_the_middle_with_its_lead_and_its_winner() -> None:
    record, leads, wins = kifu.load(PLANOWANIE), "M-2.5 -4", "M0 -5.5"
    under_way = kifu.picture(record, ply=6, round=3).svg
    assert (under_way.count(leads), under_way.count(wins)) == (1, 0)
    over = kifu.picture(record, ply=7, round=3).svg
    assert (over.count(leads), over.count(wins)) == (1, 1)


def test_the_facts_of_a_deal_of_mighty_are_below_the_table() -> None:
    drawn = ElementTree.fromstring(kifu.picture(kifu.load(MIGHTY), ply=31).svg)
    told = [" ".join("".join(each.itertext()).split()) for each in drawn.iter(f"{SVG}text")]
    assert {"Points 15", "Trump ♥ hearts", "Friend ♠A → Player 2", "Buried ♠2 ♦3 ♣2"} <= {*told}
    assert {"President · dealer · leads · Points 4", "Friend · Points 1"} <= {*told}
    assert "♦A ♦T ♦Q ♥K" in told  # the point cards the president has won
    assert "♠A" in told  # the joker won with it scores nothing


def test_backs_are_drawn_of_hidden_cards() -> None:
    back = 'fill="#3a6ea5"'
    assert kifu.picture(kifu.load(MIGHTY), ply=33).svg.count(back) == 0
    assert kifu.picture(kifu.load(MIGHTY), ply=33, player=3).svg.count(back) == 5 + 5 + 5 + 6


def test_all_that_was_taken_is_drawn_in_a_narrow_seat() -> None:
    taken = [f"{suit}{rank}" for suit in "♠♥♦♣" for rank in "AKQJT"]
    seats = (Seat(), Seat(taken=tuple(taken)), Seat(), Seat(), Seat())
    scenes, scene = Scenes[Any](), Scene(seats=seats)
    picture = Drawing(scene, scenes, Speaker(scenes, None), bottom=0, acts=())
    drawn = ElementTree.fromstring(picture.svg("taken", ""))
    written = ["".join(each.itertext()) for each in drawn.iter(f"{SVG}text")]
    assert [each for each in " ".join(written).split() if each in taken] == taken
    assert "…" not in "".join(written)


def test_each_script_is_drawn_in_fonts_that_have_it() -> None:
    """A renderer may pick one font for a whole text if that font has some of its letters."""
    names = ("Łukasz", "日本 たろう", "마이티 김", "Ćwik ♥", "Bo")
    record: Any = msgspec.structs.replace(kifu.load(MIGHTY), players=names)
    drawn = ElementTree.fromstring(kifu.picture(record, ply=31).svg)
    found = {each.text: each.get("font-family", "") for each in drawn.iter(f"{SVG}tspan")}
    assert "Noto Sans CJK" in found["日本"]
    assert found["日本"] == found["たろう"] == found["마이티"]
    assert "DejaVu Sans" in found["♥"]
    assert "Łukasz" in {each.text for each in drawn.iter(f"{SVG}text")}


def test_marks_on_black_stones_are_light() -> None:
    """A selected stone has a frame around it instead, and marks with a colour keep it."""
    moves = "(;GM[1]FF[4]SZ[9];B[cc];W[gg];B[cg]{}[cc];W[gc])"
    white, black = colour("stone-white"), colour("mark")
    for mark, ink in (("TR", white), ("CR", white), ("MA", white), ("SQ", white), ("SL", black)):
        drawn = ElementTree.fromstring(picture(kifu.loads(moves.format(mark)), 1, 4).svg)
        inks = [each.get("stroke") for each in drawn.iter() if each.get("stroke-width") == "3.5"]
        framed = [each for each in drawn.iter(f"{SVG}path") if each.get("stroke-width") == "3"]
        assert (inks[-1] if mark != "SL" else framed[0].get("stroke")) == ink, mark


LONG = ["W" * 200, "国" * 200, "e" + "\u0301" * 500, "العربية " * 30, "Mm" * 99]


@pytest.mark.parametrize(
    ("path", "seats", "number", "ply"),
    [(GOITA, 4, 4, 27), (PLANOWANIE, 3, 3, 7), (MIGHTY, 5, 1, 31)],
)
def test_nothing_leaves_its_box_however_long_a_name_is(
    path: Path, seats: int, number: int, ply: int, show: Open
) -> None:
    record: Any = kifu.load(path)
    made = msgspec.structs.replace(record, title=LONG[0], players=tuple(LONG[:seats]))
    shown = show(f"<!doctype html><title>picture</title>{picture(made, number, ply).svg}")
    wide: list[float] = shown.evaluate(
        """() => [...document.querySelectorAll("svg > g > rect:first-child")].map((paper) => {
          const [all, own] = [paper.parentElement.getBBox(), paper.getBBox()];
          return Math.max(all.width - own.width, all.height - own.height);
        })"""
    )
    assert len(wide) == seats + 1
    assert max(wide) <= 1
    assert shown.evaluate("document.querySelector('svg > text').getBBox().width") < 704


def test_texts_of_records_are_plain_text() -> None:
    record = json.loads(GOITA.read_text("utf-8"))
    record["title"] = "<script>\u202e\x07"
    drawn = kifu.picture(kifu.loads(json.dumps(record)), ply=1).svg
    assert "<script" not in drawn
    assert "\u202e" not in drawn
    ElementTree.fromstring(drawn)


def test_the_command_draws_svg_and_png(run: Kifu) -> None:
    done = run("board", str(GOITA), "--svg", "4:5")
    assert (done.status, done.err) == (0, "")
    assert ElementTree.fromstring(done.out).tag == f"{SVG}svg"
    pytest.importorskip("resvg_py")
    done = run("board", str(GOITA), "--png", "4:5", "-o", "position.png")
    assert (done.status, done.err) == (0, "")
    assert (run.folder / "position.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--svg", "99:1"], "there is no round 99"),
        (["--svg", "1:99"], "plies 1 to 18"),
        (["--svg", "1"], "write ROUND:PLY"),
        (["--svg", "1:1", "--png", "1:1"], "cannot be used together"),
        (["--svg", "1:1", "--player", "7"], "player"),
        (["--player", "7"], "players are 0 to 3"),
        (["--language", "xx"], "xx"),
        (["--svg", "1:1", "--language", "ja"], "in English"),
    ],
)
def test_positions_that_cannot_be_drawn_are_reported_in_a_sentence(
    options: list[str], why: str, run: Kifu
) -> None:
    done = run("board", str(GOITA), *options, "-o", "made")
    assert done.status == 2
    assert why in done.err
    assert not (run.folder / "made").exists()


def test_notebooks_show_boards_and_pictures() -> None:
    record = kifu.load(GOITA)
    shown: Any = kifu.board(record, language="ja")
    assert shown._repr_html_().startswith('<iframe srcdoc="&lt;!doctype html')
    drawn: Any = kifu.picture(record, ply=1)
    assert drawn._repr_svg_() == drawn.svg
    with pytest.raises(ValueError, match="language"):
        kifu.board(record, language="xx")
