"""A sample of the compiled modules under sanitizers: `tests.sanitized` takes all of them."""

import subprocess
import sys

import pytest

from . import sanitized
from .imports import ROOT

SAMPLE = ("formats/leduc", "formats/document/scan", "replayer/leduc/engine/engine")


@pytest.mark.skipif(sanitized.library() is None, reason="gcc has no libasan here")
def test_the_smallest_game_stays_within_its_memory() -> None:
    pytest.importorskip("Cython")
    command = [sys.executable, "-m", "tests.sanitized", "--only", *SAMPLE]
    command += ["--notations", "leduc/json", "--cases", "50"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("3 modules are compiled: formats/document/scan, ")
    *_, last = done.stdout.splitlines()
    name, texts, _, quick, wrong = last.split()
    assert (name, texts, wrong) == ("leduc/json", "50", "0")
    assert int(quick) > 0
