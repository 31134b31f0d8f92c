import json
import os
import re
import shlex
import stat
import subprocess
import sys

import pytest

import kifu

from ..arena.programs import GAME, PLAYER, Arena, bot, points, python
from ..campaign import in_a_campaign
from ..command import Kifu
from ..helpers import codes, read_pipe

SAMPLE = shlex.join([sys.executable, str(PLAYER), "--seed", "1"])


@pytest.fixture
def arena(run: Kifu) -> Arena:
    return Arena(run)


@in_a_campaign
def test_the_tournament(arena: Arena) -> None:
    result = arena.run(*arena.arguments(*[SAMPLE] * 4), "--name", "Ala", "--name", "Ola\n")
    assert (result.status, result.err) == (0, "")
    assert not [line for line in result.out.splitlines() if line.startswith("ended")]
    log = arena.log.read_text().splitlines()
    assert log[:5] == [
        "# player 0: Ala",
        '# player 1: "Ola\\n"',
        f"# player 2: {SAMPLE}",
        f"# player 3: {SAMPLE}",
        "# seed: 1",
    ]
    assert re.fullmatch(r"# date: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", log[5])
    asked = [line[6:] for line in log if line.startswith(">> 0: ")]
    assert len(asked) == 640 + 1
    assert asked[2] == "set_game 13 1 0 2 1 3 2 4 3 5 0 6 1 7 2 8 3 9 0 10 1 11 2 12 3 13 0"
    said = [int(each) for each in re.findall(r"^player \d: +(\d+)", result.out, re.MULTILINE)]
    assert said == points(log)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_log_is_right(arena: Arena, players: int) -> None:
    played = arena.play(*[SAMPLE] * players, more=("--deck", "9TJQKA ♣♦"))
    assert played.values == {"complete": True, "points": points(played.lines), "fault": None}
    assert kifu.validate(arena.log) == []


def test_deals_follow_from_the_seed(run: Kifu) -> None:
    def dealt(*more: str) -> list[str]:
        players = ["--player", bot(), "--player", bot()]
        assert run("arbiter", *players, "--force", "-o", "log", "--game", GAME, *more).status == 0
        return re.findall(r">> \d: set_cards .*", (run.folder / "log").read_text())

    assert dealt("--seed", "7") == dealt("--seed", "7") != dealt("--seed", "8")
    drawn = dealt()
    seed = re.findall(r"^# seed: (\d+)$", (run.folder / "log").read_text(), re.MULTILINE)
    assert dealt("--seed", *seed) == drawn


def test_seats_hear_what_is_theirs(arena: Arena) -> None:
    """Each program reads exactly what the log says it was sent."""
    code = (
        "import sys; from subprocess import Popen, PIPE\n"
        "player = Popen(sys.argv[2:], stdin=PIPE)\n"
        "heard = open(sys.argv[1], 'w')\n"
        "for line in sys.stdin:\n"
        "    heard.write(line); heard.flush()\n"
        "    player.stdin.write(line.encode()); player.stdin.flush()\n"
        "player.stdin.close()\n"
        "player.wait()"
    )
    programs = [f"{python(code)} heard-{seat} {SAMPLE}" for seat in range(3)]
    played = arena.play(*programs)
    assert played.values["complete"]
    hands = list[str]()
    for seat in range(3):
        heard = (arena.run.folder / f"heard-{seat}").read_text().splitlines()
        assert heard == played.to(seat)
        hands += [line for line in heard if line.startswith("set_cards")]
        asked = [line for line in heard if line.startswith(("time_left", "gen_"))]
        assert [line.split("_")[0] for line in asked] == ["time", "gen"] * (len(asked) // 2)
    assert len(hands) == len(set(hands)) == 6


def test_a_fault_for_people(arena: Arena) -> None:
    result = arena.run(*arena.arguments(bot(), bot("gen_move", 2, "say('= \\x1b[31mXX')")))
    assert (result.status, result.err) == (0, "")
    first, second, *rest = result.out.splitlines()
    assert first.startswith(
        "ended by a fault of player 1, invalid: '[31mXX' is not a card of the deck"
    )
    line = re.fullmatch(r"  game\.log:(\d+) \(deal 2, trick 1, gen_move\)", second)
    assert line is not None
    assert arena.log.read_text().splitlines()[int(line[1]) - 1] == "<< 1: = [31mXX"
    assert [each.split(":")[0] for each in rest] == ["player 0", "player 1"]


def test_limits(arena: Arena) -> None:
    hungry = arena.play(bot("gen_move", 1, "10 ** 10 ** 8"), bot(), more=("--cpu", "1"))
    assert "SIGXCPU" in hungry.fault["message"]
    greedy = bot("gen_move", 1, "len(bytearray(2**29)) and 0")
    assert arena.play(bot(), greedy, more=("--force",)).values["complete"]
    large = arena.play(bot(), greedy, more=("--force", "--memory", "256"))
    assert (large.fault["player"], large.fault["reason"]) == (1, "crashed")


def test_standard_error_is_kept(arena: Arena) -> None:
    says = bot("start", 0, "os.write(2, b'hello') and 0")
    floods = bot("gen_move", 1, "os.write(2, 2**21 * b'x') and 0")
    assert arena.play(says, floods, more=("--stderr", "new/errors")).values["complete"]
    folder = arena.run.folder / "new" / "errors"
    assert (folder / "player-0.txt").read_text() == "hello"
    assert (folder / "player-1.txt").stat().st_size == 2**20


def test_earlier_output_of_programs_is_not_replaced(arena: Arena) -> None:
    arena.run.write({"said/player-1.txt": "precious"})
    arguments = [*arena.arguments(bot(), bot()), "--game", GAME, "--stderr", "said"]
    result = arena.run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert "said/player-1.txt: the file exists (--force replaces it)" in result.err
    assert (arena.run.folder / "said/player-1.txt").read_text() == "precious"
    assert arena.run(*arguments, "--force").status == 0


def test_a_program_that_crashes_may_have_said_why(arena: Arena) -> None:
    result = arena.run(*arena.arguments(bot("start", 0, "sys.exit('why')"), bot()))
    assert result.status == 0
    assert "--stderr FOLDER keeps the programs' error output" in result.err


def test_a_log_is_not_replaced_by_accident(arena: Arena) -> None:
    arena.log.write_text("precious")
    refused = arena.run(*arena.arguments(SAMPLE, SAMPLE))
    assert (refused.status, refused.err) == (
        2,
        "kifu: game.log: the file exists (--force replaces it)\n",
    )
    unstarted = arena.run(*arena.arguments(SAMPLE, "./none"), "--force")
    assert unstarted.status == 2
    assert arena.log.read_text() == "precious"
    assert arena.play(SAMPLE, SAMPLE, more=("--force",)).values["complete"]
    assert arena.log.read_text().startswith("# player 0")


def test_a_log_may_go_to_a_device(run: Kifu) -> None:
    os.mkfifo(run.folder / "pipe")
    players = ["--player", SAMPLE, "--player", SAMPLE]
    with read_pipe(run.folder / "pipe") as reader:
        done = run("arbiter", *players, "--game", GAME, "-o", "pipe")
        log = reader.read()
    assert done.status == 0
    assert stat.S_ISFIFO((run.folder / "pipe").stat().st_mode)
    assert codes(log) == []


def test_a_log_does_not_wait_for_who_reads_it(run: Kifu) -> None:
    os.mkfifo(run.folder / "pipe")
    done = run("arbiter", "--player", SAMPLE, "--player", SAMPLE, "--game", GAME, "-o", "pipe")
    assert (done.status, done.err) == (2, "kifu: pipe: nobody reads this pipe\n")


REFUSED: dict[str, tuple[list[str], str]] = {
    "players": ([], "there are 1 players: expected 2 to 4"),
    "many": (["--player", "x"] * 4, "there are 5 players: expected 2 to 4"),
    "empty": (["--player", " "], "player 1: the command line is empty"),
    "quote": (
        ["--player", "a '"],
        """player 1: "a '" is not a valid command line: No closing quotation""",
    ),
    "names": (
        ["--player", "x", *["--name", "x"] * 3],
        "there are 3 names for 2 players",
    ),
    "deck": (
        ["--player", "x", "--deck", "ABC"],
        "the deck: expected ranks and suits, not 1",
    ),
    "twice": (["--player", "x", "--deck", "AA C"], "the ranks have 'A' twice"),
    "unseen": (
        ["--player", "x", "--deck", "A\x07 C"],
        "the deck has invisible characters",
    ),
    "game": (["--player", "x", "--game", "2 1 0"], "the game: 2 deals need 4 numbers"),
    "word": (["--player", "x", "--game", "1 one 0"], "the game: 'one' is not a number"),
    "large": (["--player", "x", "--game", "1 27 0"], "27 cards are planned for each of 2 players"),
    "leader": (["--player", "x", "--game", "1 1 2"], "player 2 is planned to lead"),
    "none": (["--player", "x"], "player 0 cannot be started: cat-: No such file or directory"),
    "folder": (["--player", "x", "-o", "."], ".: this is a folder"),
    "output": (["--player", "x", "-o", "-"], "the log needs a file"),
    "stderr": (["--player", "x", "--stderr", "file"], "file: File exists"),
    "nowhere": (["--player", "cat", "-o", "none/log"], "none/log: No such file or directory"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_unplayable_games(run: Kifu, what: str) -> None:
    more, message = REFUSED[what]
    run.write({"file": ""})
    program = "cat" if what == "nowhere" else "cat-"
    result = run("arbiter", "--player", program, "-o", "log", *more)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"kifu: {message}")
    assert result.err.count("\n") == 1
    assert not (run.folder / "log").exists()


def test_seeds_are_numbers_of_32_bits(run: Kifu) -> None:
    asked = ("arbiter", "--player", "cat-", "--player", "cat-", "-o", "log", "--seed")
    result = run(*asked, str(2**32))
    assert (result.status, "0<=x<=4294967295" in result.err) == (2, True)
    assert "player 0 cannot be started" in run(*asked, str(2**32 - 1)).err


def test_a_log_that_cannot_be_written(run: Kifu) -> None:
    players = ["--player", SAMPLE, "--player", SAMPLE]
    result = run("arbiter", *players, "-o", "/dev/full")
    assert (result.status, result.err) == (2, "kifu: /dev/full: No space left on device\n")


@in_a_campaign
def test_the_sample_player_plays_better_than_chance(arena: Arena) -> None:
    totals = [0, 0]
    for seed in range(3):
        game = "4 5 0 6 1 7 0 8 1"
        played = arena.play(SAMPLE, bot(), game=game, more=("--force", "--seed", str(seed)))
        totals = [sum(pair) for pair in zip(totals, played.values["points"], strict=True)]
    assert totals[0] > totals[1]


def test_the_sample_player_by_hand() -> None:
    asked = "set_deck 23 C\n\nshow\nset_players 2 0\nset_cards 1 3C\ngen_declare\nquit\n"
    done = subprocess.run(
        [sys.executable, PLAYER], input=asked, capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == "=\n\n? unknown command: show\n\n" + "=\n\n=\n\n= 1\n\n=\n\n"


def test_json_is_one_line(arena: Arena) -> None:
    played = arena.play(bot(), bot("start", 0, "os._exit(1)"))
    assert played.result.out.count("\n") == 1
    assert json.loads(played.result.out) == {
        "complete": False,
        "points": [0, 0],
        "fault": {
            "player": 1,
            "reason": "crashed",
            "message": "it ended with status 1",
            "place": {"line": 7, "deal": None, "trick": None, "command": "set_deck"},
        },
    }
