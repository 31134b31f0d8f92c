"""The arena raises one-line exceptions for what it cannot do, and prints nothing."""

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from kifu.arena.errors import (
    ArenaError,
    BadEntrants,
    BadFolder,
    BadSettings,
    NotStarted,
    Spoiled,
)
from kifu.arena.processes.limits import Limits
from kifu.arena.processes.table import table
from kifu.arena.tournament import folder as folders
from kifu.arena.tournament.agreed import agreed
from kifu.arena.tournament.arbiters import Hall
from kifu.arena.tournament.entrants import Entrants, read_entrants
from kifu.arena.tournament.folder import Folder
from kifu.arena.tournament.plan import Fixture, Plan, Settings
from kifu.arena.tournament.rounds import play_all
from kifu.arena.tournament.standings import Score

from ...campaign import few, in_a_campaign
from ..programs import on_linux

PLAYERS = ("A", "B", "C", "D")
FIXTURE, OTHER = Fixture(1, 1, 1, PLAYERS, 0), Fixture(1, 1, 2, PLAYERS, 0)
ENTRANTS = Entrants(dict.fromkeys(PLAYERS, "true"), Path())
WRITES = "from pathlib import Path; import sys; Path(sys.argv[1]).{}"
KEPT = ".spoiled/round-001/group-01-game-1.log"
USUAL = {"seed": 1, "random": 10, "time": 1000}


@pytest.fixture(autouse=True)
def silence(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Check that nothing is printed."""
    yield
    assert capfd.readouterr() == ("", "")


@contextmanager
def refused(kind: type[ArenaError], why: str) -> Generator[None, None, None]:
    with pytest.raises(kind, match=why) as refusal:
        yield
    assert str(refusal.value).isprintable()


def hall(folder: Path, program: str, notify: Callable[[str], None] = print) -> Hall:
    """Set up games that are each played by a Python program."""

    def command(fixture: Fixture) -> Sequence[str]:
        return [sys.executable, "-c", program, str(kept.unfinished_log(fixture))]

    kept = Folder(str(folder))
    kept.prepare()
    return Hall(folder=kept, lock=0, home=folder, command=command, notify=notify)


def test_entrants(tmp_path: Path) -> None:
    file = tmp_path / "entrants.toml"
    with pytest.raises(FileNotFoundError):
        read_entrants(str(file))
    file.write_text("[entrants]\nA = 'no-such-program'\n")
    with refused(BadEntrants, "entrant 'A': 'no-such-program' is not a program"):
        read_entrants(str(file))


def test_the_folder_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with refused(BadFolder, "neither empty nor a tournament folder"):
        Folder(str(tmp_path)).prepare()


def test_a_folder_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "PATIENCE", 0.2)
    told = list[str]()
    folder = Folder(str(tmp_path))
    busy = "another tournament is being played here"
    with folder.locked(told.append), refused(BadFolder, busy), folder.locked(told.append):
        pass
    assert told == [f"{tmp_path}: waiting for running games to end"]


def test_another_tournament(tmp_path: Path) -> None:
    agreed(tmp_path, ENTRANTS, {}, USUAL).save(tmp_path)
    with refused(BadFolder, "--seed is 1"):
        agreed(tmp_path, ENTRANTS, {"seed": 2}, USUAL)
    with refused(BadFolder, "'A' is no longer an entrant"):
        agreed(tmp_path, Entrants({}, Path()), {}, USUAL)


def test_settings_that_make_no_game(tmp_path: Path) -> None:
    with refused(BadSettings, "17"):
        agreed(tmp_path, ENTRANTS, {"game": "1 17 0"}, USUAL)


def test_a_program_that_cannot_be_started() -> None:
    why = "player 0 cannot be started: ./no-such-program"
    with refused(NotStarted, why), table([["./no-such-program"]], 1.0, Limits()):
        pass


def test_messages_of_arbiters_are_passed_on(tmp_path: Path) -> None:
    told = list[str]()
    program = "import sys; print('kifu: by the way', file=sys.stderr)"
    place = hall(tmp_path, program, told.append)
    list(place.play([FIXTURE], 2, lambda: None))
    assert told[0] == "round 1, group 1, game 1: by the way"


@on_linux
@in_a_campaign
def test_an_arbiter_that_is_stopped_is_continued(tmp_path: Path) -> None:
    """The arbiter is continued however often it is stopped: otherwise the game would never end."""
    stops = "import os; print(os.kill(os.getpid(), 19), os.kill(os.getpid(), 19), file=sys.stderr)"
    place, told = hall(tmp_path, f"import sys; {stops}", print), list[str]()
    place = replace(place, notify=told.append)
    ((_, ended),) = place.play([FIXTURE], 1, lambda: None)
    assert isinstance(ended, Spoiled)
    assert told.count("round 1, group 1, game 1: None None") == 3


@pytest.mark.parametrize(
    ("program", "why"),
    few(
        [
            ("import os; os.kill(os.getpid(), 9)", "its arbiter was ended by SIGKILL"),
            ("exit(130)", "its arbiter was ended by SIGINT"),
            ("exit(3)", "its arbiter failed: its exit status was 3"),
            ("exit('kifu: no more')", "its arbiter failed: no more"),
            ("", "its log is damaged: No such file or directory"),
            (
                WRITES.format("write_text('no log')"),
                f"{KEPT}:1: P701 expected `>> I: `",
            ),
            (
                WRITES.format("write_text('x' * 2**25)"),
                f"{KEPT}:1: F003",
            ),
            (WRITES.format("mkdir()"), "its log is damaged: it is not a regular file"),
            (
                WRITES.format("symlink_to('/dev/zero')"),
                "its log is damaged: it is not a regular file",
            ),
        ],
        3,
    ),
)
def test_a_game_that_is_spoiled(tmp_path: Path, program: str, why: str) -> None:
    """A spoiled game is played three times, and the other games are still played."""
    told, tidied = list[str](), list[object]()
    place = replace(hall(tmp_path, program, told.append), tidy=tidied.append)
    results = dict(place.play([FIXTURE, OTHER], 1, lambda: None))
    assert list(results) == [FIXTURE, OTHER]
    for fixture, spoiled in results.items():
        assert isinstance(spoiled, Spoiled)
        assert why in str(spoiled).replace("game-2", "game-1")
        assert [
            each for each in told if each.startswith(f"{fixture.title} will be played again: ")
        ] == [f"{fixture.title} will be played again: {spoiled}"] * 2
    assert tidied == [set()] * 6
    assert not (tmp_path / ".playing" / f"{FIXTURE.name}.log").exists()
    kept = tmp_path / ".spoiled" / f"{FIXTURE.name}.log"
    assert os.path.lexists(kept) == program.startswith("from")


def test_a_text_that_is_not_a_log(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path))
    folder.begin(FIXTURE)
    folder.log(FIXTURE).write_text("no log\n")
    with refused(Spoiled, r"game-1\.log:1: P701 "):
        folder.result(FIXTURE)
    folder.unfinished_log(FIXTURE).write_text("no log\n")
    assert folder.recover(FIXTURE) is None
    with refused(Spoiled, r"game-1\.log:1: P701 "):
        folder.finish(FIXTURE)


def test_the_watcher_ends_last(tmp_path: Path) -> None:
    """The watcher is closed last, even if the tournament cannot go on."""
    seen = list[str]()

    class Watching:
        def over(self, fixture: Fixture, score: Score) -> None:
            seen.append("over")

        def refresh(self, score: Score) -> None:
            seen.append("refresh")

    @contextmanager
    def watch(score: Score) -> Generator[Watching, None, None]:
        seen.append(f"{score.games} games")
        try:
            yield Watching()
        finally:
            seen.append("left")

    plan = Plan(Settings(seed=1, random=10, time=1000), ENTRANTS.commands).extended(1, {})
    place = hall(tmp_path, "")
    (tmp_path / ".playing").write_text("no folder")
    with pytest.raises(OSError, match=r"\.playing"):
        list(place.play(plan.fixtures(1, 1), 1, lambda: None))
    (tmp_path / ".playing").unlink()
    (tmp_path / ".spoiled").write_text("no folder")
    with pytest.raises(OSError, match=r"\.spoiled"):
        play_all(place, plan, 1, 1, watch)
    assert seen == ["0 games", "left"]
