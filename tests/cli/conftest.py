import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import IO, Any

import pytest

import kifu
from kifu import replayer

Stream = int | IO[bytes] | None
COMMAND = (sys.executable, "-m", "kifu.cli")

# Deals and plays of our own: a round won with both kings by player 0; a king that may not attack.
WON = (
    '{"format": "goita/json", "version": 1, "title": "ごいた杯", "rounds": [\n'
    '  {"hands": ["11244788", "23456788", "34567888", "55667888"],'
    ' "record": "84-0-0-0-84-0-0-0-72-0-0-0-11", "winner": 0}]}\n'
)
KING = (
    '{"format": "goita/json", "version": 1, "title": "ごいた杯", "rounds": [\n'
    '  {"hands": ["12345678", "12345678", "44568888", "56778888"],'
    ' "winner": -1, "record": "81"}]}\n'
)
NO_WINNER = WON.replace('"winner": 0', '"winner": -1')
HISTORY = "12345678,12345679,11112345,11112345,s1,113,2p,3p,431\n"


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
    """The command, as a process in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(
        self,
        *arguments: str | bytes,
        stdin: bytes = b"",
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> Result:
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=self.folder,
            input=stdin,
            capture_output=True,
            env={**os.environ, **environment},
            timeout=60,
        )
        err = done.stderr.decode()
        for noise in ("Traceback", "Exception ignored", "internal error"):
            assert noise not in err
        return Result(done.returncode, done.stdout, err)

    def start(
        self, *arguments: str, stdin: Stream = None, stdout: Stream = None, stderr: Stream = None
    ) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [*COMMAND, *arguments], cwd=self.folder, stdin=stdin, stdout=stdout, stderr=stderr
        )

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)


@pytest.fixture
def run(tmp_path: Path) -> Kifu:
    return Kifu(tmp_path)


@pytest.fixture(scope="session")
def match() -> str:
    """A random match, with every kind of round in it, as JSON for people."""
    game = replayer.game("goita")
    matches = (game.generate(Random(f"tests/{number}")) for number in range(1000))
    return kifu.dumps(next(each for each in matches if _is_varied(each)))


def _is_varied(record: Any) -> bool:
    return {"out", "shi", "redeal"} <= {each.result.end for each in record.rounds}


@pytest.fixture(scope="session")
def lines() -> str:
    """Five random matches, one a line."""
    game = replayer.game("goita")
    records = [game.generate(Random(f"lines/{number}")) for number in range(5)]
    return "".join(kifu.formats.notation("goita/json").texts(records))
