"""A stopped arbiter: no player is charged for that time, and the process continuing it is named."""

import re
import signal
import time
from pathlib import Path

import pytest

from ..campaign import TIMES, sample
from .programs import Arena, Played, bot, on_linux, until

pytestmark = on_linux

LONG = 2.2 if TIMES == 1 else 4.0
"""How long the arbiter stays stopped, in seconds: longer than a program's time for a game."""
TIME = 2000 if TIMES == 1 else 3000
GAME = ("--game", "2 1 0 1 1", "--time", str(TIME))

THINKS = "open('here', 'w').close() or time.sleep(0.2)"
# A program whose child stops the arbiter while another program thinks, and later continues it.
STOPS = f"""
arbiter, child = os.getppid(), os.fork()
if child == 0:
    while not os.path.exists('here'): time.sleep(0.01)
    os.kill(arbiter, signal.SIGSTOP)
    open('done', 'w').close()
    time.sleep({LONG})
    os.kill(arbiter, signal.SIGCONT)
    os._exit(0)
"""
# A program whose child stops the arbiter again and again, a little each time.
STUTTERS = f"""
arbiter, child = os.getppid(), os.fork()
if child == 0:
    while not os.path.exists('here'): time.sleep(0.01)
    for _ in range(20):
        os.kill(arbiter, signal.SIGSTOP)
        time.sleep({LONG / 20})
        os.kill(arbiter, signal.SIGCONT)
        time.sleep(0.03)
    open('done', 'w').close()
    os._exit(0)
"""
# Think until the child says so: it may be slow to begin, and an earlier end would kill it mid-stop.
THINKS_ON = (
    "open('here', 'w').close()"
    " or [time.sleep(0.01) for _ in iter(lambda: os.path.exists('done'), True)] and None"
)


def is_stopped(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def check(played: Played, by: str) -> None:
    """Check that the game was played to its end, and that `by` continued the arbiter."""
    assert played.result.out.startswith("played to the end"), played.result.out
    said = rf"the arbiter was stopped (\d+ times, )?for [\d.]+ s, and continued by {by}"
    assert re.fullmatch(f"kifu: {said}\n", played.result.err)
    assert re.fullmatch(f"# {said}", played.lines[-1])
    assert played.left == []


@pytest.mark.parametrize("game", range(sample(1)))
def test_it_is_stopped_from_outside(arena: Arena, game: int) -> None:
    process = arena.start(bot("gen_move", 1, THINKS), bot(), more=GAME)
    until((arena.run.folder / "here").exists)
    process.send_signal(signal.SIGSTOP)
    until(lambda: is_stopped(process.pid))
    time.sleep(LONG)
    process.send_signal(signal.SIGCONT)
    check(arena.finished(process), "another process")


@pytest.mark.parametrize("attack", [STOPS, STUTTERS], ids=["once", "often"])
@pytest.mark.parametrize("game", range(sample(1)))
def test_a_program_stops_it(arena: Arena, attack: str, game: int) -> None:
    programs = bot("declare", 1, f"exec({attack!r})"), bot("gen_move", 1, THINKS_ON)
    check(arena.finished(arena.start(*programs, more=GAME)), "a process of player 0")
