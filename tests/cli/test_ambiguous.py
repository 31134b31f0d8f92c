"""File names that look like options: adding one to an archive must not set a command's option."""

import pytest

from ..command import Kifu
from .conftest import KING, WON


@pytest.mark.parametrize(
    "name", ["--exit-zero", '--config=ignore=["G1"]', "-dash.json", "-q", "--no-such", "--"]
)
@pytest.mark.parametrize("command", ["validate", "fmt"])
def test_an_option_that_is_a_file_is_refused(run: Kifu, command: str, name: str) -> None:
    run.write({"a.json": KING, name: KING})
    refused = run(command, name, "a.json")
    why = f"`{name}` is both an option and a file: write ./{name} for the file"
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == f"kifu: {why}, and -- before file names\n"


def test_it_is_a_file_where_the_command_line_says_so(run: Kifu) -> None:
    run.write({"a.json": WON, "--exit-zero": KING, "--": KING, "-": KING})
    assert run("validate", "./--exit-zero").status == 1
    assert run("validate", "--", "--exit-zero", "--").status == 1
    assert run("validate", "-", stdin=WON.encode()).status == 0
    assert run("validate", "a.json", "-q").status == 0
    assert run("rule", "--exit-zero").last.startswith("kifu: option '--exit-zero' is unknown")
