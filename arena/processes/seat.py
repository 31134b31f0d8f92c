"""A seat's program: a process in its own session, with pipes to it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from subprocess import PIPE, Popen
from typing import IO

from ...formats.interface.protocol import REPLY_LIMIT, Silence
from .clock import CLOCK
from .limits import Limits
from .replies import QUOTED, Replies
from .signals import signal_name

_CHUNK = 64 * 1024

_END_FOLLOWS = 1.0
"""How many seconds a process may take to end after closing its output."""


class Failed(Exception):
    """Raised if a program does not answer; `reason` is one word, and the message explains it."""

    def __init__(self, reason: Silence, why: str) -> None:
        super().__init__(why)
        self.reason: Silence = reason


class NotRun(Exception):
    """Raised if a command ends before it writes anything, with a status that means it cannot run.

    `seat` is the number of its seat, and the message says how it ended. Shells, `env` and the shims
    of version managers are programs that start another one; if they cannot, they end with a status
    in `STATUS`.
    """

    STATUS = (126, 127)

    def __init__(self, seat: int, how: str) -> None:
        super().__init__(how)
        self.seat = seat


class Seat:
    """A program that plays. No method blocks on it, except to wait for its end.

    `left` is how many seconds it has for the rest of the game. Its clock runs from `ask` until
    `reply` returns a reply.
    """

    def __init__(self, number: int, process: Popen[bytes], left: float) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.number = number
        self.left = left
        self.stdin, self.stdout = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self.stdin, False)
        os.set_blocking(self.stdout, False)
        self._process = process
        self._asked = CLOCK.now()
        self._unsent = bytearray()
        self._replies = Replies()
        self._has_written = False
        self._parts = False

    @property
    def process_id(self) -> int:
        """The id of both its process and its session."""
        return self._process.pid

    # Commands

    def ask(self, command: str) -> None:
        """Send a command, and start the clock."""
        self._asked = CLOCK.now()
        self._unsent += command.encode() + b"\n"
        self.send()

    def part(self, command: str, seconds: float) -> None:
        """Send the command after which the program must exit, and give it some seconds to reply.

        From now on, it may close its input, and a late reply is better than none.
        """
        self.left, self._parts = seconds, True
        self.ask(command)

    def send(self) -> None:
        """Send as much of the unsent text as the program accepts."""
        try:
            while self._unsent:
                del self._unsent[: os.write(self.stdin, self._unsent)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._unsent.clear()

    def _is_deaf(self) -> bool:
        """Return whether the program can no longer read commands."""
        poll = select.poll()
        poll.register(self.stdin, 0)
        return bool(poll.poll(0))

    @property
    def unsent(self) -> bool:
        """Whether part of a command is still unsent."""
        return bool(self._unsent)

    # Replies

    def reply(self) -> list[str] | None:
        """Return the lines of a reply without the empty last one, or None if it has not arrived.

        Text that the program wrote before it was asked counts as its reply. Raises Failed if no
        reply can arrive, and NotRun if the command could not be run.
        """
        # Check the process before reading: text that it wrote before it ended is still available.
        ended, now = self.ended or (self._is_deaf() and not self._parts), CLOCK.now()
        while (lines := self._replies.next()) is None:
            if self._replies.too_long:
                raise self._failed("flood", f"a reply has more than {REPLY_LIMIT} bytes")
            try:
                data = os.read(self.stdout, _CHUNK)
            except BlockingIOError:
                self._cannot_come(ended, now)
                return None
            if not data:
                raise self._crashed("it closed its standard output")
            self._has_written = True
            self._replies.add(data)
        self.left -= now - self._asked
        if self.left < 0 and not self._parts:
            raise Failed("timeout", f"it ran out of time before replying {lines[0][:QUOTED]!r}")
        return lines

    def _cannot_come(self, ended: bool, now: float) -> None:
        """Raise Failed if a reply can no longer arrive."""
        if ended:
            raise self._crashed("it closed its standard input")
        if now > self.deadline:
            raise self._failed("timeout", "it ran out of time")

    @property
    def deadline(self) -> float:
        """When the program runs out of time for this reply, by `CLOCK`."""
        return self._asked + self.left

    def _failed(self, reason: Silence, why: str) -> Failed:
        """Return an error that quotes the beginning of the reply, if any."""
        begun = self._replies.begun
        return Failed(reason, f"{why}, after it wrote {begun!r}" if begun else why)

    # Its end

    @property
    def ended(self) -> bool:
        """Whether the process has ended. It is not reaped yet, so that its group keeps its id."""
        return self._process.returncode is not None or self._status() is not None

    def _status(self) -> os.waitid_result | None:
        how = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, how)

    def hang_up(self) -> None:
        """Close the program's standard input."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def wait(self, deadline: float) -> None:
        """Wait until the process has ended, or until a time on the monotonic clock."""
        while not self.ended and time.monotonic() < deadline:
            time.sleep(0.005)

    def _crashed(self, otherwise: str) -> Failed | NotRun:
        """Return an error that says how the process ended, or `otherwise` if it did not."""
        self.wait(time.monotonic() + _END_FOLLOWS)
        status = self._status()
        if status is None:
            return self._failed("crashed", otherwise)
        if status.si_code != os.CLD_EXITED:
            return self._failed("crashed", f"it was killed by {signal_name(status.si_status)}")
        how = f"it ended with status {status.si_status}"
        if status.si_status in NotRun.STATUS and not self._has_written:
            return NotRun(self.number, how)
        return self._failed("crashed", how)

    def kill(self) -> None:
        """Kill the process and its group, and close its pipes."""
        if self._process.returncode is not None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_FOLLOWS)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    @property
    def errors(self) -> IO[bytes]:
        """The program's standard error, which another thread must read."""
        assert self._process.stderr is not None
        return self._process.stderr


def start(number: int, words: Sequence[str], left: float, limits: Limits) -> Seat:
    """Start a seat's program.

    Raises OSError, ValueError or SubprocessError if the program cannot be started.
    """
    process = Popen(
        words,
        bufsize=0,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        start_new_session=True,
        preexec_fn=limits.setter(),
    )
    return Seat(number, process, left)
