"""The project's own workflow and hooks only refer to things that exist."""

import re
import tomllib
from typing import Any

import yaml

from ..imports import ROOT
from .runner import action


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def workflow() -> dict[str, Any]:
    return yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))["jobs"]


def test_the_gate_runs_on_the_pythons_that_are_named() -> None:
    job = workflow()["gate"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project()["classifiers"]))
    assert job["strategy"]["matrix"]["python"] == named
    assert job["steps"][-1]["run"] == ".ci/run"
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_the_workflow_installs_extras_that_there_are() -> None:
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    extras = {each for one in re.findall(r"'\.\[([\w,]+)\]'", text) for each in one.split(",")}
    assert extras
    assert extras <= project()["optional-dependencies"].keys()


def test_the_workflow_tries_the_action_of_its_checkout() -> None:
    (own,) = (each for each in workflow()["integration"]["steps"] if each.get("uses") == "./")
    assert own["with"].keys() <= action()["inputs"].keys()


def test_releases_have_wheels_for_all_pythons_and_are_published_by_trusted_publishing() -> None:
    path = ROOT / ".github" / "workflows" / "release.yml"
    release = yaml.safe_load(path.read_text("utf-8"))["jobs"]["publish"]
    assert release["permissions"] == {"id-token": "write"}
    assert release["if"] == "github.event_name == 'release'"
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    assert tools["cibuildwheel"]["build"] == "cp31{1,2,3,4}-*"
    assert project()["requires-python"] == ">=3.11"


def test_hooks_and_gate_have_the_same_ruff() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    (repository,) = config["repos"]
    used = {
        each for hook in repository["hooks"] for each in hook.get("additional_dependencies", [])
    }
    assert {each for each in used if each.startswith("ruff")} <= set(
        project()["optional-dependencies"]["lint"]
    )
