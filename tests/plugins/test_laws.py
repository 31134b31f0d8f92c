"""The laws hold for a game without chance, and one law finds a fault that no other finds."""

import json
from pathlib import Path

from ..imports import ROOT
from .copies import Copy


def test_a_view_that_nothing_else_finds(copy: Copy) -> None:
    """A view that reveals too much differs from a twin's view, even if `check` accepts it."""
    copy.replace("game.py", "cards = [HIDDEN, HIDDEN]", "cards = list(hand.cards)")
    copy.replace("game.py", "== HIDDEN} != unseen:", "== HIDDEN} - {0, 1}:")
    done = copy.laws("views_")
    assert done.returncode == 1
    assert "1 failed" in done.stdout
    assert "test_views_hide_what_was_not_shown" in done.stdout


NOUGHTS = """
from kifu.testing import AllLaws

class TestNoughts(AllLaws):
    name = "noughts"
"""


def test_a_game_without_chance(tmp_path: Path) -> None:
    """Its rounds begin with a decision, and no law requires chance."""
    copy = Copy(tmp_path, "noughts", ROOT / "tests" / "plugins" / "noughts")
    (tmp_path / "test_noughts.py").write_text(NOUGHTS)
    done = copy.laws("round or chance or told or views or example or noted")
    assert done.returncode == 0, done.stdout + done.stderr
    record = tmp_path / "game.json"
    assert copy.kifu("generate", "noughts", "--seed", "1", "-o", str(record)).returncode == 0
    branched = copy.kifu("branch", str(record), "--round", "1", "--ply", "1", "5")
    assert branched.returncode == 0, branched.stderr
    assert json.loads(branched.stdout)["rounds"][0]["variations"][0]["ply"] == 1


def test_a_game_starts_from_a_position_that_was_set_up(tmp_path: Path) -> None:
    copy = Copy(tmp_path, "noughts", ROOT / "tests" / "plugins" / "noughts")
    record = tmp_path / "game.json"

    def write(squares: str, **setup: object) -> None:
        noted = [{"ply": 1, "after": ["well seen"]}]
        played = {"squares": squares, "setup": setup, "annotations": noted}
        record.write_text(json.dumps({"format": "noughts/json", "version": 1, "rounds": [played]}))

    write("327", position="51", to_act=0)
    assert copy.kifu("validate", str(record)).returncode == 0
    assert "plays:  1 P0 c3  2 P1 b3  3 P0 a1\n" in copy.kifu("replay", str(record)).stdout
    assert '"to_act": 0' in copy.kifu("convert", "--to", "noughts/json", str(record)).stdout
    for wrong in ({"position": "55"}, {"position": "51", "to_act": 1}):
        write("327", **wrong)
        assert "X003" in copy.kifu("validate", str(record)).stdout
    write("5", position="51")
    assert "X001" in copy.kifu("validate", str(record)).stdout
