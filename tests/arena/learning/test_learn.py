"""`kifu learn`, where PyTorch is installed."""

import signal
from pathlib import Path
from typing import Any

import pytest

from kifu.arena.learning import learner, selfplay
from kifu.arena.learning.checkpoint import WrongNetwork
from kifu.arena.learning.learner import GAMES, NETWORK, SOLVED, Learner, alone_in
from kifu.replayer import game
from kifu.validation.beginning import begun

from ...command import Kifu

pytest.importorskip("torch", reason="the extra `learn` is not installed")


def learnt(folder: Path, games: int) -> list[bytes]:
    """Continue in a folder, and return the contents of its files of records."""
    folder.mkdir(exist_ok=True)
    found = Learner(game("leduc"), begun("leduc", {}), folder, "a", 5)
    for _ in range(games):
        found.step()
    found.save()
    return [(folder / name).read_bytes() for name in (GAMES, SOLVED)]


def test_learning_goes_on_as_if_it_had_not_stopped(
    run: Kifu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "QUERIES", 2)
    monkeypatch.setattr(learner, "STEPS", 3)
    once, twice = tmp_path / "once", tmp_path / "twice"
    whole = learnt(once, 2)
    learnt(twice, 1)
    with (twice / GAMES).open("ab") as stream:
        stream.write(b"{")  # ended while it wrote
    assert learnt(twice, 1) == whole
    assert run("validate", "once").status == 0
    path = once / SOLVED
    path.write_bytes(whole[1].replace(b'"range 0"', b'"range 9"', 1))
    with pytest.raises(WrongNetwork, match=r"line 1: this is not a solved position"):
        learnt(once, 1)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(WrongNetwork, match=r"shorter than at the last checkpoint$"):
        learnt(once, 1)


def test_the_command(run: Kifu, tmp_path: Path) -> None:
    done = run("learn", "leduc", "-o", "folder", "--games", "1", "--simulations", "2")
    assert done.status == 0
    first, second = done.out.splitlines()
    assert (first[:9], second[:9]) == ("0 games i", "1 game in")
    assert "exploitability with searches 2." in second
    path = tmp_path / "folder" / NETWORK
    other = run("learn", "leduc", "-o", "folder", "--simulations", "3")
    assert (other.status, other.out) == (2, "")
    assert "--simulations 2, not 3" in other.err
    path.write_bytes(path.read_bytes()[:-100])
    short = run("learn", "leduc", "-o", "folder")
    assert (short.status, short.out, short.err.count("\n")) == (2, "", 1)
    assert "cut short" in short.err


def test_ctrl_c_stops_within_a_game(
    run: Kifu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "QUERIES", 2)
    monkeypatch.setattr(learner, "STEPS", 1)
    real, games = selfplay.play, list[object]()

    def play(*arguments: Any) -> selfplay.Played:
        games.append(None)
        if len(games) == 2:
            signal.raise_signal(signal.SIGINT)
        return real(*arguments)

    monkeypatch.setattr(learner, "play", play)
    stopped = run("learn", "leduc", "-o", "one", "--games", "3", "--simulations", "2")
    assert stopped.status == 130
    assert stopped.out.splitlines()[-1].startswith("1 game in")
    assert "exploitability" not in stopped.out.splitlines()[-1]
    for folder in ("one", "two"):  # goes on as if nothing had happened
        done = run("learn", "leduc", "-o", folder, "--games", "2", "--simulations", "2")
        assert done.status == 0
    for name in (GAMES, SOLVED):
        one, two = ((tmp_path / folder / name).read_bytes() for folder in ("one", "two"))
        assert one == two
        assert one


def test_only_one_process_learns_in_a_folder(run: Kifu, tmp_path: Path) -> None:
    with alone_in(tmp_path / "folder"):
        found = run("learn", "leduc", "-o", "folder", "--games", "1")
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert "another process" in found.err
    assert not (tmp_path / "folder").exists()  # nothing was learnt there


def test_minutes_are_a_number(run: Kifu, tmp_path: Path) -> None:
    found = run("learn", "leduc", "-o", "folder", "--minutes", "nan")
    assert (found.status, found.out) == (2, "")
    assert "nan is not a number" in found.err
    assert not [*tmp_path.iterdir()]


def test_files_of_others_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / GAMES).write_text("my games")
    with pytest.raises(WrongNetwork, match=GAMES):
        learnt(tmp_path, 1)
    assert (tmp_path / GAMES).read_text() == "my games"


def test_games_that_cannot_be_learnt(run: Kifu) -> None:
    found = run("learn", "goita", "-o", "folder")
    assert found.status == 2
    assert "it has 4 players, not two" in found.err
