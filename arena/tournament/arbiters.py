"""Several games at once, each played by a process of its own: an arbiter.

An arbiter ends every process that its programs leave running. For that, it must be alone in its
process.
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
from ..errors import Spoiled
from ..processes.limits import ends_with_parent
from ..processes.signals import signal_name
from .folder import Folder
from .plan import Fixture

Arbiter: TypeAlias = "Popen[bytes]"


ATTEMPTS = 3
"""How often a game is played until it comes to an end that counts."""

_KILLED = 128
"""Above this, the status of a process stands for the signal that ended it."""
_PAUSE = 0.5
"""Seconds after which `meanwhile` is called."""
_PREFIX = "kifu: "
"""How an arbiter begins what it says on standard error."""


class Hall(Struct, frozen=True):
    """Where games are played, and how.

    `command` gives the words of the process that plays a game and writes its log; it runs in the
    folder `home`. All of them hold the `lock`. `notify` is told in one line what an arbiter said of
    its game. `tidy` ends what the programs of a game left behind that was spoiled, given the
    processes that are to go on.
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
        """Play games, `jobs` at once, and yield each when it is over, and how it ended.

        A game that came to no end that counts is played again; what spoiled it the last time is
        yielded after `ATTEMPTS`. `meanwhile` is called now and then. Raises OSError where the
        folder of the tournament itself cannot be written.
        """
        due, played = deque(fixtures), Counter[Fixture]()
        with DefaultSelector() as running:
            while due or running.get_map():
                while due and len(running.get_map()) < jobs:
                    fixture = due.popleft()
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
                            self.notify(f"{fixture.title} is played again: {ended}")
                            due.appendleft(fixture)
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
        """Continue an arbiter that somebody stopped, or its game would never end."""
        # Terminals stop the whole tournament, and continue all of it.
        with suppress(ChildProcessError):  # it has just ended
            state = os.waitid(os.P_PID, arbiter.pid, os.WSTOPPED | os.WNOHANG)
            if state is not None and state.si_status == signal.SIGSTOP:
                arbiter.send_signal(signal.SIGCONT)

    def _ended(self, fixture: Fixture, arbiter: Arbiter) -> MatchResult | Spoiled:
        """How a game ended. One that does not count is set aside."""
        try:
            self._end(fixture, arbiter)
            return self.folder.finish(fixture)
        except Spoiled as why:
            self.folder.set_aside(fixture)
            return why

    def _end(self, fixture: Fixture, arbiter: Arbiter) -> None:
        """Take what an arbiter says in the end."""
        lines = arbiter.communicate()[1].decode(errors="replace").strip().splitlines()
        said = [line.removeprefix(_PREFIX) for line in lines]
        status = arbiter.returncode
        if status < 0 or status > _KILLED:
            number = -status if status < 0 else status - _KILLED
            raise Spoiled(f"its arbiter was ended by {signal_name(number)}")
        if status != 0:
            why = "; ".join(said) or f"its status was {status}"
            raise Spoiled(f"its arbiter failed: {why}")
        for line in said:
            self.notify(f"{fixture.title}: {line}")


def _output(arbiter: Arbiter) -> IO[bytes]:
    """Where an arbiter says how its game ended: nothing comes before its end."""
    assert arbiter.stdout is not None
    return arbiter.stdout
