"""`kifu new`: short records with comments, in every notation, without a finding."""

import json
from pathlib import Path

import pytest

import kifu
from kifu.formats import notations
from kifu.replayer import games

from ..command import Kifu

EVERY = [each.id for name in games() for each in notations(name)]


@pytest.mark.parametrize("notation", EVERY)
def test_a_new_record_has_no_finding(run: Kifu, notation: str) -> None:
    made = run("new", notation.split("/")[0], "--to", notation)
    assert made.status == 0
    assert kifu.validate(made.out, notation) == []
    assert kifu.loads(made.out, notation)
    assert made.out.count("\n") < 250


def test_comments_say_what_actions_mean(run: Kifu) -> None:
    made = run("new", "mighty", "--to", "gibo")
    assert "A short record of Mighty" in made.out
    assert "Player 0: 13 clubs" in made.out
    assert not made.err
    made = run("new", "goita", "--to", "yaml")  # passes are not written, nor comments on them
    assert "Player 1: receives with lance" in made.out
    assert not made.err


@pytest.mark.parametrize("notation", ["mighty/gibo", "planowanie/log"])
def test_the_first_comment_is_above_the_rounds(run: Kifu, notation: str) -> None:
    lines = run("new", notation.split("/")[0], "--to", notation).out.splitlines()
    assert lines[1].startswith("# A short record of")


def test_a_notation_without_comments_says_so(run: Kifu) -> None:
    made = run("new", "goita", "--to", "table")
    assert "goita/table cannot hold comments" in made.err


def test_a_name_that_implies_no_notation(tmp_path: Path) -> None:
    made = Kifu(tmp_path)("new", "go", "-o", "game.txt")
    assert (made.status, made.err.count("\n")) == (0, 1)
    assert "go/json" in made.err
    assert kifu.loads((tmp_path / "game.txt").read_text("utf-8"))


def test_options_are_used_and_no_file_is_replaced(tmp_path: Path) -> None:
    run = Kifu(tmp_path)
    assert run("new", "go", "--option", "size=9", "-o", "game.json").status == 0
    made = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert made["size"] == 9
    assert run("new", "go", "-o", "game.json").status == 2
    assert json.loads((tmp_path / "game.json").read_text("utf-8")) == made
