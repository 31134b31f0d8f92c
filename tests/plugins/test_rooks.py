"""A game with all the features of chess records: `examples/rooks`, read in every way."""

import json
import shutil
from pathlib import Path

import pytest

from ..campaign import in_a_campaign
from .copies import ROOKS, Copy, Done

GAME = ROOKS / "records" / "game.rooks"
SHUFFLE = ["Kb1", "Kc5", "Kc1", "Kb5"]


@pytest.fixture
def rooks(tmp_path: Path) -> Copy:
    return Copy(tmp_path, "rooks", ROOKS)


def out(done: Done, status: int = 0) -> str:
    assert (done.returncode, done.stderr) == (status, "")
    return done.stdout


def game(moves: list[str], *head: str) -> str:
    """Return a text with these moves and no result."""
    numbered = [
        f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves)
    ]
    return "\n".join(['[Game "Rooks"]', *head, "", *numbered, "*", ""])


def found(rooks: Copy, *paths: str) -> list[list[object]]:
    """Return the findings in some files."""
    fields = ("path", "record", "code", "line", "column", "round", "ply")
    done = rooks.kifu("validate", "--output-format", "json", "--suggest", "0", *paths)
    return [[each[name] for name in fields] for each in json.loads(done.stdout)["findings"]]


@in_a_campaign
def test_the_laws_hold(rooks: Copy) -> None:
    shutil.copy(ROOKS / "tests" / "test_rooks.py", rooks.folder)
    done = rooks.laws("Rooks")
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_is_lost(rooks: Copy) -> None:
    """Nested variations, comments, glyphs, clocks, a resignation and a head are all preserved."""
    assert found(rooks, str(GAME)) == []
    for source, target in ((str(GAME), "a.json"), ("a.json", "b.rooks"), ("b.rooks", "c.json")):
        out(rooks.kifu("convert", "--strict", source, "-o", target))
    record = (rooks.folder / "a.json").read_text("utf-8")
    assert (rooks.folder / "c.json").read_text("utf-8") == record
    (played,) = json.loads(record)["rounds"]
    assert played["moves"] == ["a1a5", "b5b4", "e1e4", "b4a5", "c1c2", "d5d1"]
    assert played["ended"] == {"how": "resignation", "by": 0}
    assert played["variations"][0]["variations"][0]["name"] == "now what"
    shutil.copy(GAME, rooks.folder / "d.rooks")
    assert rooks.kifu("fmt", "d.rooks").returncode == 0
    assert (rooks.folder / "d.rooks").read_bytes() == (rooks.folder / "b.rooks").read_bytes()
    assert rooks.kifu("fmt", "--check", "d.rooks").returncode == 0


def test_a_spelling_depends_on_the_position(rooks: Copy) -> None:
    (rooks.folder / "a.rooks").write_text(game(["Kc2", "Kb4", "Rab1+"]))
    where = ("legal", "a.rooks", "--round", "1", "--ply", "3")
    assert {"Rab1+", "Reb1+", "Ra4+", "Kc1"} <= {*out(rooks.kifu(*where)).split()}
    assert "Rb1 may be a1b1 or e1b1" in out(rooks.kifu(*where, "--why", "Rb1"), 1)
    (rooks.folder / "b.rooks").write_text(game(["Kc2", "Kb4", "Rb1"]))
    assert found(rooks, "a.rooks", "b.rooks") == [["b.rooks", 1, "C001", 5, 4, 1, 3]]


def test_an_end_is_compared_with_the_result(rooks: Copy) -> None:
    text = GAME.read_text("utf-8").replace(" 0-1 ", " 1-0 ")
    (rooks.folder / "a.rooks").write_text(text, "utf-8")
    assert [each[2] for each in found(rooks, "a.rooks")] == ["C003"]


def test_a_comment_that_is_never_closed(rooks: Copy) -> None:
    (rooks.folder / "a.rooks").write_text(game(["Ra5+"]).replace("*", "* {never"))
    assert found(rooks, "a.rooks") == [["a.rooks", 1, "F301", 4, 3, None, None]]
    assert "never closed" in rooks.kifu("validate", "a.rooks").stdout


def test_a_beginning_that_is_damaged(rooks: Copy) -> None:
    """A file with a damaged beginning is not skipped even in a folder."""
    (rooks.folder / "games").mkdir()
    (rooks.folder / "games" / "a.rooks").write_text(game(["Ra5+"]).replace("Rooks", "rooks"))
    (rooks.folder / "games" / "b.rooks").write_text("once upon a time")
    assert [each[2] for each in found(rooks, "games")] == ["F001", "F001"]


def test_a_game_may_have_20000_plies(rooks: Copy) -> None:
    (rooks.folder / "long.rooks").write_text(game(SHUFFLE * 5000))
    done = rooks.kifu("validate", "long.rooks")
    assert done.stderr == "1 file, 1 record, 1 round, 20000 plies: nothing wrong\n"


def test_a_rule_that_raises_hides_no_other_file(rooks: Copy) -> None:
    record = json.loads(out(rooks.kifu("convert", str(GAME), "--to", "rooks/json")))
    for name, moves in {"sound": ["a1a5"], "wrong": ["a1a1"], "raises": ["b5c4"]}.items():
        record["rounds"] = [{"moves": moves}]
        (rooks.folder / f"{name}.jsonl").write_text(json.dumps(record) + "\n")
    raising = (rooks.folder / "raises.jsonl").read_text()
    (rooks.folder / "raises.jsonl").write_text(raising + (rooks.folder / "wrong.jsonl").read_text())
    (rooks.folder / "text.rooks").write_text(game(["Ra5+", "Kc4"]))
    (rooks.folder / "tail.rooks").write_text(game(["Ra5+"]))
    rooks.replace(
        "rules.py",
        "        if action not in",
        '        assert action != "b5c4"\n        if action not in',
    )
    assert found(rooks, ".") == [
        ["raises.jsonl", 1, "F010", 1, raising.index('{"moves"') + 1, 1, 1],
        ["raises.jsonl", 2, "C001", 2, found_column(raising), 1, 1],
        ["text.rooks", 1, "F010", 1, 1, None, None],
        ["wrong.jsonl", 1, "C001", 1, found_column(raising), 1, 1],
    ]


def found_column(line: str) -> int:
    """Return the column of the first move."""
    return line.index('"moves": [') + len('"moves": [') + 1


def test_a_text_may_be_in_latin_1(rooks: Copy) -> None:
    claims = """lambda head: head.startswith('[Game "Rooks"]')"""
    rooks.replace("__init__.py", claims, f'{claims}, encodings=("latin-1", "utf-8")')
    text = GAME.read_text("utf-8")
    (rooks.folder / "a.rooks").write_bytes(text.encode("latin-1"))
    (rooks.folder / "b.rooks").write_bytes(text.encode())
    guess = [["b.rooks", 1, "F022", 3, 12, None, None]]  # undeclared, so the default is assumed
    assert found(rooks, "a.rooks", "b.rooks") == guess
    converts = (rooks.kifu("convert", f"{each}.rooks", "--to", "rooks/json") for each in "ab")
    first, second = converts
    assert out(first) == second.stdout
    assert "F022" in second.stderr
    assert "José" in first.stdout
    assert rooks.kifu("fmt", "a.rooks").returncode == 0
    assert "José" in (rooks.folder / "a.rooks").read_bytes().decode("latin-1")


def test_an_end_stands_in_the_head(rooks: Copy) -> None:
    """A value missing from the head is reported there, unless the head is unreadable."""
    text = GAME.read_text("utf-8")
    (rooks.folder / "a.rooks").write_text(text.replace('[By "White"]\n', ""), "utf-8")
    (rooks.folder / "b.rooks").write_text(text.replace('"White"]\n\n', "White]\n\n"), "utf-8")
    assert found(rooks, "a.rooks", "b.rooks") == [
        ["a.rooks", 1, "R011", 5, 8, 1, None],
        ["b.rooks", 1, "F301", 6, 1, None, None],
    ]
