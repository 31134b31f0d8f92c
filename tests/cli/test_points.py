"""Moves of Go as people type them, with or without a colour, as on boards or in records."""

import pytest

import kifu

from ..command import Kifu

GAME = '{"format":"go/json","version":1,"size":9,"rounds":[{"actions":["B cc","W gg"]}]}'


@pytest.mark.parametrize("typed", ["ee", "E5", "e5", "B ee", "B E5", "pass"])
def test_a_move_may_be_typed_in_several_ways(run: Kifu, typed: str) -> None:
    run.write({"a.json": GAME})
    assert run("legal", "a.json", "--ply", "3", "--why", typed).out == "legal\n"


@pytest.mark.parametrize(
    ("typed", "code"), [("cc", "O103"), ("C7", "O103"), ("J10", "O101"), ("W ee", "O101")]
)
def test_an_illegal_move_says_why(run: Kifu, typed: str, code: str) -> None:
    run.write({"a.json": GAME})
    done = run("legal", "a.json", "--ply", "3", "--why", typed)
    assert (done.status, done.out[:4]) == (1, code)


def test_a_branch_is_written_as_in_records(run: Kifu) -> None:
    run.write({"a.json": GAME})
    done = run("branch", "a.json", "--ply", "2", "E5", "ed")
    assert '["W ee", "B ed"]' in done.out


def test_records_need_colours() -> None:
    (found,) = kifu.validate(GAME.replace("W gg", "gg"))
    assert found.rule.code == "O101"
    assert found.fix is not None
    assert found.fix.edits[0].text == "W "
