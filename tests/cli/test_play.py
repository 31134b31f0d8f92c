"""`kifu play`, and `kifu player` as a program."""

import os
import shlex
import signal
import subprocess

import pytest

import kifu
from kifu.replayer.leduc.record import Record

from ..command import COMMAND, Kifu, heed_signals

TALK = """set_deck 23456789TJQKA CDHS
set_players 2 0
set_game 1 1 0
set_cards 1 AC
time_left 1000
gen_declare
declare 0 1
declare 1 0
time_left 900
gen_move
play 0 AC
play 1 2C
quit
"""


def test_a_match_is_a_record_and_follows_from_its_seed(run: Kifu) -> None:
    arguments = ("play", "leduc", "--players", "rules,monte-carlo", "--playouts", "10", "--seed")
    first = run(*arguments, "1")
    assert (first.status, first.err) == (0, "")
    assert kifu.validate(first.stdout) == []
    record = kifu.loads(first.out, type=Record)
    assert record.players == ("rules", "monte-carlo")
    assert len(record.hands) == 20
    assert run(*arguments, "1").out == first.out != run(*arguments, "2").out


def test_several_matches_are_lines(run: Kifu) -> None:
    arguments = ("play", "goita", "--players", "rules", "--seed", "1")
    assert run(*arguments, "-n", "3", "-o", "three.jsonl").status == 0
    assert run(*arguments, "-n", "2", "-o", "two.jsonl").status == 0
    three = (run.folder / "three.jsonl").read_text()
    assert three.startswith((run.folder / "two.jsonl").read_text())
    assert three.count("\n") == 3
    assert run("validate", "three.jsonl").status == 0


def test_a_player_who_sees_all_cards_is_labelled(run: Kifu) -> None:
    result = run("play", "leduc", "--players", "all-seeing,random", "--seed", "1", "--rounds", "1")
    assert kifu.loads(result.out, type=Record).players == ("all-seeing (sees all cards)", "random")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "lduc"), "game 'lduc' is unknown (did you mean leduc?)"),
        (("play", "leduc", "--players", "rule"), "level 'rule' is unknown (did you mean rules?)"),
        (("play", "leduc", "--players", "rules,rules,rules"), "leduc has 2 seats"),
        (("play", "leduc", "--playouts", "0"), "0 is not in the range x>=1"),
        (("play", "leduc", "--playouts", "x"), "'x' is not a whole number"),
        (("play", "leduc", "--seconds", "x"), "'x' is not a number"),
        (("play", "leduc", "--seconds", "0"), "0.0 is not in the range x>0"),
        (("play", "leduc", "--seconds", "nan"), "seconds must be above 0 and finite, not nan"),
        (("play", "leduc", "--seconds", "1", "--playouts", "1"), "cannot be used together"),
        (
            ("player", "leduc"),
            "leduc has no protocol (games with one: planowanie): use `kifu play leduc`",
        ),
        (("player", "planowanie", "--level", "all-seeing"), "'all-seeing'"),
        (
            ("play", "mighty", "--players", "search"),
            "mighty cannot be searched: it has 5 players, not two",
        ),
        (("player", "chess"), "game 'chess' is unknown"),
    ],
)
def test_unplayable_games(run: Kifu, arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments)
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert said in result.err


def talk(text: str, *arguments: str) -> list[str]:
    """Return a program's replies to some commands."""
    program = [*COMMAND, "player", "planowanie", "--level", "rules", *arguments]
    done = subprocess.run(program, input=text, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split("\n\n")[:-1]


def test_a_program_answers_what_it_is_asked() -> None:
    said = talk(TALK)
    assert len(said) == len(TALK.splitlines())
    assert [each for each in said if each != "="] == ["= 1", "= AC"]


def test_a_program_that_cannot_search_the_game_says_so() -> None:
    program = [*COMMAND, "player", "planowanie", "--level", "search"]
    text = TALK.replace("set_players 2", "set_players 3")
    done = subprocess.run(program, input=text, capture_output=True, text=True, check=False)
    said = "kifu: planowanie cannot be searched: it has 3 players, not two\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_a_program_refuses_what_is_wrong_and_goes_on() -> None:
    wrong = {
        "set_cards 1": ["set_cards 1 AX"],
        "declare 0": ["declare 0 0", "declare 5 1", "declare 1 x", "gen_move"],
        "declare 1": ["declare 0 1"],
        "gen_move": ["gen_mov"],
        "play 1": ["play 1 AC"],
    }
    lines = [
        each
        for line in TALK.splitlines()
        for each in (*wrong.get(" ".join(line.split()[:2]), ()), line)
    ]
    said = talk("\n".join([*lines, ""]))
    assert [each[2:] for each in said if each[0] == "?"] == [
        "'AX' is not a card of the deck 23456789TJQKA CDHS",
        "player 0 answered 1, but 0 is announced",
        "5 is not a player: players are 0 to 1",
        "the arguments of declare are wrong",
        "gen_move is out of order: expected declare",
        "the declaration of player 0 was already announced",
        "'gen_mov' is not a command: did you mean `gen_move`?",
        "AC is dealt twice: to player 0 and to player 1",
    ]
    assert [each for each in said if each[0] == "=" != each] == ["= 1", "= AC"]


def test_a_game_between_programs(run: Kifu) -> None:
    programs = [
        shlex.join([*COMMAND, "player", "planowanie", "--level", level, "--playouts", "5"])
        for level in ("random", "rules", "monte-carlo")
    ]
    players = [word for each in programs for word in ("--player", each)]
    done = run("arbiter", *players, "--game", "2 1 0 4 1", "--seed", "1", "-o", "game.log")
    assert "played to the end" in done.out
    assert run("validate", "game.log").status == 0


def test_programs_end_clean() -> None:
    program = subprocess.Popen(
        [*COMMAND, "player", "planowanie"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_signals,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(b"set_deck 23 CD\n")
    program.stdin.flush()
    assert program.stdout.readline() == b"=\n"
    os.kill(program.pid, signal.SIGINT)
    _, said = program.communicate(timeout=60)
    assert program.returncode == 130
    assert b"Traceback" not in said
