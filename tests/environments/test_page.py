"""The script of the page about environments prints what the page says."""

import re
import subprocess
import sys

import pytest

from ..imports import ROOT

PAGE = (ROOT / "docs" / "environments.md").read_text("utf-8")


def test_an_agent_is_trained() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel cannot be installed here")
    found = re.search(r"```python\n(.*?)```\n+```text\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    script, said = found.groups()
    assert len(script.splitlines()) <= 30
    once = script.replace("range(1, 101)", "range(1, 2)")
    done = subprocess.run(
        [sys.executable, "-c", once], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    lines, expected = done.stdout.splitlines(), said.splitlines()
    assert lines[:2] == expected[:2]
    assert len(lines) == len(expected) - 2
    assert [line.partition(":")[0] for line in lines[2:]] == [
        line.partition(":")[0] for line in expected[4:]
    ]
