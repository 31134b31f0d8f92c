"""An archive as CI sees it: a git repository with valid and invalid records of all games."""

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import kifu
from kifu import replayer

from ..imports import ROOT

ONLINE = pytest.mark.skipif(
    not os.environ.get("KIFU_ONLINE"), reason="packages are only installed with KIFU_ONLINE=1"
)
BROKEN = {"goita": "G104", "leduc": "L203", "mighty": "M301", "planowanie": "P203"}
"""One rule per game; the archive contains the rules' examples."""

HOSTILE = ("json", "random", "secrets", "site", "sitecustomize", "usercustomize", "venv", "kifu")
"""Modules planted in an archive under names that Python programs import."""

_GIT = ("git", "-c", "user.name=Kifu", "-c", "user.email=kifu@kifu.example")


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder and return its output."""
    return _run(folder, *_GIT, *arguments)


def _run(folder: Path, *command: str) -> str:
    return subprocess.run(
        command, cwd=folder, check=True, capture_output=True, encoding="utf-8"
    ).stdout


def commit(folder: Path) -> None:
    """Turn a folder into a repository that contains all its files."""
    git(folder, "init", "--quiet", ".")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")


def archive(folder: Path) -> Path:
    """Create an archive: valid records in `games/`, and an invalid one per game in `broken/`.

    It is hostile: if Python imports one of its modules by mistake, Python exits at once.
    """
    assert replayer.games().keys() >= BROKEN.keys()
    for path in (ROOT / "examples").glob("*/*"):
        game = path.parent.name
        if game in BROKEN and path.name not in ("match-2015.json", "player.py"):
            target = folder / "games" / game / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    (folder / "broken").mkdir()
    for rule in kifu.rules():
        if rule.code in BROKEN.values():
            (folder / "broken" / f"{rule.code}.json").write_bytes(rule.example.content())
    (folder / "package.json").write_text('{"name": "no record"}\n')
    for name in HOSTILE:
        (folder / f"{name}.py").write_text(
            f"import os\nos.write(2, b'{name} was run')\nos._exit(99)\n"
        )
    commit(folder)
    return folder


def stand_ins(folder: Path, *others: str) -> Path:
    """Create a folder of commands: the kifu under test, and others that do nothing."""
    folder.mkdir()
    # Unlike plain `-m`, an installed script does not find modules in the current folder.
    _script(folder / "kifu", f'exec {shlex.quote(sys.executable)} -P -m kifu "$@"')
    for name in others:
        _script(folder / name, f'echo {name} "$@" >> {shlex.quote(str(folder / "done"))}')
    return folder


def _script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def with_commands(folder: Path, **more: str) -> Mapping[str, str]:
    """Return an environment in which a folder's commands take precedence."""
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", **more}


def source(folder: Path) -> Path:
    """Create a repository from this kifu's current files, tagged as on the page."""
    names = _run(ROOT, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    commit(folder)
    git(folder, "tag", "v0.1.0")
    return folder
