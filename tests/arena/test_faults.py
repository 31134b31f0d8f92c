"""Programs of all kinds: the right one is blamed for the right reason, and none is left running."""

import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

import kifu
from kifu.replayer.planowanie.record import Record

from ..campaign import few, in_a_campaign
from ..command import Kifu
from .programs import GAME, IGNORE, REVOKE, Arena, bot, on_linux, python

pytestmark = on_linux


class Mischief(NamedTuple):
    """What a program does at the `nth` occurrence of a command, and the fault expected for it.

    The fault has a `reason` and a `message`, and occurs during `command`.
    """

    at: str
    nth: int
    does: str
    reason: str
    message: str
    command: str


FAULTS = {
    "ends before it answers": Mischief(
        "start",
        0,
        "os._exit(3)",
        reason="crashed",
        message="it ended with status 3",
        command="set_deck",
    ),
    "ends at the plan": Mischief(
        "set_game",
        1,
        "os._exit(0)",
        reason="crashed",
        message="it ended with status 0",
        command="set_game",
    ),
    "ends when asked to move": Mischief(
        "gen_move",
        2,
        "os._exit(4)",
        reason="crashed",
        message="it ended with status 4",
        command="gen_move",
    ),
    "is killed at a card": Mischief(
        "play",
        5,
        "os.kill(os.getpid(), 11)",
        reason="crashed",
        message="killed by SIGSEGV",
        command="play",
    ),
    "closes its output": Mischief(
        "declare",
        2,
        "os.close(1) or os.close(2) or time.sleep(99)",
        reason="crashed",
        message="output",
        command="declare",
    ),
    "closes its input": Mischief(
        "set_cards",
        1,
        "say('=') and os.close(0) or time.sleep(99)",
        reason="crashed",
        message="input",
        command="time_left",
    ),
    "ends in the middle of an answer": Mischief(
        "gen_declare",
        1,
        "print('= 1') or sys.exit()",
        reason="crashed",
        message="after it wrote '= 1",
        command="gen_declare",
    ),
    "answers in two lines": Mischief(
        "gen_declare",
        1,
        "say('= 1\\n= 1')",
        reason="malformed",
        message="has one line",
        command="gen_declare",
    ),
    "answers without a mark": Mischief(
        "set_players",
        1,
        "say('hello')",
        reason="malformed",
        message="expected a reply to begin with = or ?, not 'hello'",
        command="set_players",
    ),
    "answers a clock without a mark": Mischief(
        "time_left",
        2,
        "say('\\x07ä')",
        reason="malformed",
        message="expected a reply to begin with = or ?, not 'ä'",
        command="time_left",
    ),
    "refuses to declare": Mischief(
        "gen_declare",
        2,
        "say('? no idea')",
        reason="refused",
        message="no idea",
        command="gen_declare",
    ),
    "refuses to move": Mischief(
        "gen_move", 1, "say('? a\\nb')", reason="refused", message="a", command="gen_move"
    ),
    "declares too much": Mischief(
        "gen_declare",
        1,
        "say('= 2')",
        reason="invalid",
        message="expected 0 to 1",
        command="gen_declare",
    ),
    "declares something that is not a number": Mischief(
        "gen_declare",
        1,
        "say('= one')",
        reason="invalid",
        message="declares one",
        command="gen_declare",
    ),
    "declares nothing": Mischief(
        "gen_declare",
        1,
        "say('=')",
        reason="invalid",
        message="expected 0 to 1",
        command="gen_declare",
    ),
    "declares less than nothing": Mischief(
        "gen_declare",
        1,
        "say('= -1')",
        reason="invalid",
        message="declares -1",
        command="gen_declare",
    ),
    "declares twice in one line": Mischief(
        "gen_declare",
        1,
        "say('= 0 0')",
        reason="invalid",
        message="declares 0 0",
        command="gen_declare",
    ),
    "plays something that is not a card": Mischief(
        "gen_move",
        1,
        "say('= 10C')",
        reason="invalid",
        message="'10C' is not a card",
        command="gen_move",
    ),
    "plays nothing": Mischief(
        "gen_move", 1, "say('=')", reason="invalid", message="'' is not a card", command="gen_move"
    ),
    "plays something very long": Mischief(
        "gen_move",
        1,
        "say('= ' + 60000 * 'x')",
        reason="invalid",
        message="is not a card",
        command="gen_move",
    ),
    "plays two cards": Mischief(
        "gen_move",
        2,
        "say('= %s %s' % (hand[0], hand[1]))",
        reason="invalid",
        message="is not a card",
        command="gen_move",
    ),
    "plays another player's card": Mischief(
        "gen_move",
        2,
        "say('= ' + [card for card in deck if card not in hand][0])",
        reason="invalid",
        message="player 1 does not hold",
        command="gen_move",
    ),
    "does not follow suit": Mischief(
        "gen_move", 0, REVOKE, reason="invalid", message="is illegal", command="gen_move"
    ),
    "writes a reply that is too long": Mischief(
        "gen_move",
        1,
        "say('= ' + 70000 * 'x')",
        reason="flood",
        message="more than 65536 bytes",
        command="gen_move",
    ),
    "writes endlessly before it is asked": Mischief(
        "start",
        0,
        "[os.write(1, 65536 * b'x') for _ in iter(int, 1)]",
        reason="flood",
        message="65536",
        command="set_deck",
    ),
    "writes endless empty lines": Mischief(
        "declare",
        1,
        "[os.write(1, 4096 * b'\\n') for _ in iter(int, 1)]",
        reason="flood",
        message="655",
        command="declare",
    ),
    "writes endless comments": Mischief(
        "declare",
        1,
        "[os.write(1, 999 * b'#\\n') for _ in iter(int, 1)]",
        reason="flood",
        message="655",
        command="declare",
    ),
}


@pytest.mark.parametrize("case", few(FAULTS, 7))
def test_faults(arena: Arena, case: str) -> None:
    at, count, does, reason, message, command = FAULTS[case]
    played = arena.play(bot(), bot(at, count, does), game="3 1 0 3 1 5 0")
    fault = played.fault
    assert (fault["player"], fault["reason"]) == (1, reason)
    assert message in fault["message"]
    assert not played.values["complete"]
    assert played.lines[-1] == f"# fault: player 1: {reason}: {fault['message']}"
    place = fault["place"]
    line = played.line(place["line"])
    answered = reason in ("malformed", "refused", "invalid")
    assert place["command"] == command
    assert line.startswith("<< 1: " if answered else f">> 1: {command}")
    asked = [each.split()[2] for each in played.lines[: place["line"]] if each[:4] == ">> 1"]
    assert place["deal"] == (asked.count("set_cards") or None)
    before = asked[len(asked) - asked[::-1].index("set_cards") : -1] if place["deal"] else []
    playing = before.count("declare") == 2
    assert place["trick"] == (before.count("play") // 2 + 1 if playing else None)
    (reading,) = kifu.read(arena.log)
    assert [each for each in reading.findings if each.severity == "error"] == []
    assert isinstance(reading.record, Record)
    assert reading.record.result is not None
    assert (reading.record.result.player, reading.record.result.reason) == (1, reason)
    assert played.to(0)[-1] == "quit"
    assert "quit" not in played.to(1)
    assert played.left == []


SHIM = shlex.join(
    ["sh", "-c", "echo 'version 3.0 is not installed' >&2; echo '(set by x)' >&2; exit 127"]
)
"""A command that ends like pyenv's shims if a folder asks for a version that does not exist."""


@pytest.mark.parametrize("command", ["/usr/bin/env kifu-none", SHIM])
def test_a_command_that_cannot_be_run_is_not_a_fault(arena: Arena, command: str) -> None:
    result = arena.run(*arena.arguments(bot(), command))
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("kifu: player 1 cannot be started: ")
    assert line.endswith(("No such file or directory", "version 3.0 is not installed"))
    assert not arena.log.exists()
    assert arena.left() == []


@pytest.mark.parametrize("writes", ["os.write(1, b'=')", "say('=')"])
def test_a_program_that_has_written_something_was_started(arena: Arena, writes: str) -> None:
    fault = arena.play(bot(), bot("set_deck", 1, f"{writes} and sys.exit(127)")).fault
    assert (fault["player"], fault["reason"]) == (1, "crashed")
    assert "it ended with status 127" in fault["message"]


class Late(NamedTuple):
    """What a program does at the `nth` occurrence of a command, and the one left unanswered."""

    at: str
    nth: int
    does: str
    command: str


LATE = (
    Late("start", 0, "time.sleep(99)", command="set_deck"),
    Late("start", 0, f"{IGNORE} and time.sleep(99)", command="set_deck"),
    Late("gen_declare", 1, "time.sleep(99)", command="gen_declare"),
    Late("gen_move", 1, "time.sleep(5)", command="gen_move"),
    Late("gen_move", 1, "print('= ', end='', flush=True) or time.sleep(99)", command="gen_move"),
    Late("gen_move", 1, "os.kill(os.getpid(), signal.SIGSTOP)", command="gen_move"),
    Late("play", 1, "True", command="play"),
)


def test_too_late(tmp_path: Path) -> None:
    """The games are played in parallel: all they do is wait for time to run out."""
    more = ("--game", GAME, "--output-format", "json", "--time", "3000")
    arenas = [Arena(Kifu(tmp_path / str(number))) for number in range(len(LATE))]
    for arena in arenas:
        arena.run.folder.mkdir()
    games = [
        arena.start(bot(late.at, late.nth, late.does), bot(), more=more)
        for arena, late in zip(arenas, LATE, strict=True)
    ]
    for arena, game, late in zip(arenas, games, LATE, strict=True):
        played = arena.finished(game)
        assert (played.fault["player"], played.fault["reason"]) == (0, "timeout"), late
        assert played.fault["place"]["command"] == late.command
        line = played.line(played.fault["place"]["line"])
        assert line.startswith(f">> 0: {late.command}")
        assert played.left == []


def test_the_time_is_for_the_whole_game(arena: Arena) -> None:
    slow = bot("gen_move", 0, "time.sleep(0.3)")
    played = arena.play(slow, bot(), game="1 9 0", more=("--time", "2000"))
    assert (played.fault["player"], played.fault["reason"]) == (0, "timeout")
    clocks = [int(line.split()[1]) for line in played.to(0) if line.startswith("time_left")]
    assert len(clocks) > 3
    assert clocks == sorted(clocks, reverse=True)


def test_a_program_that_is_deaf(arena: Arena) -> None:
    """A program that closes its standard input cannot go on, so nothing waits for it."""
    played = arena.play(bot("gen_move", 1, "os.close(0) or time.sleep(99)"), bot())
    assert (played.fault["player"], played.fault["reason"]) == (0, "crashed")
    assert "it closed its standard input" in played.fault["message"]
    assert played.left == []


def test_points_of_a_deal_whose_last_card_is_not_taken_note_of(arena: Arena) -> None:
    played = arena.play(bot(), bot("play", 2, "os._exit(1)"), game="2 1 0 1 0")
    assert played.fault["place"]["command"] == "play"
    record = kifu.load(arena.log, type=Record)
    assert sum(played.values["points"]) > 0
    assert record.result is not None
    assert tuple(played.values["points"]) == record.result.totals


def test_everybody_thinks_at_once_and_on_a_clock_of_his_own(arena: Arena) -> None:
    # Each waits for the other, which only works if both are asked at once.
    first = bot("gen_declare", 1, "open('here', 'w').close()")
    second = "[time.sleep(0.01) for _ in iter(lambda: os.path.exists('here'), True)] and False"
    played = arena.play(bot("gen_declare", 1, second), first)
    assert played.values["complete"]
    assert played.left == []


HARMLESS = {
    "standard error": ("start", 0, "os.write(2, 2**20 * b'x')"),
    "no clock": ("time_left", 0, "say('? what')"),
    "several lines of refusal": ("time_left", 0, "say('? what\\nis this')"),
    "refuses an announcement": ("play", 0, "say('? no')"),
    "blank lines": ("gen_declare", 0, "say('\\n\\r\\n= 0')"),
    "carriage returns": ("gen_declare", 0, "say('= 0\\r\\n\\r')"),
    "a final line of spaces": ("gen_declare", 0, "print('= 0\\n ', flush=True) or True"),
    "comments": ("gen_declare", 0, "say('# a\\n\\n# fault: player 1: crashed\\n= 0\\n# b')"),
    "zeros": ("gen_declare", 0, "say('= ' + 5000 * '0')"),
    "no blank": ("gen_move", 0, "say('=' + (following or hand)[0])"),
    "no text": ("set_game", 1, "os.write(1, b'= \\xff\\xfe\\n\\n')"),
    "writes early": ("declare", 1, "say('=\\n\\n=') and sys.stdin.readline()"),
}


@pytest.mark.parametrize("what", few(HARMLESS, 4))
def test_harmless_texts(arena: Arena, what: str) -> None:
    at, count, mischief = HARMLESS[what]
    played = arena.play(bot(at, count, mischief), bot(), bot(), game="1 2 2")
    assert played.fault is None
    assert played.values["complete"]
    assert [each for each in kifu.validate(arena.log) if each.severity == "error"] == []
    assert played.left == []


@in_a_campaign
def test_replies_written_beforehand(arena: Arena) -> None:
    """Replies written in advance, without reading any commands, are accepted."""
    words = "'=', '=', '=', '=', '?', '= 0', '=', '='"
    code = f"print(*[{words}], sep='\\n\\n', end='\\n\\n', flush=True); import time; time.sleep(99)"
    played = arena.play(python(code), bot(), game="1 1 1", more=("--time", "2000"))
    assert (played.fault["player"], played.fault["reason"]) == (0, "timeout")
    assert played.fault["place"]["command"] == "play"


@in_a_campaign
def test_a_program_that_takes_nothing_in(arena: Arena) -> None:
    """A command larger than a pipe's buffer does not stop the arbiter."""
    code = "print('=\\n\\n=\\n\\n', flush=True); import time; time.sleep(99)"
    played = arena.play(python(code), bot(), game="9999" + 9999 * "   1 0", more=("--time", "1500"))
    assert (played.fault["player"], played.fault["reason"]) == (0, "timeout")
    assert played.left == []
