"""Several games at once, each played by a process of its own: an arbiter.

An arbiter ends every process that its programs leave running. For that, it must be alone in its
process.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, TypeAlias

from msgspec import Struct

from ..errors import NotPlayed
from ..processes.limits import ends_with_parent
from .folder import Folder
from .plan import Fixture

Arbiter: TypeAlias = "Popen[bytes]"


_PAUSE = 0.5
"""Seconds after which `meanwhile` is called."""
_PREFIX = "kifu: "
"""How an arbiter begins what it says on standard error."""


class Hall(Struct, frozen=True):
    """Where games are played, and how.

    `command` gives the words of the process that plays a game and writes its log; it runs in the
    folder `home`. All of them hold the `lock`. `notify` is told in one line what an arbiter said of
    its game.
    """

    folder: Folder
    lock: int
    home: Path
    command: Callable[[Fixture], Sequence[str]]
    notify: Callable[[str], None]

    def play(
        self, fixtures: Iterable[Fixture], jobs: int, meanwhile: Callable[[], None]
    ) -> Iterator[Fixture]:
        """Play games, `jobs` at once, and yield each when it is over.

        `meanwhile` is called now and then. Raises NotPlayed if a game could not be played.
        """
        due = deque(fixtures)
        with DefaultSelector() as running:
            while due or running.get_map():
                while due and len(running.get_map()) < jobs:
                    fixture = due.popleft()
                    arbiter = self._start(fixture)
                    running.register(_output(arbiter), EVENT_READ, (fixture, arbiter))
                for key, _ in running.select(_PAUSE):
                    running.unregister(key.fileobj)
                    fixture, arbiter = key.data
                    self._end(fixture, arbiter)
                    yield fixture
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

    def _end(self, fixture: Fixture, arbiter: Arbiter) -> None:
        """Take what an arbiter says in the end."""
        said = arbiter.communicate()[1].decode(errors="replace").strip().removeprefix(_PREFIX)
        if arbiter.returncode != 0:
            why = said or f"its arbiter ended with status {arbiter.returncode}"
            raise NotPlayed(f"{fixture.title} could not be played: {why}")
        if said:
            self.notify(f"{fixture.title}: {said}")


def _output(arbiter: Arbiter) -> IO[bytes]:
    """Where an arbiter says how its game ended: nothing comes before its end."""
    assert arbiter.stdout is not None
    return arbiter.stdout
