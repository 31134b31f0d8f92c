"""The tests on plain Python, even if the installed kifu is compiled.

    python -m tests.plain -n auto
    python -m tests.plain tests/replayer/leduc

The arguments are those of pytest.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from .builds import plain
from .imports import ROOT


def main() -> int:
    """Run pytest with the arguments, and return its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", *sys.argv[1:]]
        return subprocess.run(command, cwd=ROOT, env=plain(Path(folder))).returncode


if __name__ == "__main__":
    sys.exit(main())
