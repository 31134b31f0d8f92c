"""The program in docs/training.md runs on few records; in a campaign, it learns to win."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from kifu.cli import run

from ..campaign import TIMES
from ..imports import ROOT

PAGE = ROOT / "docs" / "training.md"


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
def test_the_program_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text("utf-8")
    few: dict[str, str] = {} if TIMES > 1 else {"monte-carlo": "rules", "500": "8", "400": "2"}
    before, _, after = page.partition("<!-- train -->\n\n```python\n")
    for line in re.findall(r"^kifu (.+)$", before, re.M):
        assert run([few.get(word, word) for word in str(line).split()]) == 0
    program = after.partition("```\n")[0]
    Path("train.py").write_text(program.replace("range(400)", f"range({few.get('400', '400')})"))
    done = subprocess.run(
        [sys.executable, "train.py"], capture_output=True, encoding="utf-8", check=True
    )
    found = re.fullmatch(r"(.+) ± (.+) points per deal\n", done.stdout)
    assert found, done.stdout
    mean, margin = map(float, found.groups())
    assert TIMES == 1 or mean > margin
