"""All conflict marks that git leaves in a file are reported."""

import pytest
from msgspec.structs import replace

import kifu
from kifu import formats
from kifu.formats import CannotHold
from kifu.replayer.planowanie.record import Record

from ..imports import ROOT
from ..replayer.planowanie.helpers import FIRST as DEAL
from ..replayer.planowanie.helpers import fault, game

HISTORY = (ROOT / "examples" / "goita" / "history.txt").read_text("utf-8")
FIRST, REST = HISTORY.split("\n", 1)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (
            f"<<<<<<< mine\n{FIRST}\n=======\n{FIRST}\n>>>>>>> theirs\n{REST}",
            1,
            "keep line 2 (mine), or line 4 (theirs), and remove the markers",
        ),
        (
            f"<<<<<<< mine\n{FIRST}\n||||||| base\n=======\n>>>>>>> theirs\n{REST}",
            1,
            "keep line 2 (mine), or nothing (theirs), and remove the markers",
        ),
        (f"{HISTORY}<<<<<<< mine\n", 6, "without all of its markers: remove <<<<<<<"),
        (f"{HISTORY}>>>>>>> theirs\n", 6, "without all of its markers: remove >>>>>>>"),
        (
            f"<<<<<<< mine\n{HISTORY}>>>>>>> theirs\n",
            1,
            "without all of its markers: remove <<<<<<<",
        ),
    ],
)
def test_a_conflict(text: str, line: int, said: str) -> None:
    (found,) = (each for each in kifu.validate(text, "goita/history") if each.code == "F008")
    assert (found.line, found.column, found.end_column) == (line, 1, 8)
    assert said in found.message


def test_one_mark_alone_is_not_a_conflict() -> None:
    assert "F008" not in {each.code for each in kifu.validate(f"{HISTORY}=======\n")}


MARKS = ["<<<<<<< HEAD", ">>>>>>> main", "<<<<<<< a\n>>>>>>> b"]


def seat_log(reply: str) -> str:
    """Return the raw log of a game that a program's reply ended."""
    end = fault(0, "malformed", reply) | {"command": "gen_declare", "totals": [2, 0, 1]}
    undeclared = {"hands": [["9D", "AC"], ["??", "??"], ["??", "??"]]}
    text = game(DEAL, undeclared, result=end, view=0)
    assert kifu.validate(text) == []
    return formats.notation("planowanie/seat-log").write(kifu.loads(text))


@pytest.mark.parametrize("reply", MARKS)
def test_a_program_may_say_what_looks_like_a_mark(reply: str) -> None:
    text = seat_log(reply)
    assert f"\n{reply}\n" in text
    assert {each.severity for each in kifu.validate(text)} <= {"warning"}
    assert formats.lost(kifu.loads(text), formats.notation("planowanie/seat-log")) == []


def test_a_program_may_not_say_a_whole_conflict() -> None:
    text = seat_log("<<<<<<< a\n=======\n>>>>>>> b")
    assert [each.code for each in kifu.validate(text)] == ["F008"]
    record = kifu.loads(text.replace("<<<<<<< a", "< a"), type=Record)
    assert record.result is not None
    wrong = replace(record, result=replace(record.result, reply="<<<<<<< a\n=======\n>>>>>>> b"))
    with pytest.raises(CannotHold, match="the text would contain merge conflict markers"):
        formats.lost(wrong, formats.notation("planowanie/seat-log"))


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_that_was_left_in_the_log_of_a_seat(mark: str) -> None:
    whole = (ROOT / "examples" / "planowanie" / "seat-2.log").read_text("utf-8")
    lines = whole.splitlines(keepends=True)
    for at in (3, 4, 7, len(lines)):
        text = "".join([*lines[:at], f"{mark}\n", *lines[at:]])
        assert any(each.severity == "error" for each in kifu.validate(text)), lines[at - 1]
