"""Tournaments as users see them: a process, a folder of logs, standings."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from resource import RLIMIT_FSIZE, setrlimit

import pytest

import kifu
from kifu.arena.errors import BadFolder
from kifu.arena.ratings import match_result, results_of
from kifu.arena.tournament.folder import Folder
from kifu.replayer.planowanie.record import Record

from ..arena.programs import PLAYER, REVOKE, Arena, bot, on_linux, until
from ..campaign import few, in_a_campaign
from ..command import COMMAND, Kifu, heed_signals

SAMPLE = shlex.join([sys.executable, str(PLAYER)])
GAME = "2 1 0 3 1"


def entrants(*commands: str) -> str:
    lines = [f"P{number} = {json.dumps(each)}" for number, each in enumerate(commands)]
    return "\n".join(["[entrants]", *lines, ""])


class Tournament:
    """A tournament in the folder `out`."""

    def __init__(self, run: Kifu) -> None:
        self.run = run
        self.arena = Arena(run)
        self.out = run.folder / "out"

    def enter(self, *commands: str) -> None:
        self.run.write({"entrants.toml": entrants(*commands)})

    def arguments(self, *more: str) -> list[str]:
        return ["tournament", "entrants.toml", "-o", "out", *more]

    def play(self, *more: str) -> dict[str, object]:
        arguments = self.arguments("--output-format", "json", *more)
        result = self.run(*arguments, environment=self.arena.environment)
        assert result.status == 0, result.err
        return json.loads(result.out)

    def refused(self, *more: str) -> str:
        result = self.run(*self.arguments(*more))
        assert (result.status, result.out) == (2, "")
        return result.last

    def start(self, *more: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [*COMMAND, *self.arguments(*more)],
            cwd=self.run.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **self.arena.environment},
            preexec_fn=heed_signals,
        )

    def with_files_up_to(self, size: int, *more: str) -> "subprocess.CompletedProcess[str]":
        """Play with a limit on file size, as if the disk were full."""
        return subprocess.run(
            [*COMMAND, *self.arguments(*more)],
            cwd=self.run.folder,
            capture_output=True,
            text=True,
            preexec_fn=partial(setrlimit, RLIMIT_FSIZE, (size, size)),
        )

    def logs(self) -> list[Path]:
        return sorted(self.out.glob("round-*/*.log"))

    def has_more_logs(self, than: int) -> bool:
        return len(self.logs()) > than

    def marks(self) -> dict[str, tuple[int, int]]:
        """Return values that change whenever a log is rewritten."""
        return {str(each): (each.stat().st_ino, each.stat().st_mtime_ns) for each in self.logs()}


@pytest.fixture
def tournament(run: Kifu) -> Tournament:
    return Tournament(run)


def write_program(folder: Path, command: str | None = None, shell: str = "/bin/sh") -> None:
    """Write P0's program for `first_round`: it prints its folder and then runs a command."""
    path = folder / "program"
    path.write_text(f"#!{shell}\npwd >&2\nexec {command or bot()}\n")
    path.chmod(0o755)


@pytest.fixture(scope="module")
def first_round(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one round, played from another folder. P0 runs the file `program`."""
    folder, elsewhere = (tmp_path_factory.mktemp(name) for name in ("first-round", "elsewhere"))
    write_program(folder)
    Tournament(Kifu(folder)).enter("./program", *[bot()] * 3)
    paths = (str(folder / "entrants.toml"), "-o", str(folder / "out"))
    more = ("--rounds", "1", "--seed", "1", "--game", GAME, "--stderr", str(folder / "said"))
    assert Kifu(elsewhere)("tournament", *paths, *more).status == 0
    return folder


@pytest.fixture
def played(first_round: Path, tournament: Tournament) -> Tournament:
    """A copy of a tournament in which one round of four games has been played."""
    shutil.copytree(first_round, tournament.run.folder, dirs_exist_ok=True)
    return tournament


@in_a_campaign
def test_the_sample_players(tournament: Tournament) -> None:
    tournament.enter(f"{SAMPLE} --seed 1", f"{SAMPLE} --seed 2", bot(), bot())
    game = "5 1 0 2 1 3 2 4 3 5 0"
    values = tournament.play("--rounds", "1", "--seed", "1", "--game", game)
    assert [values[name] for name in ("rounds", "played", "faults")] == [1, 4, {}]
    assert [path.name for path in tournament.logs()] == [
        f"group-01-game-{number}.log" for number in (1, 2, 3, 4)
    ]
    for number, path in enumerate(tournament.logs(), start=1):
        assert kifu.validate(path) == []
        record = kifu.load(path, type=Record)
        assert record.title == f"round 1, group 1, game {number}"
        assert [len(deal.tricks) for deal in record.deals] == [1, 2, 3, 4, 5]
    rated = tournament.run("rate", "out", "--output-format", "json")
    assert json.loads(rated.out)["ratings"] == values["ratings"]
    assert sum(each["games"] for each in json.loads(rated.out)["ratings"]) == 4 * 6 * 2


@in_a_campaign
def test_deals_and_seats(tournament: Tournament) -> None:
    tournament.enter(*[bot()] * 9)
    tournament.play("--rounds", "1", "--seed", "1", "--game", GAME, "-j", "2")
    hands, seats = set[object](), dict[str, set[tuple[int, str]]]()
    for path in tournament.logs():
        record = kifu.load(path, type=Record)
        hands.add(tuple(deal.hands for deal in record.deals))
        seats.setdefault(path.name[:8], set()).update(enumerate(record.players or ()))
    assert len(hands) == 1
    assert sorted(seats) == ["group-01", "group-02"]
    for group in seats.values():
        assert len(group) == 16
        assert len({name for _, name in group}) == 4
    plan = json.loads((tournament.out / "tournament.json").read_text())
    assert len(plan["rounds"]) == 1


@in_a_campaign
def test_a_reply_of_many_zeros(played: Tournament) -> None:
    log = played.logs()[0]
    log.unlink()
    write_program(played.run.folder, bot("gen_declare", 0, "say('= ' + 45 * '0' + '1')"))
    values = played.play("--rounds", "1")
    assert (values["played"], values["faults"], values["set_aside"]) == (4, {}, [])
    assert {each.code for each in kifu.validate(log)} == {"P707"}
    assert played.play("--rounds", "1") == values


@in_a_campaign
def test_faults_are_results(tournament: Tournament) -> None:
    killed = "os.kill(os.getpid(), 9)"
    tournament.enter(bot("gen_move", 2, killed), bot(), bot(), bot("gen_move", 0, REVOKE))
    values = tournament.play("--rounds", "1", "--seed", "3", "--game", "3 2 0 4 1 5 2")
    assert set(values["faults"]) <= {"P0", "P3"}  # pyright: ignore
    assert sum(values["faults"].values()) == values["played"] == 4  # pyright: ignore
    for path in tournament.logs():
        assert kifu.validate(path) == []
        outcome = match_result(kifu.load(path, type=Record))
        assert outcome is not None
        assert len(results_of(outcome)) == 3
    assert tournament.arena.left() == []


@in_a_campaign
def test_it_goes_on(played: Tournament) -> None:
    """Standings appear after each round; here the first round lacks a game."""
    marks = played.marks()
    first, again = (played.play("--rounds", "1") for _ in range(2))
    assert (again, played.marks()) == (first, marks)

    missing = played.logs()[0]
    missing.unlink()
    result = played.run(*played.arguments("--rounds", "2"))
    lines = result.err.splitlines()
    assert [line for line in lines if line.startswith("round")] == ["round 1 of 2", "round 2 of 2"]
    assert lines[1].split() == ["rank", "name", "elo", "+", "-", "games", "score"]
    assert [line.strip() for line in lines[-5:]] == [
        line.strip() for line in result.out.splitlines()
    ]

    more = played.play("--rounds", "2")
    assert (more["rounds"], more["played"]) == (2, 8)
    del marks[str(missing)]
    assert marks.items() <= played.marks().items()
    first_deals, second_deals = (
        kifu.load(played.out / f"round-00{number}" / "group-01-game-1.log", type=Record).deals[0]
        for number in (1, 2)
    )
    assert first_deals.hands != second_deals.hands


# A program that takes a ticket before it moves.
WAITS = """
def admitted():
    for each in os.listdir('tickets'):
        try: return os.unlink('tickets/' + each) is None
        except FileNotFoundError: pass
while not admitted(): time.sleep(0.01)
"""


@on_linux
def test_it_goes_on_after_a_kill(tournament: Tournament) -> None:
    """Each run has tickets for only two more games, so the tournament never finishes."""
    tournament.enter(bot("gen_move", 1, f"exec({WAITS!r})"), *[bot()] * 3)
    more = ["--rounds", "2", "--seed", "4", "--game", GAME, "-j", "2"]
    kept = dict[str, tuple[int, int]]()
    for number in few((signal.SIGKILL, signal.SIGTERM, signal.SIGINT), 1):
        tournament.run.write({f"tickets/{number}-{each}": "" for each in range(2)})
        process = tournament.start(*more)
        until(partial(tournament.has_more_logs, len(kept)))
        process.send_signal(number)
        process.communicate(timeout=60)
        assert process.returncode == (130 if number == signal.SIGINT else -number)
        assert len(kept) < len(tournament.logs())
        assert kept.items() <= tournament.marks().items()
        kept = tournament.marks()
    tournament.run.write({f"tickets/{each}": "" for each in range(8)})
    values = tournament.play(*more)
    assert (values["rounds"], values["played"]) == (2, 8)
    assert kept.items() <= tournament.marks().items()
    assert tournament.arena.left() == []
    assert sorted(os.listdir(tournament.out)) == ["round-001", "round-002", "tournament.json"]
    assert tournament.run("validate", "--strict", "out").status == 0


def test_a_game_that_was_over_is_not_played_again(played: Tournament) -> None:
    """The tournament was killed after a game ended but before its log was moved."""
    complete, faulty, cut, no_end = played.logs()
    lines = {path: path.read_text().splitlines(keepends=True) for path in played.logs()}
    playing = played.out / ".playing"
    for path in played.logs():
        path.unlink()
    ends = {
        complete: lines[complete],
        faulty: [*lines[faulty][:6], ">> 0: set_deck 23 CD\n", "# fault: player 0: timeout\n"],
        cut: lines[cut][:40],
        no_end: [*lines[no_end][:6], ">> 0: set_deck 23 CD\n"],
    }
    for path, text in ends.items():
        draft = playing / path.relative_to(played.out)
        draft.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text("".join(text))
    values = played.play("--rounds", "1")
    assert values["played"] == 4
    assert sum(values["faults"].values()) == 1  # pyright: ignore
    assert complete.read_text() == "".join(ends[complete])
    assert faulty.read_text() == "".join(ends[faulty])
    for path in (cut, no_end):
        assert kifu.load(path, type=Record).result.end == "complete"
        assert path.read_text() != "".join(lines[path])
    assert not playing.exists()


@on_linux
def test_two_at_once(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kifu.arena.tournament.folder.PATIENCE", 0.2)
    said = list[str]()
    tournament.enter(*[bot("gen_move", 1, "time.sleep(99)")] * 4)
    process = tournament.start("--rounds", "1", "--game", GAME)
    try:
        until((tournament.out / ".playing").exists)
        another = Folder(str(tournament.out)).locked(said.append)
        with pytest.raises(BadFolder, match="another tournament is being played here"), another:
            pass
    finally:
        process.terminate()
        process.communicate()
    assert len(said) == 1
    assert said[0].endswith("waiting for running games to end")
    assert tournament.arena.left() == []


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--seed", "2"], "--seed is 1"),
        (["--time", "5"], "--time is 180000"),
        (["--cpu", "5"], "--cpu was not given"),
        (["--game", "1 1 0"], "--game is 2 1 0 3 1"),
        (["--random", "9"], "--random is 10"),
    ],
)
def test_another_tournament_in_the_folder(played: Tournament, more: list[str], why: str) -> None:
    assert played.refused(*more).endswith(why)


def test_other_entrants(played: Tournament) -> None:
    played.enter("./program", *[bot()] * 4)
    assert played.refused().endswith("'P4' is a new entrant")
    played.enter("./program", *[bot()] * 2, bot("play"))
    assert "the command of 'P3' was" in played.refused()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there are no entrants"),
        ("entrants = 3", "there are no entrants"),
        ("[entrants]\nA = 'true'\n", "a game needs 4 entrants, found 1"),
        ("[entrants]\nA = true", "entrant 'A': the command is not a string"),
        ("[entrants]\nA = ''", "entrant 'A': '' is not a command line"),
        ('[entrants]\nA = "x \'y"', "is not a command line: No closing quotation"),
        ("[entrants]\nA = 'no-such-program'", "'no-such-program' is not a program that can be run"),
        ("[entrants]\nA = './entrants.toml'", "is not a program that can be run"),
        ('[entrants]\n"A\\n" = "true"', "the name has invisible characters"),
        ('[entrants]\n" " = "true"', "the name is empty"),
        ('[entrants]\nA = "true \\u0000"', "is not a command line"),
        ("[entrants]\nA = 'true'\nA = 'true'\n", "line 3"),
        ("[players]\nA = 'true'", "unknown key 'players'"),
        ("A", "not TOML"),
        (b"\xff", "not UTF-8 (byte 1)"),
        ("[" * 9999, "not TOML"),
    ],
)
def test_entrants_that_are_none(tournament: Tournament, text: str | bytes, why: str) -> None:
    tournament.run.write({"entrants.toml": text})
    said = tournament.refused()
    assert said.startswith("kifu: entrants.toml: ")
    assert why in said
    assert not tournament.out.exists()


def test_no_file(tournament: Tournament) -> None:
    assert tournament.refused() == "kifu: entrants.toml: No such file or directory"


def test_a_folder_of_something_else(tournament: Tournament) -> None:
    tournament.enter(*[bot()] * 4)
    tournament.run.write({"out/notes.txt": "mine"})
    assert "neither empty nor a tournament folder" in tournament.refused()
    assert os.listdir(tournament.out) == ["notes.txt"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "the tournament's plan is damaged"),
        ('{"format": "other"}', "the tournament's plan is damaged"),
        ("[" * 99999, "the tournament's plan is damaged"),
    ],
)
def test_a_damaged_plan(tournament: Tournament, text: str, why: str) -> None:
    tournament.enter(*[bot()] * 4)
    tournament.run.write({"out/tournament.json": text})
    assert why in tournament.refused()


def test_a_plan_with_strangers(played: Tournament) -> None:
    path = played.out / "tournament.json"
    path.write_text(re.sub(r'\[\s*"P\d"', '["Q"', path.read_text()))
    assert "the groups of round 1 do not match the entrants" in played.refused()


def test_a_damaged_log(played: Tournament) -> None:
    """The log is kept, and its game is played again."""
    values = played.play("--rounds", "1")
    sound = [path.read_text() for path in played.logs()]
    first, second, third, fourth = played.logs()
    damaged = sound[1].replace("play 0 ", "play 1 ", 1)
    second.write_text(damaged)
    third.write_text(sound[2].replace("# player 0: ", "# player 0: X", 1))
    fourth.unlink()
    result = played.run(*played.arguments("--output-format", "json", "--rounds", "1"))
    assert result.status == 0
    assert json.loads(result.out) == values
    told = [line for line in result.err.splitlines() if "will be played again" in line]
    assert re.match(
        r"kifu: round 1, group 1, game 2 will be played again: .*-2\.log:\d+: P\d+ ", told[0]
    )
    assert "game 3 will be played again" in told[1]
    assert "not the game of" in told[1]
    assert len(told) == 2
    assert (played.out / ".spoiled/round-001/group-01-game-2.log").read_text() == damaged
    assert first.read_text() == sound[0]
    assert played.run("validate", "--strict", "out").status == 0


SPOILS = """
import glob
times = os.path.getsize('times') if os.path.exists('times') else 0
if times < 3:
    open('times', 'a').write('x')
"""
KILLS = SPOILS + "    os.kill(os.getppid(), 9); time.sleep(99)"
DAMAGES = SPOILS + "    [open(path, 'r+').write('what?') for path in glob.glob('out/.playing/*/*')]"


@on_linux
@pytest.mark.parametrize(
    ("spoils", "why"),
    few(
        [
            (KILLS, "its arbiter was ended by SIGKILL"),
            (DAMAGES, "its log is damaged: out/.spoiled/round-001/group-01-game-1.log:1: P701 "),
        ],
        1,
    ),
)
def test_an_entrant_that_spoils_games(played: Tournament, spoils: str, why: str) -> None:
    """Spoiled games are played again; one spoiled every time is set aside, and the others count."""
    played.logs()[0].unlink()
    write_program(played.run.folder, bot("gen_declare", 1, f"exec({spoils!r})"))
    more = ("--rounds", "1", "-j", "1")
    result = played.run(*played.arguments(*more), environment=played.arena.environment)
    assert result.status == 1
    assert result.out.splitlines()[-1].startswith(f"set aside: round 1, group 1, game 1: {why}")
    again = [line for line in result.err.splitlines() if "again" in line]
    assert len(again) == 2
    for line in again:
        assert line.startswith(f"kifu: round 1, group 1, game 1 will be played again: {why}")
    assert len(played.logs()) == 3
    assert played.arena.left() == []
    values = played.play("--rounds", "1")
    assert (values["played"], values["faults"], values["set_aside"]) == (4, {}, [])


def test_a_game_that_is_none(tournament: Tournament) -> None:
    tournament.enter(*[bot()] * 4)
    assert "17" in tournament.refused("--game", "1 17 0")
    assert not tournament.logs()


@pytest.mark.parametrize("shell", ["/no/such/interpreter", "/usr/bin/env nosuch"])
def test_a_program_that_goes_away(played: Tournament, shell: str) -> None:
    """The tournament stops, and goes on once the program is back."""
    played.logs()[3].unlink()
    write_program(played.run.folder, shell=shell)
    result = played.run(*played.arguments("--rounds", "1"))
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    where = r"kifu: round 1, group 1, game 4: player \d cannot be started: \./program: "
    assert re.match(where, line)
    assert len(played.logs()) == 3
    write_program(played.run.folder)
    assert played.play("--rounds", "1")["played"] == 4


@in_a_campaign
@on_linux
def test_a_disk_that_is_full(played: Tournament) -> None:
    """A game is set aside if its log cannot be saved; nothing is played if the plan cannot be."""
    values, plan = played.play("--rounds", "1"), played.out / "tournament.json"
    kept, text = played.marks(), plan.read_text()
    whole = played.logs()[0]
    size = whole.stat().st_size
    whole.unlink()

    result = played.with_files_up_to(size - 1, "--rounds", "1")
    assert result.returncode == 1
    log = played.out / ".playing/round-001/group-01-game-1.log"
    why = f"its arbiter failed: {log}: File too large"
    told = [line for line in result.stderr.splitlines() if "again" in line]
    assert told == [f"kifu: round 1, group 1, game 1 will be played again: {why}"] * 2
    last = result.stdout.splitlines()[-1]
    assert last == f"set aside: round 1, group 1, game 1: {why}"

    result = played.with_files_up_to(0, "--rounds", "2")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == "kifu: out/tournament.json: File too large"
    assert plan.read_text() == text
    assert not list(played.out.glob(".kifu-*"))

    assert played.play("--rounds", "1") == values
    del kept[str(whole)]
    assert kept.items() <= played.marks().items()


def test_programs_run_in_the_folder_of_the_entrants(first_round: Path) -> None:
    said = {path: path.read_text() for path in (first_round / "said").rglob("*.txt")}
    assert len(said) == 16
    assert sorted(said.values()) == 12 * [""] + 4 * [f"{first_round}\n"]
    names = {str(path.relative_to(first_round / "said")) for path in said}
    assert "round-001/group-01-game-1/player-0.txt" in names


@in_a_campaign
def test_a_terminal(tournament: Tournament) -> None:
    """A progress bar and the standings are drawn, then erased; the final standings are printed."""
    import pty

    tournament.enter(*["true"] * 4)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *tournament.arguments("--rounds", "1", "--game", GAME)],
        cwd=tournament.run.folder,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(theirs)
    drawn = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        drawn += piece
    out = process.communicate()[0].decode()
    os.close(ours)
    assert process.returncode == 0
    assert out.splitlines()[0].split()[0] == "rank"
    assert "4/4" in drawn.decode()
    assert "no games finished yet" in drawn.decode()
    assert b"\x1b[?25l" in drawn
    assert drawn.rindex(b"\x1b[?25h") > drawn.rindex(b"\x1b[?25l")
