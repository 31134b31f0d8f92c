"""A single program, driven through its standard input and output with a test clock."""

import os
import select
import signal
import sys
from collections.abc import Generator

import pytest

from kifu.arena.processes.exchange import Replied, Sent, exchange
from kifu.arena.processes.limits import Limits
from kifu.arena.processes.seat import Failed, Seat, start
from kifu.formats.interface.protocol import REPLY_LIMIT

from .programs import QUICK, on_linux

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
    return start(0, [sys.executable, *QUICK, "-c", code], 1.0, Limits(), -3)


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
