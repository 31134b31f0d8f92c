"""No process started by a program outlives the game."""

import signal
import subprocess
import sys

import pytest

import kifu

from ..campaign import few
from .programs import IGNORE, Arena, bot, on_linux, python, until

pytestmark = on_linux

SLEEP = "import time; time.sleep(99)"
SESSION = f"import os; os.setsid(); {SLEEP}"
FORK = "os._exit(0) if os.fork() else 0;"
TWICE = f"import os; {FORK} os.setsid(); {FORK} {SLEEP}"
BARE = (
    f"import os, sys; {FORK} os.setsid();"
    f"os.execve(sys.executable, [sys.executable, '-c', {SLEEP!r}, *sys.argv[1:]], {{}})"
)
TREE = "import os; [os.fork() or os.setsid() for _ in range(4)]; import time; time.sleep(99)"
ASKED = ">> 0: gen_move\n"


@pytest.mark.parametrize(
    ("code", "ends"),
    few(
        [
            *((code, "crash") for code in (SLEEP, SESSION, TWICE, BARE, TREE)),
            (TWICE, "quit"),
            (BARE, "ignore"),
        ],
        3,
    ),
)
def test_children(arena: Arena, code: str, ends: str) -> None:
    more = {"quit": "0", "crash": "os._exit(1)", "ignore": "time.sleep(99)"}[ends]
    began = f"spawn({code!r}) and time.sleep(0.1) or {more}"
    clock = ("--time", "2000") if ends == "ignore" else ()
    played = arena.play(bot("declare", 1, began, arena.mark), bot(), more=clock)
    reasons = {"quit": None, "crash": "crashed", "ignore": "timeout"}
    assert (played.fault or {"reason": None})["reason"] == reasons[ends]
    assert played.left == []


def test_a_child_that_keeps_the_output_open(arena: Arena) -> None:
    """A program has ended when its own process has, even if a child could still write."""
    played = arena.play(bot("play", 1, f"spawn({SLEEP!r}) and os._exit(0)"), bot())
    assert (played.fault["player"], played.fault["reason"]) == (0, "crashed")
    assert "it ended with status 0" in played.fault["message"]
    assert played.left == []


@pytest.mark.parametrize(
    "mischief",
    few(
        [
            f"{IGNORE} and time.sleep(99)",
            f"{IGNORE} and say('=') and time.sleep(99)",
            "[os.write(1, 65536 * b'x') and time.sleep(0.001) for _ in iter(int, 1)]",
            "[os.write(2, 65536 * b'x') and time.sleep(0.001) for _ in iter(int, 1)]",
            "say('what?')",
            "os._exit(3)",
            "os.close(0) or os.close(1)",
        ],
        3,
    ),
)
def test_cleanup_at_the_end_changes_nothing(arena: Arena, mischief: str) -> None:
    played = arena.play(bot("quit", 1, mischief), bot())
    assert played.values["complete"]
    assert played.to(0)[-1] == played.to(1)[-1] == "quit"
    assert played.lines.count("<< 1: =") > played.lines.count(">> 1: gen_move")
    assert played.left == []


@pytest.mark.parametrize("answer", ["say('=') and 0", "say('? no') and sys.stdin.read()"])
def test_programs_may_end_by_themselves(arena: Arena, answer: str) -> None:
    saves = f"{answer} or time.sleep(0.1) or open('saved', 'w').close() or sys.exit()"
    assert arena.play(bot("quit", 1, saves), bot()).values["complete"]
    assert (arena.run.folder / "saved").exists()


ORPHANED = """
import os, sys, time
from kifu.arena.processes import orphans
orphans.adopt()
look = orphans._children
def late():
    # The child ends just after the look, in which the grandchild was still its own.
    found = [*look()]
    for pid in found:
        os.kill(pid, 9)
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    return found
ready, here = os.pipe()
if os.fork() == 0:
    os.fork()
    os.write(here, b".")
    time.sleep(99)
for _ in range(2):
    os.read(ready, 1)
orphans._children = late
orphans.end_all()
sys.exit(len([*look()]))
"""


def test_orphans_that_come_during_a_look_are_found_by_the_next() -> None:
    assert subprocess.run([sys.executable, "-c", ORPHANED], check=False, timeout=60).returncode == 0


@pytest.fixture
def thinking(arena: Arena) -> "subprocess.Popen[bytes]":
    """Start an arbiter that is mid-game with programs that never exit by themselves."""
    thinks = f"{IGNORE} and spawn({TWICE!r}) and time.sleep(99)"
    programs = (bot("gen_move", 1, thinks, arena.mark), bot("gen_move", 1, thinks, arena.mark))
    process = arena.start(*programs)
    until(lambda: arena.log.exists() and arena.log.read_text().endswith(ASKED))
    until(lambda: len(arena.left()) >= 4)
    return process


@pytest.mark.parametrize("number", few([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], 2))
def test_signals(arena: Arena, thinking: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    thinking.send_signal(number)
    out, err = thinking.communicate(timeout=60)
    if number == signal.SIGINT:
        assert (thinking.returncode, err) == (130, b"kifu: interrupted\n")
    else:
        assert (thinking.returncode, err) == (-number, b"")
    assert out == b""
    assert arena.left() == []
    lines = arena.log.read_text().splitlines()
    assert lines[0].startswith("# player 0: ")
    assert lines[-1] == ASKED.strip()
    assert_stopped(arena)


def test_signals_while_ending(arena: Arena, thinking: "subprocess.Popen[bytes]") -> None:
    for _ in range(20):
        thinking.send_signal(signal.SIGINT)
    thinking.wait(60)
    assert arena.left() == []


def test_an_arbiter_that_is_killed(arena: Arena) -> None:
    thinks = f"{IGNORE} and time.sleep(99)"
    process = arena.start(bot("gen_move", 1, thinks), bot("gen_move", 1, thinks))
    until(lambda: arena.log.exists() and arena.log.read_text().endswith(ASKED))
    process.kill()
    process.communicate()
    until(lambda: arena.left() == [])
    assert arena.log.read_text().endswith(ASKED)
    assert_stopped(arena)


def assert_stopped(arena: Arena) -> None:
    """Check that the game ended early with no loser."""
    (finding,) = kifu.validate(arena.log)
    assert (finding.code, finding.severity) == ("P205", "error")
    assert arena.run("rate", "game.log").status == 2


def test_one_that_cannot_be_started_ends_the_others(arena: Arena) -> None:
    result = arena.run(*arena.arguments(python(SLEEP), "./none"), environment=arena.environment)
    assert (result.status, result.out) == (2, "")
    assert result.err == ("kifu: player 1 cannot be started: ./none: No such file or directory\n")
    assert arena.left() == []
    assert not arena.log.exists()
