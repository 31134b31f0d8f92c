"""The types of the public API: a strict type checker finds the mistakes in a user's script.

It has no complaints about the examples in the documentation.
"""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyright")

SCRIPTS = Path(__file__).parent / "typing"
ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])

# Examples are bare expressions; `examples` is the folder, as in `test_documentation`.
HEAD = (
    "# pyright: reportUnusedExpression=false",
    "from pathlib import Path as _P; examples = _P()",
)


def script_of(page: Path) -> str:
    """Return a page's examples as one script, each on its original line."""
    lines = list(HEAD)
    for each in doctest.DocTestParser().get_examples(page.read_text("utf-8")):
        lines += [""] * (each.lineno - len(lines))
        lines += each.source.splitlines()
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[int, str]]]:
    """Return the checker's complaints about each script, as lines and rules."""
    folder = tmp_path_factory.mktemp("scripts")
    for script in SCRIPTS.glob("*.py"):
        (folder / script.name).write_text(script.read_text("utf-8"), "utf-8")
    for page in PAGES:
        (folder / f"page_{page.stem}.py").write_text(script_of(page), "utf-8")
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run([*command, "-p", "."], cwd=folder, capture_output=True, text=True)
    found: dict[str, list[tuple[int, str]]] = {}
    for each in json.loads(done.stdout)["generalDiagnostics"]:
        place = each["range"]["start"]["line"] + 1, each.get("rule", each["message"])
        found.setdefault(Path(each["file"]).name, []).append(place)
    return found


def test_a_right_script_is_right(complaints: dict[str, list[tuple[int, str]]]) -> None:
    assert complaints.get("right.py", []) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_are_right(
    complaints: dict[str, list[tuple[int, str]]], page: Path
) -> None:
    assert complaints.get(f"page_{page.stem}.py", []) == []


def test_each_mistake_is_found(complaints: dict[str, list[tuple[int, str]]]) -> None:
    due: list[tuple[int, str]] = []
    for number, line in enumerate((SCRIPTS / "wrong.py").read_text("utf-8").splitlines(), 1):
        due += [(number, rule) for rule in re.findall(r"# wrong: (\w+)", line)]
    assert len(due) > 10
    found = complaints.get("wrong.py", [])
    assert set(due) <= set(found)
    # A mistake may cause further complaints on its own line, but on no other.
    assert {line for line, _ in found} == {line for line, _ in due}
