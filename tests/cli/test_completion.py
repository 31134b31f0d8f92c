"""Shell completion: queried as the shells' scripts do, and once in a real bash."""

import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

import kifu
from kifu import formats, replayer
from kifu.cli import COMMANDS
from kifu.cli import kifu as group
from kifu.cli.report import REPORTS

from ..command import Kifu


def completed(run: Kifu, line: str, shell: str = "fish") -> list[str]:
    """Return the completions of a line in fish format, without their descriptions."""
    words = line.split(" ")
    asked = {"_KIFU_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": words[-1]}
    result = run(environment=asked)
    assert (result.status, result.err) == (0, "")
    return [each.split(",", 1)[1].split("\t")[0] for each in result.out.splitlines() if each]


def kinds(run: Kifu, line: str) -> set[str]:
    words = line.split(" ")
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    out = run(environment={"_KIFU_COMPLETE": "bash_complete", **asked}).out
    return {each.split(",")[0] for each in out.splitlines()}


def test_commands(run: Kifu) -> None:
    assert completed(run, "kifu ") == list(COMMANDS)
    assert completed(run, "kifu re") == ["replay"]


def test_options_and_their_values(run: Kifu) -> None:
    assert completed(run, "kifu validate --stri") == ["--strict"]
    assert completed(run, "kifu validate --select G601") == ["G601"]
    assert completed(run, "kifu validate --output-format ") == list(REPORTS)
    assert completed(run, "kifu convert x --to ") == list(formats.described())
    assert completed(run, "kifu convert x --to js") == ["json", "json-2015"]
    assert completed(run, "kifu validate --format goita/j") == ["goita/json", "goita/json-2015"]
    assert completed(run, "kifu completion ") == ["bash", "zsh", "fish"]


def test_arguments(run: Kifu) -> None:
    assert completed(run, "kifu generate ") == list(replayer.games())
    assert completed(run, "kifu rule G10")[:2] == ["G101", "G102"]
    assert completed(run, "kifu rule g101") == ["G101"]
    assert completed(run, "kifu rule goita-king-may-not-a") == ["goita-king-may-not-attack"]
    assert len(completed(run, "kifu rule ")) == len(kifu.rules())
    assert completed(run, "kifu schema leduc/") == ["leduc/json"]


def test_lists_and_pairs(run: Kifu) -> None:
    assert completed(run, "kifu validate --select G,M10")[:2] == ["G,M101", "G,M102"]
    assert completed(run, "kifu validate --ignore S001,json-com") == ["S001,json-comment"]
    assert completed(run, "kifu validate --report sar") == ["sarif="]
    assert completed(run, "kifu validate --severity G204") == ["G204="]
    severities = ["G204=error", "G204=warning", "G204=note"]
    assert completed(run, "kifu validate --severity G204=") == severities
    assert completed(run, "kifu validate --severity G204=w") == severities[1:2]


def test_options_of_matches(run: Kifu) -> None:
    assert completed(run, "kifu play go --option s") == [
        "size=",
        "suicide=",
        "superko=",
        "scoring=",
    ]
    assert completed(run, "kifu play go --option superko=p") == ["superko=positional"]
    assert completed(run, "kifu generate mighty --rules ") == ["seed", "pagat", "league"]
    assert completed(run, "kifu generate leduc --option ") == []
    assert completed(run, "kifu new go --to ") == ["go/json", "go/sgf"]
    assert completed(run, "kifu new go --to s") == ["sgf"]


@pytest.mark.parametrize("line", ["validate ", "convert a.json b", "replay ex", "validate -o x"])
def test_files(run: Kifu, line: str) -> None:
    assert kinds(run, f"kifu {line}") == {"file"}


def test_names_of_files_and_notations_are_completed() -> None:
    """Parameters are identified by the names the help shows."""
    files = {"INPUT", "INPUT...", "FILE", "[PATH]...", "ENTRANTS"}
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        for each in command.params:
            context = click.Context(command)
            if each.metavar in files | {"FOLDER"}:
                (found,) = each.shell_complete(context, "x")
                assert found.type == ("file" if each.metavar in files else "dir"), (name, each.name)
            elif each.metavar in ("ID", "[ID]"):
                assert each.shell_complete(context, "goita/"), (name, each.name)


def test_no_such_instruction(run: Kifu) -> None:
    result = run(environment={"_KIFU_COMPLETE": "tcsh_complete"})
    assert result.status == 2
    assert result.last == (
        "kifu: _KIFU_COMPLETE=tcsh_complete is unknown: "
        "expected one of bash_complete, zsh_complete, fish_complete"
    )


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_one_of_its_shell(run: Kifu, shell: str) -> None:
    result = run("completion", shell)
    assert result.status == 0
    assert f"_KIFU_COMPLETE={shell}_complete" in result.out
    assert run(environment={"_KIFU_COMPLETE": f"{shell}_source"}).out == result.out
    program = shutil.which(shell)
    if program is not None:
        checked = subprocess.run([program, "-n"], input=result.stdout, capture_output=True)
        assert (checked.returncode, checked.stderr) == (0, b"")


_PAIRS = {
    "--report sar": "sarif=",
    "--report = sar": "sarif=",
    "--severity G204 =": "error warning note",
    "--severity G204 = w": "warning",
    "--severity = G204 = w": "warning",
    "--report = a.json --color = al": "always",
    "--color =": "always never auto",
}
"""The completions of value pairs in bash."""

_IN_BASH = """
PATH=$PWD:$PATH
eval "$(kifu completion bash)"
complete -p kifu
COMP_WORDS=(kifu validate --str) COMP_CWORD=2
_kifu_completion ./kifu
echo "${COMPREPLY[@]}"
compopt() { echo "$@"; }
COMPREPLY=() COMP_WORDS=(kifu validate --report sar) COMP_CWORD=3
_kifu_completion ./kifu
echo "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize("line", _PAIRS)
def test_pairs_in_bash(run: Kifu, line: str) -> None:
    words = f"kifu validate {line}".split(" ")
    asked = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    out = run(environment={"_KIFU_COMPLETE": "bash_complete", **asked}).out
    assert [each.removeprefix("plain,") for each in out.splitlines()] == _PAIRS[line].split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_in_bash(tmp_path: Path) -> None:
    program = tmp_path / "kifu"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kifu "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(
        ["bash", "--norc", "-c", _IN_BASH], cwd=tmp_path, capture_output=True, encoding="utf-8"
    )
    assert done.stderr == ""
    registered, found, option, pair = done.stdout.splitlines()
    assert registered == "complete -o nosort -F _kifu_completion kifu"
    assert found == "--strict"
    assert (option, pair) == ("-o nospace", "sarif=")
