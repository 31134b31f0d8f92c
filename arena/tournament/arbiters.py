"""Several games at once, each played by a process `kifu arbiter`.

An arbiter ends all that its programs leave behind, for which it must be the only one in a process.
"""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, TypeAlias

from msgspec import Struct

from ...cli.errors import Failure, say
from ..processes.limits import ends_with_parent
from .entrants import Entrants
from .folder import Folder
from .plan import Fixture, Settings

Arbiter: TypeAlias = "Popen[bytes]"


_PAUSE = 0.5
"""The seconds after which something is done meanwhile."""


class Hall(Struct, frozen=True):
    """Where games are played: by whom, how, and in which folder; `lock` is held by all.

    `errors` is a folder in which what programs say on standard error is kept.
    """

    entrants: Entrants
    settings: Settings
    folder: Folder
    lock: int
    errors: str | None = None

    def start(self, fixture: Fixture) -> Arbiter:
        """Start the arbiter of a game."""
        self.folder.begin(fixture)
        return Popen(
            self._command(fixture),
            cwd=self.entrants.folder,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            pass_fds=[self.lock],
            preexec_fn=ends_with_parent(signal.SIGTERM),
        )

    def _command(self, fixture: Fixture) -> list[str]:
        # Without -P, Python would look for modules in the entrants' folder first.
        words = [sys.executable, "-P", "-m", "kifu", "arbiter", "--force", "--output-format=json"]
        for name in fixture.players:
            words += [f"--name={name}", f"--player={self.entrants.commands[name]}"]
        errors = None if self.errors is None else Path(self.errors).absolute() / fixture.name
        options = {
            "seed": fixture.seed,
            "title": fixture.title,
            "time": self.settings.time,
            "deck": self.settings.deck,
            "game": self.settings.game,
            "cpu": self.settings.cpu,
            "memory": self.settings.memory,
            "stderr": errors,
            "output": self.folder.draft(fixture).absolute(),
        }
        words += [f"--{name}={value}" for name, value in options.items() if value is not None]
        return words


def play(
    fixtures: Iterable[Fixture],
    jobs: int,
    start: Callable[[Fixture], Arbiter],
    meanwhile: Callable[[], None],
) -> Iterator[Fixture]:
    """Play games, so many at once, and yield each when it is over.

    `meanwhile` is called now and then. Raises Failure where a game could not be played.
    """
    due = deque(fixtures)
    with DefaultSelector() as running:
        while due or running.get_map():
            while due and len(running.get_map()) < jobs:
                fixture = due.popleft()
                arbiter = start(fixture)
                running.register(_output(arbiter), EVENT_READ, (fixture, arbiter))
            for key, _ in running.select(_PAUSE):
                running.unregister(key.fileobj)
                fixture, arbiter = key.data
                _end(fixture, arbiter)
                yield fixture
            meanwhile()


def _output(arbiter: Arbiter) -> IO[bytes]:
    """An arbiter says how a game ended when it has ended, and nothing before."""
    assert arbiter.stdout is not None
    return arbiter.stdout


def _end(fixture: Fixture, arbiter: Arbiter) -> None:
    """Take what an arbiter says in the end."""
    said = arbiter.communicate()[1].decode(errors="replace").strip()
    if arbiter.returncode == 0:
        if said:
            say(f"{fixture.title}: {said.removeprefix('kifu: ')}")
        return
    why = said.removeprefix("kifu: ") or f"its arbiter ended with status {arbiter.returncode}"
    raise Failure(f"{fixture.title} could not be played: {why}")
