"""Compiled modules and plain Python give the same results.

`python -m tests.plain` runs all tests on plain Python.
"""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

import kifu
from kifu import replayer
from kifu.arena.players.strategy import strategies
from kifu.formats.interface.catalog import canonical_notation
from kifu.replayer.goita.engine import engine

from .arena.players.seats import played, record_of
from .builds import plain
from .campaign import in_a_campaign, sample
from .formats.test_skim import NOTATIONS, line, skim, spoilt
from .imports import ROOT

SAMPLE = ("tests/replayer/leduc/test_engine.py", "tests/arena/players/test_planowanie.py")
PRINTED = "import json; from tests.test_plain import results; print(json.dumps(results()))"
BUILT = Path(str(engine.__file__)).suffix
pytestmark = pytest.mark.skipif(BUILT == ".py", reason="kifu is not compiled here")


def results() -> dict[str, Any]:
    """Return how kifu is built, and what its engines, players and skimmers do."""
    return {"built": BUILT, "played": matches(), "skimmed": skims(), "encoded": rows()}


def matches() -> list[list[Any]]:
    """Return a match between programs in each game, with the means of playouts."""
    found: list[list[Any]] = []
    for name in sorted(strategies()):
        levels = ["monte-carlo", "rules", "all-seeing", "random"]
        record = record_of(played(name, levels, 1, rounds=1))
        text = "".join(canonical_notation(name).texts([record]))
        found.append([text, *kifu.playouts(record, 3, 20).means])
    return found


def rows() -> list[list[Any]]:
    """Return the checksums of two records of each game as rows, for programs that learn."""
    found: list[list[Any]] = []
    for name in sorted(strategies()):
        for seed in range(2):
            record = replayer.generate(name, seed)
            made = kifu.encoding(record).rows(record, perfect=True)
            found.append([name, made.count, *(crc32(each) for each in made.arrays.values())])
    return found


def skims() -> list[list[int]]:
    """Return what is skimmed of lines in each notation, most of them with a slip."""
    found: list[list[int]] = []
    for chosen in NOTATIONS:
        rng = Random(7)
        for number in range(sample(12)):
            data = line(chosen, rng)
            found.append([*skim(chosen)(spoilt(data, rng) if number % 3 else data, 0)])
    return found


def test_both_builds_do_the_same(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PRINTED]
    environment = plain(tmp_path)
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    there = json.loads(done.stdout)
    assert there == results() | {"built": ".py"}
    assert 1 / 6 < sum(at > 0 for at, *_ in there["skimmed"]) / len(there["skimmed"]) < 5 / 6


@in_a_campaign
def test_a_sample_of_the_tests() -> None:
    command = [sys.executable, "-m", "tests.plain", "-n", "0", *SAMPLE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
