"""A game with more legal actions than can be listed: they are given as ranges."""

import json
from pathlib import Path

import pytest

from ..campaign import in_a_campaign
from ..imports import ROOT
from .copies import Copy, Done

RECORD = {
    "format": "raises/json",
    "version": 1,
    "stacks": [{"actions": ["raise 6", "raise 400000", "fold"]}],
}
LAWS = """
from kifu.testing import AllLaws

class TestRaises(AllLaws):
    name = "raises"
"""


@pytest.fixture
def raises(tmp_path: Path) -> Copy:
    copy = Copy(tmp_path, "raises", ROOT / "tests" / "plugins" / "raises")
    (tmp_path / "game.json").write_text(json.dumps(RECORD))
    return copy


def out(done: Done, status: int = 0) -> str:
    assert (done.returncode, done.stderr) == (status, "")
    return done.stdout


def test_a_range_is_listed_in_one_line(raises: Copy) -> None:
    where = ("legal", "game.json", "--ply", "2")
    assert out(raises.kifu(*where)) == "fold\nraise 12 to raise 1000000, by 2\n"
    values = json.loads(out(raises.kifu(*where, "--output-format", "json")))
    assert values["legal"] == {"1": ["fold"]}
    numbers = {"low": 12, "high": 1_000_000, "step": 2}
    assert values["ranges"] == {"1": [{"prefix": "raise ", **numbers, "suffix": ""}]}


@pytest.mark.parametrize(
    ("action", "status"),
    [("raise 12", 0), ("raise 777778", 0), ("raise 11", 1), ("raise 13", 1), ("raise 012", 1)],
)
def test_whether_an_action_of_a_range_is_legal(raises: Copy, action: str, status: int) -> None:
    said = out(raises.kifu("legal", "game.json", "--ply", "2", "--why", action), status)
    assert said == "legal\n" if not status else "R901" in said


def test_programs_draw_from_ranges(raises: Copy) -> None:
    options = ("--rounds", "2", "--playouts", "6", "--seed", "1")
    for level in ("random", "monte-carlo"):
        record = json.loads(out(raises.kifu("play", "raises", "--players", level, *options)))
        assert len(record["stacks"]) == 2
    branched = out(raises.kifu("branch", "game.json", "--ply", "2", "raise 12", "fold"))
    assert json.loads(branched)["stacks"][0]["variations"][0]["actions"] == ["raise 12", "fold"]


def test_the_laws_hold(raises: Copy) -> None:
    (raises.folder / "test_raises.py").write_text(LAWS)
    done = raises.laws("agree or may_act or trajector or rows_of")
    assert done.returncode == 0, done.stdout + done.stderr


@in_a_campaign
def test_a_range_that_is_too_wide_is_noticed(raises: Copy) -> None:
    module = raises.folder / "kifu_raises" / "raises.py"
    text = module.read_text("utf-8")
    checked = "if action not in"
    assert text.count(checked) == 1
    module.write_text(text.replace(checked, f"if action == 'raise {10**6}' or action not in"))
    (raises.folder / "test_raises.py").write_text(LAWS)
    done = raises.laws("verify_and_legal_actions_agree")
    assert done.returncode == 1
    assert "`legal_actions` lists ['raise 1000000']" in done.stdout
