"""Scripts that play the games of plug-ins in environments."""

from pathlib import Path

import pytest

from ..imports import ROOT
from ..plugins.copies import Copy

PLUGINS = pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("kuhn", "examples/plugin"),
        ("raises", "tests/plugins/raises"),
        ("tictactoe", "examples/tic-tac-toe"),
    ],
)


def said(tmp_path: Path, name: str, folder: str, script: str) -> str:
    """Return the output of a script that is given the name of the game."""
    copy = Copy(tmp_path, name, ROOT / folder)
    (tmp_path / "script.py").write_text(script)
    done = copy.run("script", name)
    assert done.returncode == 0, done.stderr
    return done.stdout
