"""The command, with parts as small as the archives of tests."""

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
    """A command with tiny parts, after some other code."""
    start = "sys.argv[0] = 'kifu'; from kifu.cli import main; main()"
    return [sys.executable, "-u", "-c", f"{TINY}\n{code}\n{start}", *arguments]


def done(run: Kifu, *arguments: str, code: str = "") -> tuple[int, str, str]:
    """The status of a command with tiny parts, and what it writes."""
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
"""Code by which any file but the first takes an hour to be opened, and who opens it says so."""


def workers_sleep(folder: Path, number: int) -> list[int]:
    """Wait until so many processes sleep over a file, and say which."""
    while len(found := list(folder.glob("*.pid"))) < number:
        time.sleep(0.01)
    return [int(each.stem) for each in found]


def is_alive(process: int) -> bool:
    """Whether there is a process of this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
