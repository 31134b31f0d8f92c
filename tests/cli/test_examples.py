"""Every command's help ends with examples, and they work as written."""

import shlex
import shutil

import pytest

from kifu.cli import COMMANDS, ELSEWHERE
from kifu.cli.examples import examples

from ..browser.studio.client import Studio
from ..campaign import TIMES
from ..command import Kifu
from ..imports import ROOT

SLOW = {"board", "play", "studio"}
"""Commands for which the suite only tries the first example."""
MAY_FIND = {"validate", "fmt", "diff", "legal", "export"}
"""Commands whose exit status may be 1, as they check for problems or leave records out."""


@pytest.fixture
def folder(run: Kifu) -> Kifu:
    """A folder with the files that the examples name."""
    shutil.copytree(ROOT / "examples" / "goita", run.folder, dirs_exist_ok=True)
    shutil.copy(ROOT / "examples" / "planowanie" / "player.py", run.folder)
    # One match is as good a test as all of them.
    matches = (run.folder / "archive.jsonl").read_text("utf-8").splitlines(keepends=True)
    run.write({"archive.jsonl": matches[0]})
    # Programs that exit at once, which counts as a fault: real ones take seconds to start.
    run.write({"entrants.toml": "[entrants]\n" + "".join(f'{name} = "true"\n' for name in "ABCD")})
    return run


def test_every_command_has_examples() -> None:
    assert all(map(examples, COMMANDS))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_in_the_help_of_a_command(folder: Kifu, name: str) -> None:
    text = folder(name, "--help").out
    assert folder("help", name).out == text
    lines = [line.strip() for line in text.partition("\n  Examples:\n")[2].splitlines()]
    assert len(lines) == len(examples(name)) > 0
    if name == "import":
        folder("export", "match.json", "-o", "decisions.parquet")
    for line in lines:
        program, *arguments = shlex.split(line, comments=True)
        assert (program, arguments[0]) == ("kifu", name)
        if name in SLOW and line != lines[0] and TIMES == 1:
            continue
        if name == "studio":
            _run_studio(folder, arguments[1:])
            continue
        done = folder(*arguments)
        assert done.status <= (name in MAY_FIND), (line, done.err)


def _run_studio(folder: Kifu, arguments: list[str]) -> None:
    """Check that the studio serves until it is stopped, using a free port."""
    studio = Studio(folder.folder, *("0" if each == "8080" else each for each in arguments))
    try:
        assert studio.request("GET", "/")[0] == 200
        studio.end()
    finally:
        studio.kill()


def test_help(run: Kifu) -> None:
    assert run("help").out == run("--help").out == run("-h").out
    wrong = run("help", "replya")
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err == (
        "kifu: command 'replya' is unknown (did you mean replay?); `kifu --help` lists them all\n"
    )


def test_names_of_commands_in_other_tools_lead_to_those_here(run: Kifu) -> None:
    for name, here in ELSEWHERE.items():
        assert name not in COMMANDS
        assert here.split()[0] in COMMANDS
        assert f"`kifu {here}`" in run(name, "G104").last
