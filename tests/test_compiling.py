"""If a module cannot be compiled, kifu is installed as plain Python and says why."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

import pytest

from kifu import cli

from .builds import build
from .imports import FOLDERS, ROOT

COMPILER = os.environ.get("CC", "cc").split()[0]
CAN_COMPILE = shutil.which(COMPILER) and Path(sysconfig.get_path("include"), "Python.h").exists()
TYPES = "cpdef int twice(int number)\n"


def reason(folder: Path, types: str = TYPES, compiler: str = COMPILER) -> str:
    """Build a package with a single module to compile; return why it stayed plain Python."""
    source, site = folder / "source", folder / "site"
    for package in ("", *FOLDERS):
        (source / package).mkdir()
        (source / package / "__init__.py").touch()
    for name in ("setup.py", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    (source / "findings/small.py").write_text("def twice(number):\n    return 2 * number\n")
    (source / "findings/small.pxd").write_text(types)
    build(site, source, CC=compiler)
    assert not [*site.rglob("small.*.so")]
    return (site / "kifu/plain.txt").read_text("utf-8")


def test_a_missing_compiler_is_named(tmp_path: Path) -> None:
    assert "missing-compiler" in reason(tmp_path, compiler="missing-compiler")


def test_a_module_that_is_not_translated_is_named(tmp_path: Path) -> None:
    assert "small.pxd" in reason(tmp_path, types=TYPES.replace("int ", "unknown "))


def test_the_version_says_why_kifu_is_plain_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "_COMPILED", str(tmp_path / "scan"))
    monkeypatch.setattr(cli, "REASON", str(tmp_path / "plain.txt"))
    (tmp_path / "plain.txt").write_text("Python.h: No such file or directory", "utf-8")
    assert "Python.h: No such file" in cli.build()


@pytest.mark.skipif(not CAN_COMPILE, reason="there is no C compiler")
def test_the_installed_kifu_was_not_left_plain() -> None:
    """Fail here if a module could not be compiled when kifu was installed."""
    assert not Path(cli.REASON).exists(), cli.build()
