"""The documentation is true: its examples run, and its commands work."""

import doctest
import importlib
import pkgutil
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import kifu

from .command import Kifu
from .imports import ROOT, sources

SOURCES = sources()
README = (ROOT / "README.md").read_text("utf-8")
FILLED = runpy.run_path(str(ROOT / "docs" / "make_examples.py"))["filled"]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


LAYERS = (
    "findings",
    "replayer",
    "formats",
    "validation",
    "repair",
    "archive",
    "arena",
    "browser",
    "api",
    "environments",
    "lsp",
    "cli",
    "testing",
)


NEEDED = {
    "kifu.environments.open_spiel": "pyspiel",
    "kifu.environments.petting_zoo": "pettingzoo",
    "kifu.environments.vector": "numpy",
    "kifu.lsp.": "pygls",
    "kifu.browser.widget": "anywidget",
    "kifu.api.reading": "pyarrow",
    "kifu.archive.decisions": "numpy",
}
"""Modules that need a package from an extra."""
NEEDED_BY_PAGES = {"board.md": "anywidget", "questions.md": "duckdb", "training.md": "pettingzoo"}
"""Pages whose examples do."""


def modules_of(layer: str) -> list[str]:
    found = pkgutil.walk_packages(kifu.__path__, "kifu.", onerror=None)
    names = (each.name for each in found if each.name.startswith(f"kifu.{layer}"))
    missing = tuple(each for each, package in NEEDED.items() if find_spec(package) is None)
    return [name for name in names if not name.startswith(missing) and name[-8:] != "__main__"]


@pytest.mark.parametrize("layer", LAYERS)
def test_docstring_examples(layer: str) -> None:
    for name in modules_of(layer):
        module: ModuleType = importlib.import_module(name)
        if ">>>" in SOURCES[name].read_text("utf-8"):
            assert doctest.testmod(module).failed == 0, name


def test_the_example_of_the_package() -> None:
    assert doctest.testmod(kifu).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_examples(page: Path) -> None:
    if page.name in NEEDED_BY_PAGES:
        pytest.importorskip(NEEDED_BY_PAGES[page.name])
    names = {"examples": ROOT / "examples"}
    done = doctest.testfile(str(page), module_relative=False, encoding="utf-8", globs=names)
    assert done.failed == 0


def test_the_page_of_the_api_has_all_of_it() -> None:
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    for name in kifu.__all__:
        assert re.search(rf"^\| .*`{name}\b.* \|$", page, re.MULTILINE), name


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("rules.md", "make_rules.py"),
        ("first.svg", "make_picture.py"),
        ("first-narrow.svg", "make_picture.py --narrow"),
    ],
)
def test_the_page_of_rules_and_the_first_picture_are_made_by_scripts(
    name: str, script: str
) -> None:
    command = [sys.executable, *f"{ROOT}/docs/{script}".split()]
    made = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert (ROOT / "docs" / name).read_text("utf-8") == made.stdout


def test_the_first_picture_can_be_read_on_a_phone(browser: Any, tmp_path: Path) -> None:
    (picture,) = re.findall(r"<picture>.*?</picture>", README, re.DOTALL)
    path = tmp_path / "page.html"
    placed = picture.replace("docs/", f"{(ROOT / 'docs').as_uri()}/")
    path.write_text(f"<!doctype html><style>img {{ max-width: 100% }}</style>{placed}", "utf-8")
    page = browser.new_page(viewport={"width": 376, "height": 800})
    page.goto(path.as_uri())
    box = page.locator("img").evaluate("e => [e.currentSrc, e.clientWidth, e.complete]")
    assert box == [(ROOT / "docs" / "first-narrow.svg").as_uri(), 360, True]
    page.set_content((ROOT / "docs" / "first-narrow.svg").read_text("utf-8"))
    sizes = page.evaluate(
        """() => { document.querySelector("svg").style.width = "360px";
        return [...document.querySelectorAll("text")].map((each) => {
          const {left, right} = each.getBoundingClientRect();
          const size = parseFloat(getComputedStyle(each).fontSize);
          return [size * each.getScreenCTM().a, left, right]; }); }"""
    )
    page.close()
    assert len(sizes) > 20
    assert all(size > 10.99 and left > 8 and right < 368 for size, left, right in sizes)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_annotated_examples_are_made_by_a_script(page: Path) -> None:
    text = page.read_text("utf-8")
    assert FILLED(text) == text


def test_the_tables_of_action_ids_are_made_by_a_script() -> None:
    script = runpy.run_path(str(ROOT / "docs" / "make_ids.py"))
    for name in script["pages"]():
        assert (ROOT / "docs" / f"{name}.md").read_text("utf-8") == script["page"](name), name


def test_the_lines_of_the_readme_work_and_show_something(tmp_path: Path) -> None:
    (block,) = re.findall(r"Activate the environment.*?```sh\n(.*?)```", README, re.DOTALL)
    place = shutil.copytree(ROOT / "examples", tmp_path / "examples").parent
    shutil.copytree(ROOT / "docs", place / "docs", ignore=shutil.ignore_patterns("*.py"))
    for line in block.splitlines():
        name, *rest = shlex.split(line, comments=True)
        if name == "cd":
            place /= rest[0]
        elif rest[0] != "studio":  # it serves until it is stopped
            words = [each.replace("/tmp/", f"{tmp_path}/") for each in rest]
            done = Kifu(place)(*words)
            assert done.status in (0, 1), line
            assert done.stdout or done.err or "-o" in words, line


def test_no_line_of_code_in_the_readme_is_cut() -> None:
    """A page of a repository has room for about 95 letters at 1280 pixels."""
    blocks = re.findall(r"^```\w+\n(.*?)```", README, re.MULTILINE | re.DOTALL)
    assert max(map(len, "".join(blocks).splitlines())) <= 90
