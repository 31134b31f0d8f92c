"""The sanitizers find a planted fault; in a campaign, they find none in the smallest game."""

import subprocess
import sys
from pathlib import Path

import pytest

from . import sanitized
from .campaign import in_a_campaign
from .imports import ROOT

SAMPLE = ("formats/leduc", "formats/document/scan", "replayer/leduc/engine/engine")
pytestmark = pytest.mark.skipif(sanitized.library() is None, reason="gcc has no libasan here")

ARRAY = "int table[4] = {1, 2, 3, 4}; int at(int place) { return table[place]; }"


@pytest.mark.parametrize(("place", "is_wrong"), [(3, False), (4, True)])
def test_a_read_outside_of_memory_ends_the_process(
    tmp_path: Path, place: int, is_wrong: bool
) -> None:
    source, library = tmp_path / "array.c", tmp_path / "array.so"
    source.write_text(ARRAY)
    flags = sanitized.FLAGS.split()
    subprocess.run(["gcc", "-shared", "-fPIC", *flags, "-o", library, source], check=True)
    code = f"import ctypes, os; os._exit(ctypes.CDLL({str(library)!r}).at({place}))"
    runtime = sanitized.library()
    assert runtime is not None
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        env=sanitized.environment(tmp_path, runtime),
        stderr=subprocess.PIPE,
    )
    assert (done.returncode != 4) == (b"out of bounds" in done.stderr) == is_wrong


@in_a_campaign
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
