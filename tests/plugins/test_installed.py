"""A game in a package of its own, installed into a fresh environment."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..campaign import in_a_campaign
from ..distributions import Distributions
from ..fork_server import PATIENCE, ForkServer
from .copies import MATCH, PLUGIN, WHOLE, Done


def carried_out(command: list[str], environment: dict[str, str], folder: Path) -> Done:
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )


@pytest.fixture
def environment(tmp_path: Path, distributions: Distributions) -> Path:
    """Python in a new environment with kifu's wheel and a copy of the plug-in.

    Their dependencies come from this environment, so that nothing has to be downloaded.
    """
    home, sources = tmp_path / "environment", tmp_path / "sources"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    python = home / "bin" / "python"
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    own = carried_out([str(python), "-c", asked], clean(), tmp_path).stdout.strip()
    packages = [each for each in sys.path if Path(each).name in ("site-packages", "dist-packages")]
    Path(own, "dependencies.pth").write_text("\n".join(packages) + "\n")
    shutil.copytree(PLUGIN, sources / "plugin", ignore=WHOLE)
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    install += ["--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    install += ["--no-compile", "--ignore-installed"]
    done = carried_out([*install, str(distributions.wheel), "./plugin"], clean(), sources)
    assert done.returncode == 0, done.stdout + done.stderr
    return python


def clean() -> dict[str, str]:
    """Return this process's environment without variables that redirect Python."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


# Imports shared by all forks, without looking for games.
_PREPARE = """
import jsonschema_rs, lark, pyarrow.dataset, pyarrow.parquet, pytest
import kifu.cli.archive.stats, kifu.cli.check.validate
import kifu.cli.convert.convert, kifu.cli.show.replay
"""


@in_a_campaign
def test_an_installed_game_is_in_every_command(environment: Path, tmp_path: Path) -> None:
    server = ForkServer(_PREPARE, str(environment), clean())

    def run(*arguments: str, status: int = 0) -> str:
        found, out, err = server.run("kifu", arguments, tmp_path, clean(), b"", timeout=PATIENCE)
        assert found == status, out + err
        assert b"Traceback" not in err
        return out.decode()

    where = carried_out(
        [str(environment), "-c", "import kifu; print(kifu.__file__)"], clean(), tmp_path
    )
    assert where.stdout.startswith(str(tmp_path))

    assert "\nkuhn/json " in run("formats")
    assert json.loads(run("schema", "kuhn/json"))["title"] == "Kuhn poker record"
    run("validate", "--strict", str(PLUGIN / "records"))

    dense = run("convert", str(MATCH), "--to", "kuhn/json", "-o", "match.jsonl")
    assert dense == ""
    assert run("convert", "match.jsonl", "-o", "copy.json") == ""
    assert (tmp_path / "copy.json").read_text("utf-8") == MATCH.read_text("utf-8")
    view = run("view", str(MATCH), "--player", "0")
    assert view == (PLUGIN / "records" / "view.json").read_text("utf-8")

    assert "round 2, variation 1 (a bluff), from ply 1" in run("replay", str(MATCH))
    steps = json.loads(run("replay", str(MATCH), "--round", "3", "--output-format", "json"))
    assert steps["rounds"][0]["steps"][-1]["returns"] == [-2, 2]
    assert run("legal", str(MATCH), "--round", "3", "--ply", "2").split() == ["p", "b"]
    branched = run("branch", str(MATCH), "--round", "3", "--ply", "2", "p")
    assert len(json.loads(branched)["hands"][2]["variations"]) == 1

    wrong = MATCH.read_text("utf-8").replace('"bets": "pbb"', '"bets": "pxb"')
    (tmp_path / "wrong.json").write_text(wrong)
    report = json.loads(run("validate", "wrong.json", "--output-format", "json", status=1))
    (finding,) = report["findings"]
    assert (finding["code"], finding["name"]) == ("K002", "kuhn-no-action")
    assert (finding["round"], finding["ply"]) == (3, 2)
    assert wrong.splitlines()[finding["line"] - 1][finding["column"] - 1] == "x"
    assert run("rule", "K002").startswith("K002 kuhn-no-action (error)\n")

    run("generate", "kuhn", "-n", "20", "--seed", "1", "-o", "some.jsonl")
    run("validate", "--strict", "some.jsonl")
    (statistics,) = json.loads(run("stats", "some.jsonl", "--output-format", "json"))["games"]
    assert statistics["game"] == "kuhn"
    assert statistics["results"] == [{"result": "complete", "rounds": statistics["rounds"]}]
    assert sum(each["points"] for each in statistics["players"]) == 0
    assert sum(each["won"] for each in statistics["players"]) == statistics["rounds"]

    laws = carried_out(
        [str(environment), "-m", "pytest", "-q", "-k", "example or entry"],
        clean(),
        tmp_path / "sources" / "plugin",
    )
    assert laws.returncode == 0, laws.stdout + laws.stderr
