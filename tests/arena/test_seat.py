"""A single program, driven through its standard input and output with a test clock."""

import os
import select
import shlex
import signal
import sys
import time
from collections.abc import Generator
from pathlib import Path
from random import Random

import pytest

from kifu.arena.arbiter import Match
from kifu.arena.processes.exchange import Replied, Sent, exchange
from kifu.arena.processes.limits import Limits
from kifu.arena.processes.seat import Failed, Seat, start
from kifu.arena.processes.table import table
from kifu.formats.interface.protocol import REPLY_LIMIT, protocol

from .programs import GAME, QUICK, bot, on_linux

pytestmark = on_linux

ECHO = "import sys\nfor line in sys.stdin: print(line, flush=True)"
"""A program that echoes its input as its reply."""
COUNTS = "import sys\nfor line in sys.stdin: print('=', len(line), end='\\n\\n', flush=True)"


class Standing:
    """A clock that only moves when a test moves it."""

    def __init__(self) -> None:
        self.time = 10.0

    def now(self) -> float:
        return self.time


def begin(code: str) -> Seat:
    return start(0, [sys.executable, *QUICK, "-c", code], 1.0, Limits())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Standing:
    found = Standing()
    monkeypatch.setattr("kifu.arena.processes.seat.CLOCK", found)
    return found


@pytest.fixture
def echo(clock: Standing) -> Generator[Seat, None, None]:
    seat = begin(ECHO)
    yield seat
    seat.kill()


def said(seat: Seat) -> list[str] | None:
    """Wait for the program to write something, and return the reply."""
    assert select.select([seat.stdout], [], [], 30)[0]
    return seat.reply()


def test_a_reply_in_time_costs_what_it_took(echo: Seat, clock: Standing) -> None:
    for took, left in ((0.25, 0.75), (0.5, 0.25), (0.25, 0.0)):
        echo.ask("= 1")
        clock.time += took
        assert said(echo) == ["= 1"]
        assert echo.left == left


def test_a_reply_that_is_late_by_less_than_a_second(echo: Seat, clock: Standing) -> None:
    echo.ask("= 1")
    clock.time += 1.25
    with pytest.raises(Failed, match="it ran out of time before replying '= 1'") as late:
        said(echo)
    assert late.value.reason == "timeout"


def test_a_reply_that_does_not_come(clock: Standing) -> None:
    seat = begin("import sys; sys.stdin.read()")
    seat.ask("= 1")
    clock.time += 1.0
    assert seat.reply() is None
    clock.time += 0.25
    with pytest.raises(Failed, match=r"it ran out of time$") as late:
        seat.reply()
    assert late.value.reason == "timeout"
    seat.kill()


def test_a_command_longer_than_the_buffer_of_a_pipe() -> None:
    seat = begin(COUNTS)
    seat.left = 60.0
    long = "x" * 1_000_000
    os.kill(
        seat.process_id, signal.SIGSTOP
    )  # the program must not read while the command is being sent
    seat.ask(long)
    assert seat.unsent  # a pipe's buffer is 64 KiB
    os.kill(seat.process_id, signal.SIGCONT)
    events = list(exchange({seat: [long]}))
    lengths = [event.lines for event in events if isinstance(event, Replied)]
    assert isinstance(events[0], Sent)
    assert lengths == [["= 1000001"]]
    seat.kill()


@pytest.mark.parametrize("more", [0, 1])
def test_a_reply_has_so_many_bytes_and_no_more(echo: Seat, more: int) -> None:
    reply = "= " + "x" * (REPLY_LIMIT - len("= \n\n") + more)
    echo.left = 60.0
    ((_, event),) = [list(exchange({echo: [reply]}))]
    assert isinstance(event, Replied) == (more == 0)


# The reply to `quit`

CLOSES = """
import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
sys.stdin.readline()
os.close(0)
print("closed", file=sys.stderr, flush=True)
signal.sigwait({signal.SIGUSR1})
print("=", end="\\n\\n")
"""


def test_the_last_reply_may_come_after_the_program_closed_its_input(clock: Standing) -> None:
    seat = begin(CLOSES)
    seat.part("quit", 1.0)
    assert seat.errors.readline() == b"closed\n"
    assert seat.reply() is None
    os.kill(seat.process_id, signal.SIGUSR1)
    assert said(seat) == ["="]
    seat.kill()


def test_the_last_reply_counts_if_it_is_there(echo: Seat, clock: Standing) -> None:
    echo.part("=", 1.0)
    clock.time += 5
    assert said(echo) == ["="]


HOLDS = """
import fcntl
file = open({0!r} + "new", "w")
fcntl.flock(file, fcntl.LOCK_EX)
os.rename(file.name, {0!r})
say("hm")
time.sleep(99)
"""
FOLLOWS = """
import fcntl
while not os.path.exists({0!r}): time.sleep(0.001)
fcntl.flock(open({0!r}), fcntl.LOCK_EX)
"""
"""Wait until the other program is killed."""


def test_a_program_whose_last_reply_nobody_waited_for_replies_to_quit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kifu.arena.arbiter.PARTING", 60.0)
    lock = str(tmp_path / "lock")
    programs = [bot("set_deck", 1, f"exec({each.format(lock)!r})") for each in (HOLDS, FOLLOWS)]
    begins = protocol().set_up(2, None, GAME)
    with table([shlex.split(each) for each in programs], 60.0, Limits()) as seats:
        log = list(Match(protocol(), begins, seats, Random(1)).play())
    assert log[-4:-1] == [">> 1: quit", "<< 1: =", "<< 1: "]
    assert log[-1].startswith("# fault: player 0: malformed")


def test_a_program_that_has_ended_by_itself_is_sent_quit_as_well() -> None:
    begins = protocol().set_up(2, None, "1 1 0")
    ends = "len(hand) == 0 and len(table) == 2 and say('=') and sys.exit()"
    programs = [bot("play", 0, ends), bot("play", 0, ends)]
    with table([shlex.split(each) for each in programs], 60.0, Limits()) as seats:
        lines = Match(protocol(), begins, seats, Random(1)).play()
        log = list[str]()
        for line in lines:
            log.append(line)
            asked = [each for each in log if each.startswith(">> ")]
            answered = [each for each in log if each in ("<< 0: ", "<< 1: ")]
            if len(asked) == len(answered) and sum(": play" in each for each in asked) == 4:
                [seat.wait(time.monotonic() + 30) for seat in seats]
    assert log[-2:] == [">> 0: quit", ">> 1: quit"]
