"""The command with its input split into tiny parts, to suit small test archives."""

import os
import sys
import time
from pathlib import Path

from ..command import Kifu

TINY = (
    "import os, signal, sys, time; import kifu.cli.input.ahead as a; "
    "import kifu.validation.bulk.large as l; "
    "import kifu.validation.bulk.ranges as r; import kifu.archive.reading.to_read as t; "
    "a.SIZES = a.FAR = a.Sizes(least=0, file=1, group=1000, large=2000, range=900); "
    "import kifu.cli.check.validate as v; v.FAR = a.FAR; l.MOST_PIECES = 3"
)


def command(code: str, *arguments: str) -> list[str]:
    """Return a command line that runs some code first, and then the command with tiny parts."""
    start = "sys.argv[0] = 'kifu'; from kifu.cli import main; main()"
    return [sys.executable, "-u", "-c", f"{TINY}\n{code}\n{start}", *arguments]


def done(run: Kifu, *arguments: str, code: str = "") -> tuple[int, str, str]:
    """Run a command with tiny parts, and return its status, output and error output."""
    found = run(*arguments, code=f"{TINY}\n{code}")
    return found.status, found.out, found.err


SLEEP = """
def sleeping(path, real=t._opened):
    if path != 'in/0.json':
        open(f'{os.getpid()}.pid', 'x').close()
        time.sleep(3600)
    return real(path)
t._opened = sleeping
a.SIZES = a.Sizes(least=0, file=1, group=1, large=2000, range=900)
"""
"""Code that delays opening any file but the first by an hour, after recording the process ID."""


def workers_sleep(folder: Path, number: int) -> list[int]:
    """Wait until `number` processes are asleep opening a file, and return their process IDs."""
    while len(found := list(folder.glob("*.pid"))) < number:
        time.sleep(0.01)
    return [int(each.stem) for each in found]


def is_alive(process: int) -> bool:
    """Return whether a process with this ID exists."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
