"""The GitHub Action: bash runs its steps as the runner would.

Only GitHub can run the steps that use other actions: `setup-python`, `cache`, `upload-sarif`.
"""

import json
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from ..campaign import in_a_campaign
from .archive import BROKEN, ONLINE, archive, source
from .runner import Runner, action
from .snippets import ACTION, snippets

OF_THE_SERVICE = {
    "python": "actions/setup-python",
    "cache": "actions/cache",
    "upload": "github/codeql-action/upload-sarif",
}
ANNOTATION = re.compile(r"^::(error|warning|notice) title=(\w+) .*?file=([^,]+),line=(\d+)", re.M)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """A runner that restored kifu from its cache: the kifu under test."""
    temporary = tmp_path / "temporary"
    commands = temporary / "kifu" / "bin"
    commands.mkdir(parents=True)
    path = shlex.quote(os.environ.get("PYTHONPATH", ""))
    for name, line in {
        "python": f'exec {sys.executable} "$@"',
        "kifu": f'PYTHONPATH={path} exec {sys.executable} -P -m kifu "$@"',
    }.items():
        (commands / name).write_text(f"#!/bin/sh\n{line}\n")
        (commands / name).chmod(0o755)
    (tmp_path / "checkout").mkdir()
    return Runner(archive(tmp_path / "checkout"), temporary, {})


def steps() -> dict[str, Any]:
    return {each["id"]: each for each in action()["runs"]["steps"]}


def test_no_input_is_pasted_into_a_script() -> None:
    scripts = [each["run"] for each in steps().values() if "run" in each]
    assert len(scripts) == 3
    assert not [each for each in scripts if "${{" in each or "eval" in each]


def test_every_input_is_used_and_every_expression_known() -> None:
    text = json.dumps(action())
    used = set(re.findall(r"inputs\.([\w-]+)", text))
    assert used == action()["inputs"].keys()
    assert set(re.findall(r"steps\.(\w+)", text)) <= steps().keys()


def test_only_known_steps_need_the_service() -> None:
    used = {
        name: each["uses"].partition("@")[0] for name, each in steps().items() if "uses" in each
    }
    assert used == OF_THE_SERVICE


def test_findings_are_annotated_and_reported(runner: Runner) -> None:
    assert runner.step("validate") == 1
    found = ANNOTATION.findall(runner.log)
    errors = {(code, file) for level, code, file, _ in found if level == "error"}
    assert errors == {(code, f"broken/{code}.json") for code in BROKEN.values()}
    report = json.loads(Path(runner.outputs["validate"]["sarif"]).read_text("utf-8"))
    assert report["version"] == "2.1.0"
    uploaded = {each["ruleId"] for each in report["runs"][0]["results"] if each["level"] == "error"}
    assert uploaded == set(BROKEN.values())


@in_a_campaign
def test_sound_records_pass(runner: Runner) -> None:
    runner.inputs = {"paths": "games/goita\ngames/leduc\n", "options": "--strict\n"}
    assert runner.step("validate") == 0
    assert not ANNOTATION.search(runner.log)
    assert runner.outputs["validate"]["sarif"]


def test_inputs_are_never_run(runner: Runner) -> None:
    folder = runner.workspace / "games $(touch pwned) `touch pwned`;touch pwned"
    (runner.workspace / "games" / "leduc").rename(folder)
    runner.inputs = {"paths": f"{folder.name}\n", "options": '--stdin-filename=";touch pwned;"'}
    assert runner.step("validate") == 2
    assert "--stdin-filename needs standard input" in runner.log
    runner.inputs = {"paths": f"{folder.name}\n", "options": '--ignore="$(touch pwned)"'}
    assert runner.step("validate") == 2
    runner.inputs = {"paths": f"{folder.name}\n"}
    assert runner.step("validate") == 0
    runner.inputs = {"paths": "--output-format=json\n"}
    assert runner.step("validate") == 2
    assert not [*runner.workspace.rglob("pwned")]


def test_a_record_gives_no_commands_to_the_runner(runner: Runner) -> None:
    line = "::error file=a.txt::pwned"
    (runner.workspace / "bad.yaml").write_text(f"version: 1.0\nlog:\n - [\n{line}\n##[error]\n")
    runner.inputs = {"paths": "bad.yaml", "options": "--format=goita/yaml"}
    assert runner.step("validate") == 1
    begins, word = next(
        (at, each.removeprefix("::stop-commands::"))
        for at, each in enumerate(runner.log.splitlines())
        if each.startswith("::stop-commands::")
    )
    lines = runner.log.splitlines()
    ends = lines.index(f"::{word}::")
    assert len(word) == 32
    assert [each for each in lines[begins + 1 : ends] if "pwned" in each or "##[" in each]
    assert all(
        each.startswith(("::error title=", "::warning title=")) for each in lines[ends + 1 :]
    )


def test_nothing_of_the_archive_is_run(runner: Runner) -> None:
    """This holds even if the job has the checkout on its module path."""
    # Python from `setup-python`; its environments lack pip, which is slow to install.
    python = runner.temporary / "python"
    python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@" --without-pip\n')
    python.chmod(0o755)
    runner.outputs["python"] = {"python-path": str(python)}
    runner.environment = {**runner.environment, "PYTHONPATH": "."}
    runner.inputs = {"paths": "games/leduc"}
    assert runner.step("validate") == 0, runner.log
    (runner.temporary / "kifu").rename(runner.temporary / "before")
    assert runner.step("install") == 127, runner.log  # the environment lacks pip
    assert (runner.temporary / "kifu" / "bin" / "python").exists()


def test_unreadable_files_fail(runner: Runner) -> None:
    runner.inputs = {"paths": "absent.json"}
    assert runner.step("validate") == 2
    assert "absent.json: No such file or directory" in runner.log


def test_the_cache_goes_by_the_source(runner: Runner, tmp_path: Path) -> None:
    copy = tmp_path / "action"
    (copy / "cli").mkdir(parents=True)
    (copy / "cli" / "a b.py").write_text("x = 1\n")
    runner.action_path = copy
    keys = list[str]()
    for text in ("x = 1\n", "x = 1\n", "x = 2\n"):
        (copy / "cli" / "a b.py").write_text(text)
        assert runner.step("key") == 0
        keys.append(runner.outputs["key"]["source"])
    assert keys[0] == keys[1] != keys[2]
    assert re.fullmatch("[0-9a-f]{64}", keys[0])
    cached = runner.value(steps()["cache"]["with"]["path"])
    assert cached == str(runner.temporary / "kifu")
    assert (Path(cached) / "bin" / "kifu").exists()


@pytest.mark.parametrize("name", [each for each in snippets() if ".github" in each])
def test_the_workflows_of_the_page_use_the_action(name: str) -> None:
    (job,) = yaml.safe_load(snippets()[name])["jobs"].values()
    checkout, own = job["steps"]
    assert checkout["uses"].startswith("actions/checkout@")
    assert own["uses"] == ACTION
    assert own.get("with", {}).keys() <= action()["inputs"].keys()


@in_a_campaign
def test_inputs_of_the_page(runner: Runner) -> None:
    (job,) = yaml.safe_load(snippets()[".github/workflows/code-scanning.yml"])["jobs"].values()
    target = runner.workspace / "archive" / "2015.jsonl.gz"
    target.parent.mkdir()
    target.write_bytes((runner.workspace / "games" / "goita" / "archive.jsonl").read_bytes())
    runner.inputs = job["steps"][-1]["with"]
    assert runner.step("validate") == 0
    assert "M7" not in runner.log  # the action's `args` ignore these codes
    assert runner.outputs["validate"]["sarif"]


@ONLINE
def test_kifu_is_installed_from_the_action(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "action").mkdir()
    runner.action_path = source(tmp_path / "action")
    runner.temporary = tmp_path / "elsewhere"
    runner.temporary.mkdir()
    runner.outputs["python"] = {"python-path": sys.executable}
    runner.environment = {k: v for k, v in runner.environment.items() if k != "PYTHONPATH"}
    assert runner.step("install") == 0
    assert runner.step("validate") == 1
    assert "4 errors" in runner.log
