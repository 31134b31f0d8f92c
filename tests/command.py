"""The command as a process."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import IO

Stream = int | IO[bytes] | None
COMMAND = (sys.executable, "-m", "kifu.cli")


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
