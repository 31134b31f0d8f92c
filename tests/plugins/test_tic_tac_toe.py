"""A game on a board with a PGN-like notation: `examples/tic-tac-toe`, read in every way."""

import json
import shutil
from functools import cache
from pathlib import Path

import pytest

from ..campaign import in_a_campaign
from .copies import TIC_TAC_TOE, Copy, Done

GAME = TIC_TAC_TOE / "records" / "game.ttt"
SQUARES = [column + line for column in "abc" for line in "123"]
ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path, "tictactoe", TIC_TAC_TOE)


def out(done: Done, status: int = 0) -> str:
    assert (done.returncode, done.stderr) == (status, "")
    return done.stdout


def game(moves: str, *head: str) -> str:
    """Return a text with these moves and no result."""
    return "\n".join(['[Game "Tic-tac-toe"]', *head, "", f"{moves} *", ""])


def found(copy: Copy, *paths: str) -> list[list[object]]:
    """Return the findings in some files."""
    fields = ("path", "record", "code", "line", "column", "round", "ply")
    done = copy.kifu("validate", "--output-format", "json", "--suggest", "0", *paths)
    return [[each[name] for name in fields] for each in json.loads(done.stdout)["findings"]]


@in_a_campaign
def test_the_laws_hold(copy: Copy) -> None:
    shutil.copy(TIC_TAC_TOE / "tests" / "test_tic_tac_toe.py", copy.folder)
    done = copy.laws("TicTacToe")
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_is_lost(copy: Copy) -> None:
    """Nested variations, comments, glyphs, clocks, a resignation and a head are all preserved."""
    assert found(copy, str(GAME)) == []
    for source, target in ((str(GAME), "a.json"), ("a.json", "b.ttt"), ("b.ttt", "c.json")):
        out(copy.kifu("convert", "--strict", source, "-o", target))
    record = (copy.folder / "a.json").read_text("utf-8")
    assert (copy.folder / "c.json").read_text("utf-8") == record
    (played,) = json.loads(record)["rounds"]
    assert played["moves"] == ["b2", "b1", "a1", "c3", "a3"]
    assert played["ended"] == {"how": "resignation", "by": 1}
    assert played["variations"][0]["variations"][0]["name"] == "a trap"
    shutil.copy(GAME, copy.folder / "d.ttt")
    assert copy.kifu("fmt", "d.ttt").returncode == 0
    assert (copy.folder / "d.ttt").read_bytes() == (copy.folder / "b.ttt").read_bytes()
    assert copy.kifu("fmt", "--check", "d.ttt").returncode == 0


def test_what_is_wrong_is_found_where_it_is(copy: Copy) -> None:
    texts = {
        "agreed": GAME.read_text("utf-8").replace(" 1-0 ", " 0-1 "),
        "alone": game("1. b2", '[By "O"]'),
        "mark": GAME.read_text("utf-8").replace('[By "O"]\n', ""),
        "number": game("1. b2 3. a1"),
        "open": game("1. b2").replace("*", "* {never"),
        "over": game("1. a1 b1 a2 b2 a3 b3"),
        "quote": GAME.read_text("utf-8").replace('"O"]\n\n', "O]\n\n"),
        "square": game("1. b2 d4"),
        "taken": game("1. b2 2. a1 (2. b2) 3. a1"),
    }
    for name, text in texts.items():
        (copy.folder / f"{name}.ttt").write_text(text, "utf-8")
    assert found(copy, *(f"{name}.ttt" for name in texts)) == [
        ["agreed.ttt", 1, "T003", 10, 44, 1, None],
        ["alone.ttt", 1, "F301", 2, 1, None, None],
        ["mark.ttt", 1, "R011", 5, 8, 1, None],
        ["number.ttt", 1, "F301", 3, 7, None, None],
        ["open.ttt", 1, "F301", 3, 9, None, None],
        ["over.ttt", 1, "T002", 3, 19, 1, None],
        ["quote.ttt", 1, "F301", 6, 1, None, None],
        ["square.ttt", 1, "T001", 3, 7, 1, 2],
        ["taken.ttt", 1, "T001", 3, 17, 1, 2],
        ["taken.ttt", 1, "T001", 3, 24, 1, 3],
    ]


def test_a_beginning_that_is_damaged(copy: Copy) -> None:
    """A file with a damaged beginning is not skipped even in a folder."""
    (copy.folder / "games").mkdir()
    (copy.folder / "games" / "a.ttt").write_text(game("1. b2 b2").replace("Tic", "tic"))
    (copy.folder / "games" / "b.ttt").write_text("once upon a time")
    (copy.folder / "games" / "c.ttt").write_text(game("1. b2").replace("Game", "game"))
    assert [each[2] for each in found(copy, "games")] == ["F301", "T001", "F001", "F001"]


def test_a_rule_that_raises_hides_no_other_file(copy: Copy) -> None:
    record = json.loads(out(copy.kifu("convert", str(GAME), "--to", "tictactoe/json")))
    lines: dict[str, str] = {}
    for name, moves in {"sound": ["b2"], "wrong": ["z9"], "raises": ["c1"]}.items():
        record["rounds"] = [{"moves": moves}]
        lines[name] = json.dumps(record) + "\n"
        (copy.folder / f"{name}.jsonl").write_text(lines[name])
    (copy.folder / "raises.jsonl").write_text(lines["raises"] + lines["wrong"])
    (copy.folder / "text.ttt").write_text(game("1. b2 c1"))
    (copy.folder / "tail.ttt").write_text(game("1. b2"))
    old = "        if action in self"
    copy.replace("rules.py", old, f'        assert action != "c1"\n{old}')
    moves = lines["wrong"].index('{"moves": [') + 1
    square = moves + len('{"moves": [')
    assert found(copy, ".") == [
        ["raises.jsonl", 1, "F010", 1, moves, 1, 1],
        ["raises.jsonl", 2, "T001", 2, square, 1, 1],
        ["text.ttt", 1, "F010", 2, 1, 1, 2],
        ["wrong.jsonl", 1, "T001", 1, square, 1, 1],
    ]


def test_a_text_may_be_in_latin_1(copy: Copy) -> None:
    claims = """lambda head: head.startswith('[Game "Tic-tac-toe"]')"""
    copy.replace("__init__.py", claims, f'{claims}, encodings=("latin-1", "utf-8")')
    text = GAME.read_text("utf-8")
    (copy.folder / "a.ttt").write_bytes(text.encode("latin-1"))
    (copy.folder / "b.ttt").write_bytes(text.encode())
    guess = [["b.ttt", 1, "F022", 3, 8, None, None]]  # undeclared, so the default is assumed
    assert found(copy, "a.ttt", "b.ttt") == guess
    converts = (copy.kifu("convert", f"{each}.ttt", "--to", "tictactoe/json") for each in "ab")
    first, second = converts
    assert out(first) == second.stdout
    assert "F022" in second.stderr
    assert "José" in first.stdout
    assert copy.kifu("fmt", "a.ttt").returncode == 0
    assert "José" in (copy.folder / "a.ttt").read_bytes().decode("latin-1")


@cache
def value(board: str) -> int:
    """Return the points of X if both play as well as possible."""
    for mark, points in (("X", 1), ("O", -1)):
        if any(all(board[int(at)] == mark for at in row) for row in ROWS):
            return points
    turn = "XO"[board.count(".") % 2 == 0]
    after = [value(board[:at] + turn + board[at + 1 :]) for at in range(9) if board[at] == "."]
    return (max if turn == "X" else min)(after, default=0)


def test_exact_values_are_those_of_brute_force(copy: Copy) -> None:
    """Nobody can force a win from the start; every win that can be forced later is found."""
    assert value("." * 9) == 0
    out(copy.kifu("generate", "tictactoe", "-n", "3", "--seed", "7", "-o", "played.jsonl"))
    exact = ("annotate", "played.jsonl", "--evaluator", "exact", "--no-cache", "-o", "exact.jsonl")
    out(copy.kifu(*exact))
    wins = list[int]()
    for line in (copy.folder / "exact.jsonl").read_text("utf-8").splitlines():
        (played,) = json.loads(line)["rounds"]
        found = {each.get("ply"): each.get("evaluation") for each in played["annotations"]}
        board = "." * 9
        for ply, move in enumerate(played["moves"][:8], 1):
            before, at = value(board), SQUARES.index(move)
            board = board[:at] + "OX"[ply % 2] + board[at + 1 :]
            lost = abs(value(board) - before)
            assert (found[ply]["score"], found[ply]["loss"]) == (value(board), lost)
            wins.append(before)
    assert {*wins} == {-1, 0, 1}
