"""Marks that git leaves in a file: each of them is told."""

import pytest

import kifu

from ..imports import ROOT

HISTORY = (ROOT / "examples" / "goita" / "history.txt").read_text("utf-8")
FIRST, REST = HISTORY.split("\n", 1)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (
            f"<<<<<<< mine\n{FIRST}\n=======\n{FIRST}\n>>>>>>> theirs\n{REST}",
            1,
            "keep line 2 (mine), or line 4 (theirs), and remove the marks",
        ),
        (
            f"<<<<<<< mine\n{FIRST}\n||||||| base\n=======\n>>>>>>> theirs\n{REST}",
            1,
            "keep line 2 (mine), or nothing (theirs), and remove the marks",
        ),
        (f"{HISTORY}<<<<<<< mine\n", 6, "not all of its marks: remove <<<<<<<"),
        (f"{HISTORY}>>>>>>> theirs\n", 6, "not all of its marks: remove >>>>>>>"),
        (f"<<<<<<< mine\n{HISTORY}>>>>>>> theirs\n", 1, "not all of its marks: remove <<<<<<<"),
    ],
)
def test_a_conflict(text: str, line: int, said: str) -> None:
    (found,) = (each for each in kifu.validate(text, "goita/history") if each.code == "F008")
    assert (found.line, found.column, found.end_column) == (line, 1, 8)
    assert said in found.message


def test_one_mark_alone_is_none() -> None:
    assert "F008" not in {each.code for each in kifu.validate(f"{HISTORY}=======\n")}
