"""Every snippet of docs/ci.md does what the page says.

The kifu under test replaces what a snippet would install; with KIFU_ONLINE=1, snippets do install
it. Only the CI services themselves are left out.
"""

import configparser
import json
import re
import runpy
import shlex
import subprocess
import sys
import venv
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from ..campaign import in_a_campaign
from ..imports import ROOT
from .archive import BROKEN, ONLINE, archive, git, source, stand_ins, with_commands
from .snippets import ADDRESS, PAGE, blocks, commands, copied, snippets

INSTALLED = f"kifu @ git+{ADDRESS}@v0.1.0"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "checkout").mkdir()
    return archive(tmp_path / "checkout")


def called(command: str, folder: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    """Run a shell command, and return its exit status and all its output."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return done.returncode, done.stdout


def finds_all_errors(output: str) -> bool:
    return set(re.findall(r"error ([A-Z]\d+)", output)) == set(BROKEN.values())


def test_every_block_of_the_page_is_known() -> None:
    assert snippets().keys() == {
        ".github/workflows/records.yml",
        ".github/workflows/code-scanning.yml",
        ".gitlab-ci.yml",
        ".pre-commit-config.yaml",
        "tox.ini",
        "noxfile.py",
        "Makefile",
        ".gitattributes",
    }
    others = [kind for kind, text in blocks() if text not in snippets().values()]
    assert others == ["sh", "sh", "sh", "sh", "diff"]


def test_replaced_values_are_named_once() -> None:
    page = PAGE.read_text("utf-8")
    assert set(re.findall(r"https?://[^\s'\"`)]+", page)) == {ADDRESS, f"{ADDRESS}@v0.1.0"}


SCHEMAS = {
    ".github/workflows/records.yml": "vendor.github-workflows",
    ".github/workflows/code-scanning.yml": "vendor.github-workflows",
    ".gitlab-ci.yml": "vendor.gitlab-ci",
}
FILES = {
    "action.yml": "vendor.github-actions",
    ".github/workflows/ci.yml": "vendor.github-workflows",
}


def test_files_of_services_follow_their_schemas(tmp_path: Path) -> None:
    pytest.importorskip("check_jsonschema")
    due = [(copied(name, tmp_path), schema) for name, schema in SCHEMAS.items()]
    due += [(ROOT / name, schema) for name, schema in FILES.items()]
    for schema in sorted({each for _, each in due}):
        paths = [path for path, each in due if each == schema]
        done = subprocess.run(
            [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *paths],
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_first_command_is_the_one_of_the_snippets() -> None:
    assert [each for each in commands("validate") if "docker" not in each] == ["kifu validate ."]


def test_gitlab(checkout: Path, tmp_path: Path) -> None:
    (job,) = yaml.safe_load(snippets()[".gitlab-ci.yml"]).values()
    names = stand_ins(tmp_path / "bin", "pip")
    environment = with_commands(names, CI_PROJECT_DIR=str(checkout))
    first, second = job["script"]
    assert called(first, checkout, environment)[0] == 0
    assert (names / "done").read_text() == f"pip install --quiet {INSTALLED}\n"
    status, output = called(second, checkout, environment)
    assert (status, finds_all_errors(output)) == (1, True), output
    reports = job["artifacts"]["reports"]
    quality = json.loads((checkout / reports["codequality"]).read_text("utf-8"))
    assert {each["location"]["path"] for each in quality if each["severity"] == "major"} == {
        f"broken/{code}.json" for code in BROKEN.values()
    }
    junit: Any = pytest.importorskip("junitparser").JUnitXml
    tests = junit.fromfile(str(checkout / reports["junit"]))
    assert (tests.failures, tests.tests > 15) == (len(BROKEN), True)


def test_tox_runs_what_the_page_says() -> None:
    settings = configparser.ConfigParser()
    settings.read_string(snippets()["tox.ini"])
    (section,) = settings.sections()
    assert f"`tox -e {section.removeprefix('testenv:')}`" in PAGE.read_text("utf-8")
    assert settings[section]["deps"] == INSTALLED
    assert settings[section]["commands"] == "kifu validate ."


class Session:
    """A nox session that records the calls it receives."""

    def __init__(self) -> None:
        self.done = list[tuple[str, ...]]()

    def install(self, *words: str) -> None:
        self.done.append(("install", *words))

    def run(self, *words: str) -> None:
        self.done.append(words)


def _as_it_is(function: object) -> object:
    return function


def test_nox_runs_its_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in: Any = ModuleType("nox")
    stand_in.session, stand_in.Session = _as_it_is, Session
    monkeypatch.setitem(sys.modules, "nox", stand_in)
    session = Session()
    runpy.run_path(str(copied("noxfile.py", tmp_path)))["records"](session)
    assert session.done == [("install", INSTALLED), ("kifu", "validate", ".")]
    assert "`PYTHONSAFEPATH=1 nox -s records`" in PAGE.read_text("utf-8")


@in_a_campaign
def test_make(checkout: Path, tmp_path: Path) -> None:
    copied("Makefile", checkout)
    commands = checkout / ".venv" / "bin"
    commands.parent.mkdir()
    stand_ins(commands)
    status, output = called("make records", checkout, with_commands(commands))
    assert (status, finds_all_errors(output)) == (2, True)  # make exits with 2 on any failure


def test_no_snippet_takes_modules_from_the_archive() -> None:
    """With plain `-m`, Python first looks for modules in the current folder."""
    assert re.findall(r"python3? .*-m \w+", PAGE.read_text("utf-8")) == ["python3 -I -m venv"]


def test_the_dockerfile() -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    assert len(lines) < 30
    whole = "\n".join(each for each in lines if not each.startswith("#")).replace("\\\n", " ")
    instructions = [each.split(maxsplit=1) for each in whole.splitlines() if each]
    assert [name for name, _ in instructions] == [
        *("FROM", "WORKDIR", "COPY", "RUN"),
        *("FROM", "RUN", "RUN", "USER", "WORKDIR", "ENTRYPOINT", "CMD"),
    ]
    values = [value for name, value in instructions if name in ("ENTRYPOINT", "CMD")]
    assert [json.loads(each) for each in values] == [["kifu"], ["validate", "."]]
    for name, value in instructions:
        if name == "RUN":
            shlex.split(value)


def elsewhere(home: Path) -> Mapping[str, str]:
    """Create a virtual environment for a user with a different home, and return its variables."""
    venv.create(home / "venv", with_pip=True)
    more = {"HOME": str(home), "PYTHONPATH": "", "PRE_COMMIT_HOME": str(home / "hooks")}
    return with_commands(home / "venv" / "bin", **more)


@pytest.fixture
def kifu(tmp_path: Path) -> Path:
    """A repository with this kifu, which git uses in place of the one on the page."""
    (tmp_path / "kifu").mkdir()
    found = source(tmp_path / "kifu")
    (tmp_path / ".gitconfig").write_text(f'[url "file://{found}"]\n  insteadOf = {ADDRESS}\n')
    return found


@ONLINE
def test_gitlab_with_pip(checkout: Path, tmp_path: Path, kifu: Path) -> None:
    (job,) = yaml.safe_load(snippets()[".gitlab-ci.yml"]).values()
    status, output = called(" && ".join(job["script"]), checkout, elsewhere(tmp_path))
    assert (status, finds_all_errors(output)) == (1, True), output


@ONLINE
def test_make_with_pip(checkout: Path, tmp_path: Path, kifu: Path) -> None:
    copied("Makefile", checkout)
    status, output = called("make records", checkout, elsewhere(tmp_path))
    assert (status, finds_all_errors(output)) == (2, True), output


@ONLINE
@pytest.mark.parametrize(("name", "tool", "arguments"), [
    ("tox.ini", "tox", "-e records"),
    ("noxfile.py", "nox", "-s records"),
    (".pre-commit-config.yaml", "pre_commit", "run --all-files"),
])  # fmt: skip
def test_with_the_real_tool(
    name: str, tool: str, arguments: str, checkout: Path, tmp_path: Path, kifu: Path
) -> None:
    if find_spec(tool) is None:
        pytest.skip(f"{tool} is not installed")
    copied(name, checkout)
    git(checkout, "add", "--all")
    command = f"{shlex.quote(sys.executable)} -P -m {tool} {arguments}"
    if tool == "nox":
        command = f"PYTHONSAFEPATH=1 {command}"  # as the page says
    status, output = called(command, checkout, elsewhere(tmp_path))
    assert (status, finds_all_errors(output)) == (1, True), output


@ONLINE
def test_the_command_of_the_dockerfile(checkout: Path, tmp_path: Path, kifu: Path) -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    build, _, install = re.findall(r"^RUN (?:--mount=\S+ +)?(.*)$", text, re.MULTILINE)
    environment = elsewhere(tmp_path)
    for each in (build, install):
        command = each.replace("/wheels", str(tmp_path / "wheels"))
        status, output = called(command, kifu, environment)
        assert status == 0, output
    assert finds_all_errors(called("kifu validate .", checkout, environment)[1])
