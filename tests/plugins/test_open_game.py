"""Every command with an open game that has half points and several names for each square."""

import json
from pathlib import Path

import pytest

from ..imports import ROOT
from .copies import Copy, Done

RECORD = {
    "format": "noughts/json",
    "version": 1,
    "players": ["Ada", "Bo"],
    "rounds": [{"squares": "51327"}, {"squares": "519328467"}],
}
LAWS = """
from kifu.testing import AllLaws

class TestNoughts(AllLaws):
    name = "noughts"
"""


@pytest.fixture
def noughts(tmp_path: Path) -> Copy:
    copy = Copy(tmp_path, "noughts", ROOT / "tests" / "plugins" / "noughts")
    (tmp_path / "game.json").write_text(json.dumps(RECORD))
    return copy


def out(done: Done, status: int = 0) -> str:
    assert (done.returncode, done.stderr) == (status, "")
    return done.stdout


def test_every_command_goes_without_views(noughts: Copy) -> None:
    for level in ("random", "monte-carlo"):
        options = ("--players", level, "--rounds", "3", "--playouts", "20", "--seed", "1")
        record = json.loads(out(noughts.kifu("play", "noughts", *options)))
        assert len(record["rounds"]) == 3
        assert "view" not in record
    (noughts.folder / "whole.json").write_text(json.dumps(record))
    assert out(noughts.kifu("validate", "whole.json", "-q")) == ""
    again = out(noughts.kifu("convert", "whole.json", "--to", "noughts/json"))
    assert json.loads(again) == record
    shown = json.loads(out(noughts.kifu("replay", "whole.json", "--output-format", "json")))
    assert shown["viewer"] is None
    assert "<kifu-board" in out(noughts.kifu("board", "whole.json"))


@pytest.mark.parametrize("command", ["view", "board"])
def test_requests_for_a_view_are_refused_in_one_line(noughts: Copy, command: str) -> None:
    done = noughts.kifu(command, "game.json", "--player", "0")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "noughts hides nothing from its players, so it has no views" in line


def test_actions_are_listed_as_they_are_spelled(noughts: Copy) -> None:
    where = ("legal", "game.json", "--round", "1", "--ply", "3")
    assert out(noughts.kifu(*where)).split() == ["b3", "c3", "a2", "c2", "a1", "b1", "c1"]
    values = json.loads(out(noughts.kifu(*where, "--output-format", "json")))
    assert values["legal"] == {"0": ["2", "3", "4", "6", "7", "8", "9"]}
    assert values["spelled"]["0"]["2"] == "b3"
    last = ("legal", "game.json", "--round", "2", "--ply", "9")
    assert out(noughts.kifu(*last)).split() == ["corner"]


@pytest.mark.parametrize(
    ("spelled", "status", "said"),
    [
        ("9", 0, "legal"),
        ("C1", 0, "legal"),
        ("corner", 1, "several corners are free"),
        ("centre", 1, "no centre is free"),
        ("z9", 1, "'z9' is not a free square"),
    ],
)
def test_any_spelling_is_understood(noughts: Copy, spelled: str, status: int, said: str) -> None:
    where = ("--round", "1", "--ply", "3")
    assert said in out(noughts.kifu("legal", "game.json", *where, "--why", spelled), status)


def test_a_record_keeps_the_canonical_action(noughts: Copy) -> None:
    where = ("branch", "game.json", "--round", "1", "--ply", "2")
    record = json.loads(out(noughts.kifu(*where, "c3", "7", "c1", "corner")))
    assert record["rounds"][0]["variations"] == [{"ply": 2, "actions": ["3", "7", "9", "1"]}]
    refused = noughts.kifu(*where, "c3", "corner")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        "kifu: X001 noughts-no-square: ply 3: several corners are free: name the square\n"
    )
    (noughts.folder / "branched.json").write_text(json.dumps(record))
    assert "plays:  2 Bo c3  3 Ada a1  4 Bo c1" in out(noughts.kifu("replay", "branched.json"))


def test_half_points_are_numbers_of_json(noughts: Copy) -> None:
    shown = json.loads(out(noughts.kifu("replay", "game.json", "--output-format", "json")))
    assert [each["steps"][-1]["returns"] for each in shown["rounds"]] == [[1, 0], [1.5, 0.5]]


def test_half_points_are_counted(noughts: Copy) -> None:
    (game,) = json.loads(out(noughts.kifu("stats", "game.json", "--output-format", "json")))[
        "games"
    ]
    assert [each["points"] for each in game["players"]] == [1.5, 0.5]
    counts = [(each["points"], each["times"]) for each in game["points"]]
    assert counts == [(0, 1), (0.5, 2), (1, 1)]
    assert "1.5" in out(noughts.kifu("stats", "game.json"))
    assert "to less than" in out(noughts.kifu("stats", "game.json", "--output-format", "svg"))
    rows = out(noughts.kifu("facts", "game.json", "--output-format", "jsonl")).splitlines()
    assert [json.loads(each)["points"] for each in rows] == [[1, 0], [0.5, 0.5]]
    rated = json.loads(out(noughts.kifu("rate", "game.json", "--output-format", "json")))
    assert {each["name"] for each in rated["ratings"]} == {"Ada", "Bo"}


def test_the_laws_hold(noughts: Copy) -> None:
    (noughts.folder / "test_noughts.py").write_text(LAWS)
    done = noughts.laws("round or chance or act or points or facts or parse or trajector or view")
    assert done.returncode == 0, done.stdout + done.stderr
