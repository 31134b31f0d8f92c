"""Pictures of positions: SVG and PNG, by the command and in notebooks."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import kifu
from kifu.replayer import game_of
from kifu.replayer.trajectory import Malformed, trajectories
from kifu.web.board import picture

from ..command import Kifu
from ..imports import ROOT
from .documents import EXAMPLES

GOITA = ROOT / "examples/goita/match.json"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
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
    assert len(signs) == 32 + 1  # all pieces, and the attack


def test_hidden_pieces_are_not_in_a_picture_for_a_seat() -> None:
    seen = kifu.picture(kifu.load(GOITA), ply=1, player=2).svg
    drawn = ElementTree.fromstring(seen)
    signs = [each.text for each in drawn.iter(f"{SVG}text") if each.get("lang") == "ja"]
    assert sorted(filter(None, signs)) == sorted("金金銀馬馬ししし")


def test_what_a_record_says_is_text() -> None:
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
        (["--svg", "1"], "ROUND:PLY is due"),
        (["--svg", "1:1", "--png", "1:1"], "name one"),
        (["--svg", "1:1", "--player", "7"], "player"),
        (["--player", "7"], "players are 0 to 3"),
        (["--language", "xx"], "xx"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_a_sentence(
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
