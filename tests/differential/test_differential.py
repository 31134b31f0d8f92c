"""A sample of the comparison; `python -m tests.differential` tries millions of texts."""

import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from ..builds import plain
from ..campaign import in_a_campaign, sample
from ..imports import ROOT
from .against import differences
from .cases import cases, notations
from .ways import Verdict, compare

LINES = ["goita/json", "leduc/json"]


@pytest.mark.parametrize("identifier", notations())
def test_all_ways_say_the_same(identifier: str) -> None:
    compared = compare(identifier, list(islice(cases(identifier, Random(3)), sample(8))))
    assert [str(each) for each in compared.wrong] == []
    assert compared.cases > compared.sound >= 1


def test_another_verdict_is_noticed() -> None:
    one = Verdict("", (1, 1, 9), sound=1, quick=1)
    assert one.agrees(Verdict("", (1, 1, 9), sound=1, quick=0))
    assert not one.agrees(Verdict("1:1 error", (1, 1, 9), sound=0, quick=0))
    assert not one.agrees(Verdict("", (1, 1, 8), sound=1, quick=0))


def test_it_is_compared_with_another_kifu(tmp_path: Path) -> None:
    texts = list(islice(cases("leduc/json", Random(1)), 30))
    (tmp_path / "kifu.py").write_text("RecordError = ValueError\nvalidate = lambda *_: []\n")
    found = differences("leduc/json", texts, tmp_path)
    assert 0 < len(found) < 30
    assert all(ours and not theirs for _, ours, theirs in found)


@in_a_campaign
def test_the_command_on_plain_python(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.differential", "--cases", "40", "--jobs", "1"]
    done = subprocess.run(
        [*command, "--notations", *LINES],
        cwd=ROOT,
        env=plain(tmp_path),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    assert [(name, cases, wrong) for name, cases, _, _, wrong in rows] == [
        (name, "20", "0") for name in LINES
    ]
    assert all(int(cases) > int(sound) >= int(quick) > 0 for _, cases, sound, quick, _ in rows[:1])
