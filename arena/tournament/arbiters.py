"""Play several games at once, each with an arbiter in its own process.

An arbiter ends every process that its programs leave running, so its process must do nothing else.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, TypeAlias

from msgspec import Struct

from ...replayer.game import MatchResult
from ..errors import NotStarted, Spoiled
from ..processes.limits import ends_with_parent
from ..processes.signals import signal_name
from .folder import Folder
from .plan import Fixture

Arbiter: TypeAlias = "Popen[bytes]"


ATTEMPTS = 3
"""How many times a game is tried before giving up."""

_KILLED = 128
"""A higher exit status is this plus the number of the signal that ended the process."""
_PAUSE = 0.5
"""How many seconds pass between calls to `meanwhile`."""
_PREFIX = "kifu: "
"""The prefix of every line that an arbiter writes to standard error."""


class Hall(Struct, frozen=True):
    """A folder for games, and how they are played.

    `command` returns the command line of a process that plays a game and writes its log; it runs in
    the folder `home`. All these processes hold the `lock`. `notify` receives each message from an
    arbiter about its game. `tidy` ends the processes that a spoiled game left behind; its argument
    is the set of processes to keep.
    """

    folder: Folder
    lock: int
    home: Path
    command: Callable[[Fixture], Sequence[str]]
    notify: Callable[[str], None]
    tidy: Callable[[Collection[int]], object] = lambda running: None

    def play(
        self, fixtures: Iterable[Fixture], jobs: int, meanwhile: Callable[[], None]
    ) -> Iterator[tuple[Fixture, MatchResult | Spoiled]]:
        """Play games, `jobs` at a time, and yield each with its result when it is over.

        A spoiled game is played again; after `ATTEMPTS` tries, its last error is yielded.
        `meanwhile` is called from time to time. Raises NotStarted if a program cannot be started,
        as all its games would fail, and OSError if the tournament folder itself cannot be written.
        """
        waiting, played = deque(fixtures), Counter[Fixture]()
        with DefaultSelector() as running:
            while waiting or running.get_map():
                while waiting and len(running.get_map()) < jobs:
                    fixture = waiting.popleft()
                    arbiter = self._start(fixture)
                    running.register(_output(arbiter), EVENT_READ, (fixture, arbiter))
                for key, _ in running.select(_PAUSE):
                    running.unregister(key.fileobj)
                    fixture, arbiter = key.data
                    played[fixture] += 1
                    ended = self._ended(fixture, arbiter)
                    if isinstance(ended, Spoiled):
                        self.tidy({each.data[1].pid for each in running.get_map().values()})
                        if played[fixture] < ATTEMPTS:
                            self.notify(f"{fixture.title} will be played again: {ended}")
                            waiting.appendleft(fixture)
                            continue
                    yield fixture, ended
                for key in running.get_map().values():
                    self._go_on(key.data[1])
                meanwhile()

    def _start(self, fixture: Fixture) -> Arbiter:
        self.folder.begin(fixture)
        return Popen(
            self.command(fixture),
            cwd=self.home,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            pass_fds=[self.lock],
            preexec_fn=ends_with_parent(signal.SIGTERM),
        )

    def _go_on(self, arbiter: Arbiter) -> None:
        """Continue an arbiter that was stopped; otherwise, its game would never end."""
        # A terminal stops the whole tournament with a different signal, and continues all of it.
        with suppress(ChildProcessError):  # it has just ended
            state = os.waitid(os.P_PID, arbiter.pid, os.WSTOPPED | os.WNOHANG)
            if state is not None and state.si_status == signal.SIGSTOP:
                arbiter.send_signal(signal.SIGCONT)

    def _ended(self, fixture: Fixture, arbiter: Arbiter) -> MatchResult | Spoiled:
        """Return how a game ended; set it aside if it was spoiled."""
        try:
            self._end(fixture, arbiter)
            return self.folder.finish(fixture)
        except Spoiled as why:
            self.folder.set_aside(fixture)
            return why

    def _end(self, fixture: Fixture, arbiter: Arbiter) -> None:
        """Wait for an arbiter to end. Raises Spoiled if it failed, or NotStarted."""
        lines = arbiter.communicate()[1].decode(errors="replace").strip().splitlines()
        messages = [line.removeprefix(_PREFIX) for line in lines]
        status = arbiter.returncode
        if status < 0 or status > _KILLED:
            number = -status if status < 0 else status - _KILLED
            raise Spoiled(f"its arbiter was ended by {signal_name(number)}")
        if status != 0:
            for line in messages:
                if NotStarted.WHAT in line:
                    raise NotStarted(f"{fixture.title}: {line}")
            why = "; ".join(messages) or f"its exit status was {status}"
            raise Spoiled(f"its arbiter failed: {why}")
        for line in messages:
            self.notify(f"{fixture.title}: {line}")


def _output(arbiter: Arbiter) -> IO[bytes]:
    """Return an arbiter's standard output; nothing is written there until its game is over."""
    assert arbiter.stdout is not None
    return arbiter.stdout
