"""`kifu config`: the settings in effect for a file, and where each comes from."""

import json
from typing import Any

from ..command import Kifu

CONFIGURATION = """\
extend-exclude = ["drafts", "old/*.txt"]
ignore = ["M7"]
[per-file-ignores]
"games/**" = ["G1"]
[formats]
"*.gibo" = "mighty/gibo"
"""


def test_for_people(run: Kifu) -> None:
    run.write({"kifu.toml": CONFIGURATION})
    missing = run("config", "games/a.gibo")
    assert missing.out.startswith("games/a.gibo: does not exist, but would be read\n")
    run.write({"games/a.gibo": ""})
    result = run("config", "games/a.gibo", "--select", "G", "--ignore", "G1,G2")
    assert (result.status, result.err) == (0, "")
    lines = [line.split(maxsplit=1) for line in result.out.splitlines()]
    assert result.out.startswith("games/a.gibo: read\nconfiguration: kifu.toml\n\n")
    assert ["select", '"G"                       option --select'] in lines
    assert ["ignore", '"G1"                      option --ignore'] in lines
    assert ["extend-exclude", '"drafts"                  kifu.toml:1'] in lines
    assert ["per-file-ignores", '"games/**" = ["G1"]       kifu.toml:4'] in lines
    assert ["respect-gitignore", "true                      default"] in lines
    assert ["severity", "nothing"] in lines


def test_for_programs(run: Kifu) -> None:
    run.write({"kifu.toml": CONFIGURATION})
    report: dict[str, Any] = json.loads(
        run("config", "old/a.txt", "--output-format", "json").stdout
    )
    assert report["path"] == "old/a.txt"
    assert report["left_out"] == 'excluded by "old/*.txt" (kifu.toml:1)'
    assert report["configuration"] == "kifu.toml"
    assert report["keys"]["ignore"] == {
        "value": ["M7"],
        "from": [{"value": "M7", "origin": "kifu.toml:2"}],
    }
    assert report["keys"]["formats"] == {"value": {}, "from": []}
    assert report["keys"]["required-version"]["value"] is None


def test_without_a_configuration(run: Kifu) -> None:
    result = run("config")
    assert result.out.startswith(".: read\nconfiguration: none found\n")
    assert run("config", "a.json", "--exclude", "*.json").out.startswith(
        'a.json: left out, excluded by "*.json" (option --exclude)\n'
    )


def test_a_wrong_one_is_said_as_everywhere(run: Kifu) -> None:
    run.write({"kifu.toml": 'required-version = ">=99"\nnew = 1\n'})
    result = run("config")
    assert result.status == 2
    assert result.err.startswith("kifu: kifu.toml:1:1: this requires kifu >=99, but this is kifu ")


def test_every_key_that_can_be_one_is_an_option(run: Kifu) -> None:
    shown = json.loads(run("config", "--output-format", "json").stdout)["keys"]
    said = run("validate", "--help").out
    instead = {"formats": "--format "}
    instead |= dict.fromkeys(
        ("docs-url", "encodings", "required-version", "rule-options"), "--config "
    )
    for name in shown:
        assert instead.get(name, f"--{name}") in said
