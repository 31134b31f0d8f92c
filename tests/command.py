"""The command, run as a separate process or inside the tests' own."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import IO

import kifu.cli
from kifu.formats.files.target import clean_up

from .campaign import TIMES
from .extras import skip_if_lacking
from .fork_server import PATIENCE, ForkServer
from .imports import ROOT
from .inside import run_inside

Stream = int | IO[bytes] | None
COMMAND = (sys.executable, "-m", "kifu.cli")


# Imports everything a command may need, and reads each notation once, so that no fork compiles its
# grammar or schema again.
_PREPARE = f"""
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
import kifu.cli
from kifu.formats.interface import catalog

LARGE = ("kifu.archive.questions", "kifu.validation.workers")  # for what libraries are needed
for layer in ("arena", "archive", "cli", "formats", "repair", "replayer", "validation"):
    package = import_module("kifu." + layer)
    for found in walk_packages(package.__path__, package.__name__ + "."):
        if not found.name.startswith(LARGE) and not found.name.endswith("__main__"):
            import_module(found.name)
for name in catalog.described():
    catalog.notation(name)
for game in catalog.formats():
    catalog.board(game)
kifu.rules()
for name in ("go", "goita", "leduc", "mighty", "planowanie"):
    for path in Path({str(ROOT)!r}, "examples", name).iterdir():
        if path.suffix not in (".py", ".toml"):
            [each.findings for each in kifu.outcomes(path)]
"""


def heed_signals() -> None:
    """Restore the default signal handlers, even if signals are ignored, as under nohup.

    Call this in the process of a command that will be interrupted.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@cache
def _server() -> ForkServer:
    return ForkServer(_PREPARE)


def _for_the_interpreter(environment: Mapping[str, str]) -> bool:
    """Return whether any of these variables only takes effect in a fresh interpreter."""
    return any(name.startswith(("PYTHON", "LANG", "LC_")) for name in environment)


_STARTS = frozenset({"annotate", "arbiter", "lsp", "player", "studio", "tournament"})
"""Commands that start processes, act as servers, or exit in their own way."""
_WITH_PROCESSES = ("-j", "--jobs", "--scheduler")


def _only_reads_and_writes(arguments: Sequence[str]) -> bool:
    """Return whether a command can run inside the tests' own process."""
    return _STARTS.isdisjoint(arguments[:1]) and not any(
        each.startswith(_WITH_PROCESSES) for each in arguments
    )


def _fresh(
    arguments: Sequence[str], folder: Path, environment: Mapping[str, str], stdin: bytes
) -> tuple[int, bytes, bytes]:
    """Run a command in a fresh interpreter, as the server would in a fork."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=environment,
        input=stdin,
        capture_output=True,
        timeout=PATIENCE,
    )
    return done.returncode, done.stdout, done.stderr


@dataclass(frozen=True)
class Result:
    status: int
    stdout: bytes
    err: str

    @property
    def out(self) -> str:
        return self.stdout.decode()

    @property
    def last(self) -> str:
        return self.err.splitlines()[-1]


class Kifu:
    """The kifu command in a folder of its own.

    If it only reads and writes files, it runs inside the tests' own process, unless it `forks`.
    """

    def __init__(self, folder: Path, *, forks: bool = TIMES > 1) -> None:
        self.folder = folder
        self._forks = forks

    def __call__(
        self,
        *arguments: str | bytes,
        stdin: bytes = b"",
        environment: Mapping[str, str] = MappingProxyType({}),
        memory: int | None = None,
        code: str = "",
    ) -> Result:
        """Run the command after `code`, with at most `memory` additional bytes."""
        words = [os.fsdecode(each) for each in arguments]
        variables = {**os.environ, **environment}
        if _for_the_interpreter(environment):
            assert not code
            status, out, said = _fresh(words, self.folder, variables, stdin)
        elif not (self._forks or code or memory) and _only_reads_and_writes(words):
            clean_up.cache_clear()  # cached per process, by relative paths
            status, out, said = run_inside(
                kifu.cli.main, words, self.folder, variables, stdin, PATIENCE
            )
        else:
            status, out, said = _server().run(
                "kifu.cli", words, self.folder, variables, stdin, PATIENCE, memory, code
            )
        err = said.decode()
        skip_if_lacking(err)
        for noise in ("Traceback", "Exception ignored", "internal error"):
            assert noise not in err
        return Result(status, out, err)

    def start(
        self, *arguments: str, stdin: Stream = None, stdout: Stream = None, stderr: Stream = None
    ) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=self.folder,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            preexec_fn=heed_signals,
        )

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
