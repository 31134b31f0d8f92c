"""The command, with parts as small as the archives of tests."""

import subprocess
import sys

from ..command import Kifu

TINY = (
    "import os, signal, sys, time; import kifu.cli.ahead as a; import kifu.bulk.large as l; "
    "import kifu.bulk.ranges as r; import kifu.cli.to_read as t; "
    "a.SIZES = a.FAR = a.Sizes(least=0, file=1, group=1000, large=2000, range=900); "
    "import kifu.cli.validate as v; v.FAR = a.FAR; l.MOST_PIECES = 3"
)


def command(code: str, *arguments: str) -> list[str]:
    """A command with tiny parts, after some other code."""
    start = "sys.argv[0] = 'kifu'; from kifu.cli import main; main()"
    return [sys.executable, "-u", "-c", f"{TINY}\n{code}\n{start}", *arguments]


def done(run: Kifu, *arguments: str, code: str = "") -> tuple[int, str, str]:
    """The status of a command, and what it writes."""
    found = subprocess.run(
        command(code, *arguments), cwd=run.folder, capture_output=True, encoding="utf-8", timeout=60
    )
    assert "Traceback" not in found.stderr
    return found.returncode, found.stdout, found.stderr
