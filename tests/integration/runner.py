"""The part of GitHub's runner that runs the scripts of a composite action."""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ..imports import ROOT

_EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")
_BASH = ("bash", "--noprofile", "--norc", "-e", "-o", "pipefail")
"""How the runner calls bash for steps with `shell: bash`."""


def action() -> dict[str, Any]:
    """Return kifu's action."""
    return yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


@dataclass
class Runner:
    """Runs the action's steps in a checkout, as GitHub's runner would."""

    workspace: Path
    temporary: Path
    inputs: Mapping[str, str]
    action_path: Path = ROOT
    outputs: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    log: str = ""
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    def step(self, identifier: str) -> int:
        """Run the script of a step and return its exit status."""
        (step,) = (each for each in action()["runs"]["steps"] if each["id"] == identifier)
        output = self.temporary / f"output-{identifier}"
        output.touch()
        script = self.temporary / f"{identifier}.sh"
        script.write_text(step["run"], encoding="utf-8")
        done = subprocess.run(
            [*_BASH, str(script)],
            cwd=self.workspace,
            env={
                **self.environment,
                "GITHUB_ACTION_PATH": str(self.action_path),
                "GITHUB_OUTPUT": str(output),
                "GITHUB_WORKSPACE": str(self.workspace),
                "RUNNER_TEMP": str(self.temporary),
                **{name: self.value(each) for name, each in step.get("env", {}).items()},
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.log += done.stdout
        pairs = (line.partition("=") for line in output.read_text("utf-8").splitlines())
        self.outputs[identifier] = {name: value for name, _, value in pairs}
        return done.returncode

    def value(self, template: str) -> str:
        """Replace the expressions in a text."""
        return _EXPRESSION.sub(lambda found: self._known(found[1]), template)

    def _known(self, expression: str) -> str:
        kind, _, rest = expression.partition(".")
        if kind == "inputs":
            return self.inputs.get(rest, str(action()["inputs"][rest]["default"]))
        step, _, name = rest.partition(".outputs.")
        assert kind == "steps"
        return self.outputs.get(step, {}).get(name, "")
