"""`kifu learn`, where PyTorch is installed."""

from pathlib import Path

import pytest

from kifu.arena.learning.learner import GAMES, NETWORK, SOLVED

from ...command import Kifu

pytest.importorskip("torch", reason="the extra `learn` is not installed")

LEARN = ("learn", "leduc", "--simulations", "5", "--seed", "a")


def files(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in (GAMES, SOLVED)]


def test_learning_goes_on_as_if_it_had_not_stopped(run: Kifu, tmp_path: Path) -> None:
    once = run(*LEARN, "-o", "once", "--games", "3")
    assert once.status == 0
    assert "3 games" in once.out.splitlines()[-1]
    assert "exploitability" in once.out
    run(*LEARN, "-o", "twice", "--games", "2")
    with (tmp_path / "twice" / GAMES).open("ab") as stream:
        stream.write(b"{")  # ended while it wrote
    run(*LEARN, "-o", "twice", "--games", "3")
    assert files(tmp_path / "once") == files(tmp_path / "twice")
    check = run("validate", f"once/{GAMES}", f"once/{SOLVED}")
    assert check.status == 0
    other = run("learn", "leduc", "-o", "once", "--seed", "b")
    assert (other.status, other.out) == (2, "")
    assert "--seed a, not b" in other.err
    path = tmp_path / "once" / NETWORK
    path.write_bytes(path.read_bytes()[:-100])
    short = run("learn", "leduc", "-o", "once")
    assert (short.status, short.out) == (2, "")
    assert "cut short" in short.err


def test_games_that_cannot_be_learnt(run: Kifu) -> None:
    found = run("learn", "goita", "-o", "folder")
    assert found.status == 2
    assert "it has 4 players, not two" in found.err
