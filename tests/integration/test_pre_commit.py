"""The hooks that kifu provides, run by pre-commit itself."""

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from ..imports import ROOT
from .archive import BROKEN, ONLINE, archive, git, source, stand_ins, with_commands
from .snippets import copied

INSTALLED = pytest.mark.skipif(
    find_spec("pre_commit") is None, reason="pre-commit is not installed"
)


def hooks() -> list[dict[str, Any]]:
    return yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "checkout").mkdir()
    return archive(tmp_path / "checkout")


def pre_commit(checkout: Path, *arguments: str, **more: str) -> tuple[int, str]:
    """Run pre-commit with the commands in the folder `bin`; return its exit status and output."""
    home = str(checkout.parent / "home")
    environment = with_commands(checkout.parent / "bin", PRE_COMMIT_HOME=home, **more)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pre_commit", *arguments],
        cwd=checkout,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return done.returncode, done.stdout


def committed(checkout: Path) -> tuple[int, str]:
    git(checkout, "add", "--all")
    return pre_commit(checkout, "run")


@INSTALLED
def test_the_files_that_pre_commit_reads(tmp_path: Path) -> None:
    configurations = [ROOT / ".pre-commit-config.yaml", copied(".pre-commit-config.yaml", tmp_path)]
    assert pre_commit(tmp_path, "validate-config", *map(str, configurations))[0] == 0
    assert pre_commit(tmp_path, "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"))[0] == 0
    (repository,) = yaml.safe_load(configurations[1].read_text("utf-8"))["repos"]
    assert [each["id"] for each in repository["hooks"]] == [each["id"] for each in hooks()]


@INSTALLED
def test_the_hooks_as_pre_commit_calls_them(checkout: Path) -> None:
    # The hooks as provided, except for their installation.
    own = [{**each, "language": "system"} for each in hooks()]
    config = {"repos": [{"repo": "local", "hooks": own}]}
    (checkout / ".pre-commit-config.yaml").write_text(json.dumps(config))
    stand_ins(checkout.parent / "bin")

    # Both hooks run, and a record with errors is listed once.
    status, output = pre_commit(checkout, "run", "--all-files")
    assert status == 1
    assert all(output.count(f"error {code}") == 1 for code in BROKEN.values()), output
    assert all(output.count(f"{code}.json") == 1 for code in BROKEN.values()), output

    # Committing no records at all, or only excluded ones, is not a failure.
    (checkout / "notes.txt").write_text("no record\n")
    (checkout / "kifu.toml").write_text('exclude = ["drafts"]\n')
    (checkout / "drafts").mkdir()
    shutil.copy(checkout / "broken" / f"{BROKEN['goita']}.json", checkout / "drafts")
    status, output = committed(checkout)
    assert status == 0, output

    # A valid record that is not in canonical form is rewritten, and the commit stops.
    path = checkout / "games" / "leduc" / "match.json"
    canonical = path.read_bytes()
    path.write_bytes(canonical.replace(b'": ', b'":'))
    git(checkout, "add", "--all")
    status, output = pre_commit(checkout, "run", "kifu-fmt")
    assert (status, "files were modified by this hook" in output) == (1, True), output
    assert path.read_bytes() == canonical


@INSTALLED
def test_a_committed_file_is_not_an_option_of_a_hook(checkout: Path) -> None:
    own = [{**each, "language": "system"} for each in hooks()]
    config = {"repos": [{"repo": "local", "hooks": own}]}
    (checkout / ".pre-commit-config.yaml").write_text(json.dumps(config))
    stand_ins(checkout.parent / "bin")
    (checkout / "--exit-zero").write_text("no record\n")
    git(checkout, "add", "--all")
    status, output = pre_commit(checkout, "run", "--all-files")
    assert status == 1
    assert output.count("`--exit-zero` is both an option and a file") == len(own), output


@ONLINE
@INSTALLED
def test_the_hooks_as_pre_commit_installs_them(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "kifu").mkdir()
    repository = source(tmp_path / "kifu")
    status, output = pre_commit(checkout, "try-repo", str(repository), "--all-files", PYTHONPATH="")
    assert status == 1
    assert all(f"error {code}" in output for code in BROKEN.values())
    assert "kifu fmt" in output
