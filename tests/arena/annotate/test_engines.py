"""`kifu annotate --engine`: other programs judge decisions."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kifu

from ...command import Kifu
from ...loops import all_of

GNUGO = shutil.which("gnugo", path="/usr/games:/usr/local/games:/usr/bin")

GAME = "(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];W[bb];B[cb];W[];B[bc])\n"

ENGINE = """
import sys
best, scores = sys.argv[1].split(","), sys.argv[2].split(",")
for line in sys.stdin:
    word, *rest = line.split()
    answers = {"name": "Fake", "version": "1", "known_command": "true", "play": "", "komi": ""}
    answers |= {"boardsize": "", "clear_board": ""}
    if word == "reg_genmove":
        answers[word] = best.pop(0) if best else sys.exit()
    if word == "estimate_score":
        answers[word] = scores.pop(0)
    print("=", answers[word], end="\\n\\n") if word in answers else print("? unknown", end="\\n\\n")
    sys.stdout.flush()
"""
"""A program that gives the moves and scores on its command line."""


def engine(folder: Path, best: str, scores: str) -> str:
    program = folder / "engine.py"
    program.write_text(ENGINE)
    return shlex.join([sys.executable, str(program), best, scores])


def test_losses_are_differences_of_scores(run: Kifu, tmp_path: Path) -> None:
    """The best moves are the ones played, except for the second (4.5 points); then a pass."""
    best = engine(tmp_path, "C3,A1,c4,RESIGN,B3", "B+1,B+6.5 (upper: 9),B+2,B+2,W+3,B+3")
    result = run("annotate", "-", "--engine", best, "--to", "go/sgf", stdin=GAME.encode())
    assert result.status == 0
    assert "go/sgf cannot hold losses" in result.err
    assert "W[bb]DO[]C[Inaccuracy. Value -6.50, loses 4.50. Best: A1 (-2.00).]V[6.5]" in (
        result.out
    )
    assert "(;W[ae]" in result.out
    assert "W[]C[Value 3.00.]V[-3]" in result.out
    assert "Annotated by kifu (Fake 1, seed 0)." in result.out
    assert kifu.validate(result.out) == []


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("no-such-program", "cannot be started"),
        (f"{sys.executable} -c pass", "has ended"),
        (f"{sys.executable} -c 'raise SystemExit(\"no licence\")'", "has ended: no licence"),
        (f"{sys.executable} -c 'input(print(chr(120) * 9999))'", "answered 'xxxxx"),
        (f"{sys.executable} -c 'import time; time.sleep(60)'", "within 2 seconds"),
        (f"{sys.executable} -c 'print(\"hello\\n\" * 99999)'", "expected = or ?"),
        ("'", "No closing quotation"),
        (" ", "expected a command"),
        ("BEST C3 B+1", "answered 'C3' to reg_genmove"),
        ("BEST Z9 B+1", "answered 'Z9' to reg_genmove"),
        ("BEST A0019999 B+1", "answered 'A0019999' to reg_genmove"),
        ("BEST A1 B+x", "answered 'B+x' to estimate_score"),
        ("BEST A1,A1 B+1,W+nan", "answered 'W+nan' to estimate_score"),
    ],
)
def test_programs_that_fail(run: Kifu, tmp_path: Path, command: str, said: str) -> None:
    first, *rest = command.split(" ")
    if first == "BEST":
        # The first move is sound, so that the second one is judged on a board with a stone.
        command = engine(tmp_path, f"C3,{rest[0]}", f"B+1,{rest[1]}")
    target = tmp_path / "annotated.sgf"
    result = run(
        "annotate", "-", "--engine", command, "--seconds", "2", "-o", str(target),
        stdin=GAME.encode(),
    )  # fmt: skip
    assert result.status == 2
    assert said in result.err
    assert result.err.count("\n") == 1
    assert len(result.err) < 200
    assert not target.exists()


def test_a_late_program_is_ended_with_its_wrapper(run: Kifu, tmp_path: Path) -> None:
    """The script writes the number of the process that it starts."""
    wrapper = tmp_path / "wrapper.sh"
    wrapper.write_text('sleep 60 &\necho $! > "$1"\nwait\n')
    command = shlex.join(["sh", str(wrapper), str(tmp_path / "pid")])
    result = run("annotate", "-", "--engine", command, "--seconds", "1", stdin=GAME.encode())
    assert (result.status, result.err.count("\n")) == (2, 1)
    pid = int((tmp_path / "pid").read_text())
    end = time.monotonic() + 10
    while _runs(pid) and time.monotonic() < end:
        time.sleep(0.01)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    """Return whether a process exists, and is not just waiting to be collected."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False)
    return bool(found.stdout.strip()) and not found.stdout.startswith(b"Z")


def test_what_was_annotated_before_stays(run: Kifu, tmp_path: Path) -> None:
    """A program that answers only for the first of two games."""
    best = engine(tmp_path, "C3", "B+1")
    target = tmp_path / "annotated.sgf"
    short = "(;GM[1]FF[4]SZ[5];B[cc])\n"
    result = run(
        "annotate", "-", "--engine", best, "-j", "1", "-o", str(target),
        stdin=(short + GAME).encode(),
    )  # fmt: skip
    assert result.status == 2
    assert target.read_text().count("Annotated by kifu") == 1
    assert target.read_text().count("(;GM") == 2


def test_a_board_that_gtp_does_not_have_stops_no_other_game(run: Kifu, tmp_path: Path) -> None:
    wide = GAME.replace("SZ[5]", "SZ[5:6]", 1)
    assert wide != GAME
    command = engine(tmp_path, "C3,A1,c4,RESIGN,B3", "B+1,B+6.5,B+2,B+2,W+3,B+3")
    result = run(
        "annotate", "-", "--engine", command, "--to", "go/sgf", "-j", "1",
        stdin=(wide + GAME).encode(),
    )  # fmt: skip
    assert result.status == 1
    assert "record 1, round 1: GTP has only square boards, not 5 by 6" in result.err
    assert result.out.count("Annotated by kifu") == 1


def test_a_program_that_judges_nothing_is_named_again(
    run: Kifu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("KIFU_NO_CACHE")
    arguments = ("annotate", "-", "--engine", engine(tmp_path, "", ""))
    first, again = (run(*arguments, stdin=b"(;GM[1]FF[4]SZ[5])") for _ in range(2))
    assert "Annotated by kifu (Fake 1, seed 0)." in first.out
    assert again.out == first.out


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (apt: gnugo)")
def test_gnu_go_sees_that_a_group_is_given_away(run: Kifu) -> None:
    game = "(;GM[1]FF[4]SZ[7]KM[0.5];B[dd];W[cd];B[cc];W[bc];B[ce];W[bd];B[be];W[ae];B[ag];W[bb])"
    command = f"{GNUGO} --mode gtp --level 1"
    first = run("annotate", "-", "--engine", command, "--to", "go/json", stdin=game.encode())
    assert (first.status, first.err) == (0, "")
    assert "Annotated by kifu (GNU Go 3.8, seed 0)." in first.out
    assert "Blunder" in first.out
    again = run("annotate", "-", "--engine", command, "--to", "go/json", stdin=game.encode())
    assert again.out == first.out


def test_the_time_for_an_answer_is_a_number(run: Kifu) -> None:
    result = run("annotate", "-", "--engine", "gnugo", "--seconds", "nan", stdin=GAME.encode())
    assert (result.status, result.err.count("\n")) == (2, 1)


@all_of(
    "options",
    [
        ("--engine", "gnugo", "--playouts", "9"),
        ("--engine", "gnugo", "--evaluator", "exact"),
        ("--engine", "gnugo", "--all-seeing"),
        ("--seconds", "2"),
    ],
)
def test_no_option_is_without_effect(tmp_path: Path, options: tuple[str, ...]) -> None:
    result = Kifu(tmp_path)("annotate", "-", *options, stdin=GAME.encode())
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert options[2 if len(options) > 2 else 0] in result.err


DEAF = """
import os, sys, time
from pathlib import Path
try:
    os.close(os.open("first", os.O_CREAT | os.O_EXCL))
except FileExistsError:
    Path("deaf").write_text(str(os.getpid()))
    time.sleep(100)
while not Path("deaf").exists():
    time.sleep(0.01)
"""
"""A program that ends without reading anything when it is run a second time."""


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux to find orphans")
def test_no_program_is_left_behind_by_a_worker_that_is_ended(run: Kifu) -> None:
    run.write({"deaf.py": DEAF, "two.sgf": GAME + GAME})
    command = shlex.join([sys.executable, "deaf.py"])
    limits = ("-j", "2", "--seconds", "2")
    result = run("annotate", "two.sgf", *limits, "--engine", command, "-o", "a.sgf")
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert not Path(f"/proc/{(run.folder / 'deaf').read_text()}").exists()
