"""The program in docs/training.md runs, on few records."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from kifu.cli import run

from ..imports import ROOT

PAGE = ROOT / "docs" / "training.md"


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
def test_the_program_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text("utf-8")
    few = {"monte-carlo": "rules", "500": "8"}
    for line in re.findall(r"^kifu (.+)$", page, re.M):
        assert run([few.get(word, word) for word in line.split()]) == 0
    program = page.partition("<!-- train -->\n\n```python\n")[2].partition("```\n")[0]
    Path("train.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "train.py", "2"], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"[+-]\d+\.\d ± \d+\.\d points per deal\n", done.stdout), done.stdout
